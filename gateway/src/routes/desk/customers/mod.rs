//! Customers.

mod account;
mod discount;
mod export;
mod get;
mod list;
mod merge;
mod update;
mod wipe;

use kit::staff::{Permission, StaffRole};
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(super) use list::{CustomerRow, customer_rows};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::CustomersRead);
    const MERGE: Requirement = Requirement::permission(Permission::CustomersMerge);
    vec![
        Call::new(READ, routes!(list::list_customers)),
        Call::new(
            READ.with_step_up().but_of(StaffRole::Sales),
            routes!(export::export_customers),
        ),
        Call::new(READ, routes!(get::get_customer)),
        Call::new(
            Requirement::permission(Permission::CustomersWrite),
            routes!(update::update_customer),
        ),
        Call::new(
            Requirement::permission(Permission::CustomersDiscount),
            routes!(discount::change_discount),
        ),
        Call::new(MERGE, routes!(merge::merge_customers)),
        Call::new(MERGE, routes!(merge::separate_customers)),
        Call::new(
            Requirement::permission(Permission::CustomersWipe).with_step_up(),
            routes!(wipe::wipe_customer),
        ),
    ]
}

/// Returns the file, with the example of its record.
#[cfg(test)]
pub(super) fn csv_table() -> (super::csv::Table, serde_json::Value) {
    (export::TABLE, list::CustomerRow::example())
}
