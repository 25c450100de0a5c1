//! The customer's side of offers: a link opens them, without a session.

mod accept;
mod ask_again;
mod ask_change;
mod call;
mod decline;
mod offer;
mod view;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// Returns the calls.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(view::view_offer))
        .routes(routes!(accept::accept_offer))
        .routes(routes!(decline::decline_offer))
        .routes(routes!(ask_change::ask_for_change))
        .routes(routes!(ask_again::ask_again))
}
