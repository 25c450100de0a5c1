//! The customer's side of offers: a link opens them, without a session.

mod accept;
mod decline;
mod offer;
mod view;
mod visitor;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// Returns the calls.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(view::view_offer))
        .routes(routes!(accept::accept_offer))
        .routes(routes!(decline::decline_offer))
}
