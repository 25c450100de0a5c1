//! Calls about the offer of a link: their common input and response.

use kit::{
    grpc::Client,
    validation::{FieldErrors, INVALID},
};
use proto::inquiry::v1::{self as inquiry, ViewOfferRequest, offer_service_client::OfferServiceClient};

use super::offer::{PublicOffer, convert};
use crate::{
    desk::{is_conflict, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::Input,
    routes::visitor::Visitor,
    state::AppState,
};

/// Message key of a wrong token.
const NOT_FOUND: &str = "OFFER.NOT_FOUND";

/// Parses a revision, 1 or more.
pub(super) fn revision(errors: &mut FieldErrors, input: Input<i64>) -> u32 {
    let revision = input.required(errors, "revision").map(|number| {
        let revision = u32::try_from(number).ok().filter(|number| *number > 0);
        revision.ok_or(INVALID)
    });
    errors
        .check("revision", revision.transpose())
        .flatten()
        .unwrap_or_default()
}

/// Sends an rpc about the offer of a link, and responds with the offer of its response.
///
/// # Errors
///
/// Fails with 404 if no offer has the token. A conflict carries the present offer.
pub(super) async fn call(
    state: &AppState,
    visitor: &Visitor,
    token: &str,
    rpc: impl AsyncFnOnce(OfferServiceClient<Client>) -> Result<Option<inquiry::PublicOffer>, tonic::Status>,
) -> ApiResult<Envelope<PublicOffer>> {
    visitor.check(state, token, NOT_FOUND)?;
    let changed = rpc(state.clients.offers.clone()).await;
    let changed = changed.map_err(|status| visitor.refused(state, status.into()));
    let present = || async {
        let request = visitor.request(ViewOfferRequest {
            token: token.to_owned(),
        });
        let response = state.clients.offers.clone().view_offer(request).await?;
        convert(state, visitor, response.into_inner().offer).await
    };
    let offer = present_on_conflict(changed, is_conflict, present).await?;
    Ok(Envelope::new(convert(state, visitor, offer).await?))
}
