//! Events that failed for good, in all services.

mod calls;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const OWNER: Requirement = Requirement::permission(Permission::DeadLetters);
    vec![
        Call::new(OWNER, routes!(calls::list_dead_letters)),
        Call::new(OWNER, routes!(calls::replay_dead_letter)),
    ]
}
