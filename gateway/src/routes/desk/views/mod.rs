//! Saved views of lists.

mod calls;

use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls. The service checks who may change which view.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::new(Requirement::ANY_ROLE, routes!(calls::list_views)),
        Call::new(Requirement::ANY_ROLE, routes!(calls::save_view)),
        Call::new(Requirement::ANY_ROLE, routes!(calls::delete_view)),
    ]
}
