//! The customer's details, orders, addresses and wishlist.

mod add_wish;
mod address;
mod addresses;
mod cancel_order;
mod claim_order;
mod clear_wishlist;
mod close;
mod create_address;
mod dashboard;
mod default_address;
mod delete_address;
mod details;
mod export;
mod order;
mod orders;
mod remove_wish;
mod update_address;
mod update_details;
mod wishlist;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(dashboard::get_dashboard))
        .routes(routes!(orders::list_orders))
        .routes(routes!(claim_order::claim_order))
        .routes(routes!(order::get_order))
        .routes(routes!(cancel_order::cancel_order))
        .routes(routes!(wishlist::get_wishlist, clear_wishlist::clear_wishlist))
        .routes(routes!(add_wish::add_wish, remove_wish::remove_wish))
        .routes(routes!(addresses::list_addresses, create_address::create_address))
        .routes(routes!(
            update_address::update_address,
            delete_address::delete_address
        ))
        .routes(routes!(default_address::set_default_address))
}

/// Calls that hash a password or read many pages.
pub(super) fn slow_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(details::get_details, update_details::update_details))
        .routes(routes!(close::close_account))
        .routes(routes!(export::export_account))
}
