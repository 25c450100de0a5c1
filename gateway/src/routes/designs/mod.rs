//! Designs of pieces by the rule book.

mod design;
pub(crate) mod drawing;
mod files;
pub(crate) mod model;
mod price;
mod rates;
mod refused;

use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) use self::{
    design::SentDesign,
    files::piece,
    rates::Rates,
    refused::{refused, with_checks},
};
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(rates::get_rates))
        .routes(routes!(price::price_design))
}
