//! Invitations to the desk, for those who are invited.

mod accept;
mod view;

use utoipa_axum::routes;

use crate::desk::Call;

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::open(routes!(view::view_invitation)),
        Call::open(routes!(accept::accept_invitation)),
    ]
}
