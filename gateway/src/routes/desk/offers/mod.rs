//! Offers for quotes.

mod decision;
mod design;
mod draft;
mod input;
mod line;
mod link;
mod offer;
mod renew;
mod update;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(in crate::routes) use line::OfferTotals;
pub(in crate::routes::desk) use link::whatsapp_url;

/// Reason of the failure for a malformed id.
const NOT_FOUND: &str = "OFFER.NOT_FOUND";

/// Returns the calls. The offers of a quote are read by those who may write some.
pub(super) fn calls() -> Vec<Call> {
    const WRITE: Requirement = Requirement::permission(Permission::OffersWrite);
    vec![
        Call::new(WRITE, routes!(draft::list_offers)),
        Call::new(WRITE, routes!(draft::create_offer)),
        Call::new(WRITE, routes!(draft::get_offer)),
        Call::new(WRITE, routes!(update::update_offer)),
        Call::new(WRITE, routes!(renew::renew_offer_prices)),
        Call::new(WRITE, routes!(draft::delete_draft)),
        Call::new(WRITE, routes!(decision::request_offer_approval)),
        Call::new(
            Requirement::permission(Permission::OffersApprove),
            routes!(decision::approve_offer),
        ),
        Call::new(WRITE, routes!(decision::send_offer)),
        Call::new(WRITE, routes!(draft::revise_offer)),
        Call::new(WRITE, routes!(decision::withdraw_offer)),
        Call::new(WRITE, routes!(decision::accept_offer_by_phone)),
        Call::new(WRITE, routes!(decision::reopen_offer)),
        Call::new(WRITE, routes!(link::get_offer_link)),
    ]
}
