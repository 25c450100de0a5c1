//! `GET quotes/{number}/offers`.

use axum::extract::State;
use proto::inquiry::v1::ListOffersRequest;

use super::offer::{Offer, convert_all};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{InquiryNumber, PathOf},
    state::AppState,
};

/// Lists the offers of a quote, the newest number first, then the newest revision.
#[utoipa::path(get, path = "/quotes/{number}/offers", tag = "desk",
    params(("number" = String, Path, description = "Number of the quote")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<Offer>>, description = "Offers",
        example = json!(Envelope::new(vec![Offer::example()])))))]
pub(crate) async fn list_offers(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
) -> ApiResult<Envelope<Vec<Offer>>> {
    let inquiry_number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(ListOffersRequest { inquiry_number });
    let response = state.clients.offers.clone().list_offers(request).await?;
    let offers = convert_all(&state, &member, response.into_inner().offers).await?;
    Ok(Envelope::new(offers))
}
