//! Checkout, orders that a link opens without a session, and the JSON of orders.

mod create;
mod link;
mod linked_order;
pub(super) mod order;
pub(super) mod view;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::create_order))
}

/// Calls of the page that a link opens.
pub(super) fn link_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(view::view_order))
        .routes(routes!(link::request_order_link))
}
