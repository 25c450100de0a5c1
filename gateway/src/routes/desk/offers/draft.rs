//! Offers of a quote, and their drafts.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{CreateOfferRequest, DeleteDraftRequest, ListOffersRequest, ReviseOfferRequest};

use super::{
    NOT_FOUND,
    offer::{self, Offer, convert_all, fetch, or_present, respond},
};
use crate::{
    desk::Member,
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, InquiryNumber, Json, Keyed, NoFields, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// New offer.
#[request]
#[derive(Debug)]
pub(crate) struct CreateOffer {
    /// Id of the revision whose content is copied; by default the quote's product.
    copy_from: Optional<String>,
}

impl CreateOffer {
    /// Converts to a message without the number.
    fn into_message(self, idempotency_key: String) -> Result<CreateOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let copy_from = self.copy_from.parse(|id| id.parse::<RecordId>().ok());
        let copy_from = copy_from.optional(&mut errors, "copyFrom");
        errors.finish(Some(CreateOfferRequest {
            inquiry_number: String::new(),
            copy_from: copy_from.map(|id| id.to_string()).unwrap_or_default(),
            idempotency_key,
        }))
    }
}

/// Creates a draft of a new offer for a quote; without `copyFrom`, returns the draft that the quote has already.
#[utoipa::path(post, path = "/quotes/{number}/offers", tag = "desk",
    params(("number" = String, Path, description = "Number of the quote"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = CreateOffer, example = json!({"copyFrom": null})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Draft",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn create_offer(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(key, Json(body)): Keyed<Json<CreateOffer>>,
) -> ApiResult<Envelope<Offer>> {
    let message = body.into_message(key)?;
    let request = member.request(CreateOfferRequest {
        inquiry_number: number.get("INQUIRY.NOT_FOUND")?.into_string(),
        ..message
    });
    let response = state.clients.offers.clone().create_offer(request).await?;
    let offer = offer::convert(&state, &member, response.into_inner().offer).await?;
    Ok(Envelope::new(offer))
}

/// Returns a revision of an offer.
#[utoipa::path(get, path = "/offers/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example())))))]
pub(crate) async fn get_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Envelope<Offer>> {
    let offer_id = id.get(NOT_FOUND)?.to_string();
    Ok(Envelope::new(fetch(&state, &member, offer_id).await?))
}

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
    let offers = convert_all(&state, &member, response.into_inner().offers).await;
    Ok(Envelope::new(offers))
}

/// Version of a draft.
#[filter]
pub(crate) struct DraftVersion {
    /// Version that the caller saw
    version: i64,
}

/// Deletes a draft.
#[utoipa::path(delete, path = "/offers/{id}", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        DraftVersion),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Deleted",
        example = json!(Acknowledgement::success())),
        ErrorResponse::<409>))]
pub(crate) async fn delete_draft(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Filter(DraftVersion { version }): Filter<DraftVersion>,
) -> ApiResult<Acknowledgement> {
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(DeleteDraftRequest {
        offer_id: offer_id.clone(),
        version,
    });
    let deleted = state.clients.offers.clone().delete_draft(request).await;
    or_present(&state, &member, &offer_id, deleted).await?;
    Ok(Acknowledgement::success())
}

/// Creates a draft of the next revision.
#[utoipa::path(post, path = "/offers/{id}/revise", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Draft",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn revise_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, _): Keyed<NoFields>,
) -> ApiResult<Envelope<Offer>> {
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(ReviseOfferRequest {
        offer_id: offer_id.clone(),
        idempotency_key: key,
    });
    let changed = state.clients.offers.clone().revise_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
