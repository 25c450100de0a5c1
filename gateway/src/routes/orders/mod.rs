//! Checkout, orders that a link opens without a session, and the JSON of orders.

mod create;
pub(super) mod linked_order;
pub(super) mod order;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::create_order))
}

/// Calls of the page that a link opens.
pub(super) fn link_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(linked_order::view_order))
        .routes(routes!(linked_order::request_order_link))
}
