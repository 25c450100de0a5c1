//! Invitations to the desk, for those who are invited.

mod calls;

use utoipa_axum::routes;

use crate::desk::Call;

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::open(routes!(calls::view_invitation)),
        Call::open(routes!(calls::accept_invitation)),
    ]
}
