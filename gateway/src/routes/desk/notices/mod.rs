//! Notices of the signed-in staff member.

mod calls;
mod notice;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const OWN: Requirement = Requirement::permission(Permission::Stream);
    vec![
        Call::new(OWN, routes!(calls::list_notices)),
        Call::new(OWN, routes!(calls::count_notices)),
        Call::new(OWN, routes!(calls::read_notices)),
    ]
}
