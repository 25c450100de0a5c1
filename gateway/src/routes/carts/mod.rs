//! The customer's cart.

mod calls;
mod cart;

pub(super) use cart::with_products;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(calls::get_current_cart))
        .routes(routes!(calls::create_cart))
        .routes(routes!(calls::add_cart_item))
        .routes(routes!(calls::set_cart_item_quantity, calls::remove_cart_item))
        .routes(routes!(calls::clear_cart))
}
