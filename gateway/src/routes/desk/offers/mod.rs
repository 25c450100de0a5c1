//! Offers for quotes.

mod accept;
mod approval;
mod create;
mod delete;
mod get;
mod input;
mod line;
mod link;
mod list;
mod offer;
mod reopen;
mod revise;
mod send;
mod update;
mod withdraw;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(in crate::routes) use line::OfferTotals;

/// Reason of the failure for a malformed id.
const NOT_FOUND: &str = "OFFER.NOT_FOUND";

/// Returns the calls. The offers of a quote are read by those who may write some.
pub(super) fn calls() -> Vec<Call> {
    const WRITE: Requirement = Requirement::permission(Permission::OffersWrite);
    vec![
        Call::new(WRITE, routes!(list::list_offers)),
        Call::new(WRITE, routes!(create::create_offer)),
        Call::new(WRITE, routes!(get::get_offer)),
        Call::new(WRITE, routes!(update::update_offer)),
        Call::new(WRITE, routes!(delete::delete_draft)),
        Call::new(WRITE, routes!(approval::request_offer_approval)),
        Call::new(
            Requirement::permission(Permission::OffersApprove),
            routes!(approval::approve_offer),
        ),
        Call::new(WRITE, routes!(send::send_offer)),
        Call::new(WRITE, routes!(revise::revise_offer)),
        Call::new(WRITE, routes!(withdraw::withdraw_offer)),
        Call::new(WRITE, routes!(accept::accept_offer_by_phone)),
        Call::new(WRITE, routes!(reopen::reopen_offer)),
        Call::new(WRITE, routes!(link::get_offer_link)),
    ]
}
