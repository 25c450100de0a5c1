//! The rpc handlers, one file each.

mod add_item;
mod add_item_once;
#[cfg(test)]
mod callers;
mod clear_cart;
mod convert;
mod create_cart;
mod get_cart;
mod remove_item;
mod set_quantity;

use sqlx::PgPool;

use crate::{clients::catalog::Catalog, metrics::CartMetrics};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) metrics: CartMetrics,
}

kit::rpcs! {
    impl proto::cart::v1::cart_service_server::CartService for State {
        user get_cart(GetCartRequest) -> GetCartResponse;
        user create_cart(CreateCartRequest) -> CreateCartResponse;
        user add_item(AddItemRequest) -> AddItemResponse;
        user set_quantity(SetQuantityRequest) -> SetQuantityResponse;
        user remove_item(RemoveItemRequest) -> RemoveItemResponse;
        user clear_cart(ClearCartRequest) -> ClearCartResponse;
    }
}
