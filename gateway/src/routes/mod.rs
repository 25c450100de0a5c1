//! The routing table: every call of the REST contract.

use std::time::Duration;

use axum::{Router, middleware::from_fn_with_state, routing::get};
use http::{HeaderValue, header};
use utoipa::OpenApi as _;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    layers::deadline,
    openapi::{self, Base},
    state::AppState,
};

mod account;
mod auth;
mod campaigns;
mod carts;
pub(crate) mod catalogue;
mod categories;
pub(crate) mod content;
mod image;
mod inquiries;
mod orders;
mod products;
pub(crate) mod projects;
mod promocodes;
mod stores;
pub(crate) mod wire;

/// Where the contract starts.
const BASE: &str = "/api/v1.0";

/// Served under their own spelling and in lower case.
fn sessions() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(auth::validate_session::validate_session))
}

/// Served under their own spelling and in lower case.
fn auth() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(auth::sign_in::sign_in))
        .routes(routes!(auth::register::register))
        .routes(routes!(auth::sign_out::sign_out))
        .routes(routes!(auth::forgot_password::forgot_password))
        .routes(routes!(auth::reset_password::reset_password))
}

/// Served under their own spelling and in lower case.
fn product_inquiries() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(inquiries::quote::request_quote))
}

/// Served under their own spelling and in lower case.
fn catalogue_downloads() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(inquiries::catalogue::request_catalogue))
}

fn shop() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(products::list::list_products))
        .routes(routes!(products::search::search_products))
        .routes(routes!(products::suggest::suggest_products))
        .routes(routes!(products::get::get_product))
        .routes(routes!(products::of_category::list_products_of_category))
        .routes(routes!(products::count::count_products_of_category))
        .routes(routes!(categories::list::list_categories))
        .routes(routes!(carts::current::get_current_cart))
        .routes(routes!(carts::create::create_cart))
        .routes(routes!(carts::add_item::add_cart_item))
        .routes(routes!(
            carts::set_quantity::set_cart_item_quantity,
            carts::remove_item::remove_cart_item
        ))
        .routes(routes!(carts::clear::clear_cart))
        .routes(routes!(account::dashboard::get_dashboard))
        .routes(routes!(account::orders::list_orders))
        .routes(routes!(account::order::get_order))
        .routes(routes!(account::cancel_order::cancel_order))
        .routes(routes!(
            account::wishlist::get_wishlist,
            account::clear_wishlist::clear_wishlist
        ))
        .routes(routes!(
            account::add_wish::add_wish,
            account::remove_wish::remove_wish
        ))
        .routes(routes!(
            account::addresses::list_addresses,
            account::create_address::create_address
        ))
        .routes(routes!(
            account::update_address::update_address,
            account::delete_address::delete_address
        ))
        .routes(routes!(account::default_address::set_default_address))
        .routes(routes!(inquiries::contact::send_contact_message))
}

/// What the shop shows beside its products.
fn content() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(campaigns::active::get_active_campaign))
        .routes(routes!(
            campaigns::list::list_campaigns,
            campaigns::create::create_campaign
        ))
        .routes(routes!(
            campaigns::get::get_campaign,
            campaigns::update::update_campaign,
            campaigns::delete::delete_campaign
        ))
        .routes(routes!(promocodes::list::list_promocodes))
        .routes(routes!(projects::list::list_projects))
        .routes(routes!(projects::search::search_projects))
        .routes(routes!(projects::of_category::list_projects_of_category))
        .routes(routes!(projects::get::get_project))
        .routes(routes!(stores::list::list_stores))
}

/// What takes a while under load.
fn slow() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(orders::create::create_order))
        .routes(routes!(
            account::details::get_details,
            account::update_details::update_details
        ))
}

fn within(services: Duration, routes: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    routes.route_layer(from_fn_with_state(services, deadline::bound))
}

fn table() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .nest("/Sessions", within(deadline::USUAL, sessions()))
        .nest("/Auth", within(deadline::LONG, auth()))
        .nest("/ProductInquiries", within(deadline::USUAL, product_inquiries()))
        .nest(
            "/CatalogueDownloads",
            within(deadline::USUAL, catalogue_downloads()),
        )
        .merge(within(deadline::LONG, slow()))
        .merge(within(deadline::USUAL, shop()))
        .merge(within(deadline::USUAL, content()))
}

/// The document of all calls.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    let (_, document) = OpenApiRouter::with_openapi(Base::openapi())
        .nest(BASE, table())
        .split_for_parts();
    openapi::complete(document)
}

/// All calls, without what surrounds them.
pub(crate) fn api() -> Result<Router<AppState>, serde_json::Error> {
    let document = openapi::write(&document())?;
    let (calls, _) = table().split_for_parts();
    let aliases = Router::new()
        .nest("/sessions", within(deadline::USUAL, sessions()).into())
        .nest("/auth", within(deadline::LONG, auth()).into())
        .nest(
            "/productinquiries",
            within(deadline::USUAL, product_inquiries()).into(),
        )
        .nest(
            "/cataloguedownloads",
            within(deadline::USUAL, catalogue_downloads()).into(),
        );
    let document = get(move || async move {
        let headers = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        (headers, document)
    });
    Ok(Router::new().nest(BASE, calls.merge(aliases).route("/openapi.json", document)))
}
