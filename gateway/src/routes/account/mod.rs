//! The customer's details, orders, quote requests, addresses and wishlist.

mod addresses;
mod dashboard;
mod details;
mod export;
mod order;
mod orders;
mod quotes;
mod wishlist;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(dashboard::get_dashboard))
        .routes(routes!(orders::list_orders))
        .routes(routes!(order::claim_order))
        .routes(routes!(order::get_order))
        .routes(routes!(order::cancel_order))
        .routes(routes!(quotes::list_account_quotes))
        .routes(routes!(quotes::get_account_quote))
        .routes(routes!(wishlist::get_wishlist, wishlist::clear_wishlist))
        .routes(routes!(wishlist::add_wish, wishlist::remove_wish))
        .routes(routes!(addresses::list_addresses, addresses::create_address))
        .routes(routes!(addresses::update_address, addresses::delete_address))
        .routes(routes!(addresses::set_default_address))
}

/// Calls that hash a password or read many pages.
pub(super) fn slow_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(details::get_details, details::update_details))
        .routes(routes!(details::close_account))
        .routes(routes!(export::export_account))
}
