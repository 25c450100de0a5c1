//! The customer's cart.

mod add_item;
mod cart;
mod clear;
mod create;
mod current;
mod remove_item;
mod set_quantity;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(current::get_current_cart))
        .routes(routes!(create::create_cart))
        .routes(routes!(add_item::add_cart_item))
        .routes(routes!(
            set_quantity::set_cart_item_quantity,
            remove_item::remove_cart_item
        ))
        .routes(routes!(clear::clear_cart))
}
