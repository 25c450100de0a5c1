//! The customer's side of offers: a link opens them, without a session.

mod calls;
mod file;
mod offer;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// Returns the calls.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(calls::view_offer))
        .routes(routes!(calls::accept_offer))
        .routes(routes!(calls::decline_offer))
        .routes(routes!(calls::ask_for_change))
        .routes(routes!(calls::ask_again))
        .routes(routes!(file::view_offer_file))
}
