//! The figures of the day.

mod blocks;
mod call;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls. Each service returns the figures that the role sees.
pub(super) fn calls() -> Vec<Call> {
    vec![Call::new(
        Requirement::permission(Permission::TodayRead),
        routes!(call::get_today),
    )]
}
