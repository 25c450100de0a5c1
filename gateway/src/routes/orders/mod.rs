//! Checkout, and the JSON of orders.

mod create;
pub(super) mod order;
pub(super) mod status;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::create_order))
}
