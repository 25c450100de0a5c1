//! Customers.

mod get;
mod list;
mod update;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::CustomersRead);
    vec![
        Call::new(READ, routes!(list::list_customers)),
        Call::new(READ, routes!(get::get_customer)),
        Call::new(
            Requirement::permission(Permission::CustomersWrite),
            routes!(update::update_customer),
        ),
    ]
}
