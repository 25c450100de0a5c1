//! Staff: returns the token of the customer's page.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::inquiry::v1::{GetOfferLinkRequest, GetOfferLinkResponse};
use serde_json::json;

use super::convert;
use crate::{error::InquiryError, grpc::State, offer::error::OfferError, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetOfferLinkRequest,
) -> Result<GetOfferLinkResponse, Failure> {
    let id = convert::offer_id(&request.offer_id)?;
    change::run(&state.pool, async |connection| {
        let offer = store::offer::find(connection, id)
            .await?
            .ok_or(OfferError::NotFound)?;
        let newest = store::offer::find_newest_sent(connection, &offer.number)
            .await?
            .ok_or(OfferError::NotSent)?;
        let inquiry = store::inquiry::find(connection, offer.inquiry)
            .await?
            .ok_or(InquiryError::NotFound)?;
        let effect = Effect::audited(&actor, "GetOfferLink", &offer.number, json!({}));
        Ok(effect.with(GetOfferLinkResponse {
            token: state.offer_keys.sign(&offer.number),
            number: offer.number,
            language: newest.content.language.into(),
            customer_name: convert::first_name(&inquiry),
            customer_phone: inquiry.work.phone.unwrap_or_default(),
        }))
    })
    .await
}
