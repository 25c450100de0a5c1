//! `POST offers/{id}/request-approval` and `POST offers/{id}/approve`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{ApproveOfferRequest, RequestApprovalRequest};

use super::{
    NOT_FOUND,
    input::VersionAndText,
    offer::{Offer, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Asks a manager to approve the discounts of a draft.
#[utoipa::path(post, path = "/offers/{id}/request-approval", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = VersionAndText, description = "Text of at most 500 characters",
        example = json!({"version": 4, "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Draft",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn request_offer_approval(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, Json(body)): Keyed<Json<VersionAndText>>,
) -> ApiResult<Envelope<Offer>> {
    let (version, text) = body.into_parts()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(RequestApprovalRequest {
        offer_id: offer_id.clone(),
        version,
        text,
        idempotency_key: key,
    });
    let changed = state.clients.offers.clone().request_approval(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}

/// Decision about the discounts of a draft.
#[request]
#[derive(Debug)]
pub(crate) struct ApproveOffer {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Whether the discounts are approved.
    is_approved: Input<bool>,
    /// At most 500 characters.
    text: Optional<String>,
}

impl ApproveOffer {
    /// Converts to a message without the id.
    fn into_message(self) -> Result<ApproveOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = ApproveOfferRequest {
            offer_id: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            is_approved: self
                .is_approved
                .required(&mut errors, "isApproved")
                .unwrap_or_default(),
            text: self.text.text(&mut errors, "text"),
        };
        errors.finish(Some(message))
    }
}

/// Approves or refuses the discounts of a draft.
#[utoipa::path(post, path = "/offers/{id}/approve", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")),
    request_body(content = ApproveOffer, example = json!({"version": 5, "isApproved": true, "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Draft",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn approve_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<ApproveOffer>,
) -> ApiResult<Envelope<Offer>> {
    let message = body.into_message()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(ApproveOfferRequest {
        offer_id: offer_id.clone(),
        ..message
    });
    let changed = state.clients.offers.clone().approve_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
