//! Live updates.

mod presence;
mod stream;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::new(
            Requirement::permission(Permission::Stream),
            routes!(stream::open_stream),
        ),
        Call::new(Requirement::ANY_ROLE, routes!(presence::set_presence)),
    ]
}
