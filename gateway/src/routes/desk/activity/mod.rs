//! Audit log of the staff.

mod kind;
mod list;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![Call::new(
        Requirement::permission(Permission::ActivityRead),
        routes!(list::list_activity),
    )]
}
