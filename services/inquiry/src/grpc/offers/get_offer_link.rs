//! Staff: returns the token of the customer's page.

use kit::{caller::Caller, failure::Failure};
use proto::{
    common::v1::Language,
    inquiry::v1::{GetOfferLinkRequest, GetOfferLinkResponse},
};
use serde_json::json;
use tonic::Request;

use super::{convert, view};
use crate::{error::InquiryError, grpc::State, offer::error::OfferError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetOfferLinkRequest>,
) -> Result<GetOfferLinkResponse, Failure> {
    let actor = view::require_reader(Caller::from_request(&request)?)?;
    let id = convert::offer_id(&request.get_ref().offer_id)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let offer = store::offer::find(&mut transaction, id)
        .await?
        .ok_or(OfferError::NotFound)?;
    let newest = store::offer::find_newest_sent(&mut transaction, &offer.number)
        .await?
        .ok_or(OfferError::NotSent)?;
    let inquiry = store::inquiry::find(&mut transaction, offer.inquiry)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let audited = kit::audit::record(&mut transaction, &actor, "GetOfferLink", &offer.number, json!({}));
    audited.await?;
    transaction.commit().await?;
    Ok(GetOfferLinkResponse {
        token: state.offer_keys.sign(&offer.number),
        number: offer.number,
        language: Language::from(newest.content.language).into(),
        customer_name: convert::first_name(&inquiry),
        customer_phone: inquiry.work.phone.unwrap_or_default(),
    })
}
