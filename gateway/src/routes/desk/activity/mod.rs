//! Audit log of the staff.

mod export;
mod kind;
mod list;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::ActivityRead);
    vec![
        Call::new(READ, routes!(list::list_activity)),
        Call::new(READ, routes!(export::export_activity)),
    ]
}

/// Returns the file, with the example of its record.
#[cfg(test)]
pub(super) fn csv_table() -> (super::csv::Table, serde_json::Value) {
    (export::TABLE, list::Activity::example())
}
