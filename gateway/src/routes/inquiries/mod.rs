//! Public forms: quote, contact and brochure requests.

mod brochure;
mod contact;
mod quote;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(contact::send_contact_message))
}

pub(super) fn quote_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(quote::request_quote))
}

pub(super) fn brochure_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(brochure::request_catalogue))
}

/// Receipt of an inquiry.
#[response]
#[schema(as = TakenIn)]
pub(crate) struct Receipt {
    /// Human-readable inquiry number; a repeated request returns the same number.
    #[schema(example = "SQ-7Q2M04XK")]
    number: String,
}
