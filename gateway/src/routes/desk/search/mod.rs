//! One search over quotes, orders, customers and products.

mod call;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![Call::new(
        Requirement::permission(Permission::Search),
        routes!(call::search_desk),
    )]
}
