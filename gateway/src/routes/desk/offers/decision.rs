//! Changes of the state of an offer.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{
    AcceptOfferByPhoneRequest, ApproveOfferRequest, ReopenOfferRequest, RequestApprovalRequest,
    SendOfferRequest, WithdrawOfferRequest,
};

use super::{
    NOT_FOUND,
    input::{self, VersionAndText},
    offer::{Offer, respond},
};
use crate::{
    convert::Amount,
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Offer to send, as the caller saw it.
#[request]
#[derive(Debug)]
pub(crate) struct SendOffer {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Whether the customer gets a mail.
    mail: Input<bool>,
    /// Total that the caller saw, in AZN.
    total: Input<Amount>,
}

impl SendOffer {
    /// Converts to a message without the id.
    fn into_message(self, idempotency_key: String) -> Result<SendOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = SendOfferRequest {
            offer_id: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            is_mailed: self.mail.required(&mut errors, "mail").unwrap_or_default(),
            total_minor: input::total(&mut errors, self.total).unwrap_or_default(),
            idempotency_key,
        };
        errors.finish(Some(message))
    }
}

/// Sends a draft to the customer and freezes it.
#[utoipa::path(post, path = "/offers/{id}/send", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = SendOffer, example = json!({"version": 5, "mail": true, "total": 5814.00})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn send_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, Json(body)): Keyed<Json<SendOffer>>,
) -> ApiResult<Envelope<Offer>> {
    let message = body.into_message(key)?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(SendOfferRequest {
        offer_id: offer_id.clone(),
        ..message
    });
    let changed = state.clients.offers.clone().send_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}

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

/// Acceptance on the phone.
#[request]
#[derive(Debug)]
pub(crate) struct AcceptByPhone {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Total that the caller saw, in AZN.
    total: Input<Amount>,
    /// 1 to 1,000 characters.
    text: Input<String>,
    /// `true` once the customer has confirmed the size of each designed piece; required if the offer has one.
    confirms_size: Optional<bool>,
}

impl AcceptByPhone {
    /// Converts to a message without the id.
    fn into_message(self, idempotency_key: String) -> Result<AcceptOfferByPhoneRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = AcceptOfferByPhoneRequest {
            offer_id: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            total_minor: input::total(&mut errors, self.total).unwrap_or_default(),
            text: self.text.text(&mut errors, "text"),
            idempotency_key,
            confirms_size: self
                .confirms_size
                .optional(&mut errors, "confirmsSize")
                .unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Records that the customer accepted on the phone.
#[utoipa::path(post, path = "/offers/{id}/accepted-by-phone", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = AcceptByPhone, example = json!({"version": 6, "total": 5814.00, "text": "Razıdır, zəngdə dedi"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn accept_offer_by_phone(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, Json(body)): Keyed<Json<AcceptByPhone>>,
) -> ApiResult<Envelope<Offer>> {
    let message = body.into_message(key)?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(AcceptOfferByPhoneRequest {
        offer_id: offer_id.clone(),
        ..message
    });
    let changed = state.clients.offers.clone().accept_offer_by_phone(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}

/// Withdraws an open offer.
#[utoipa::path(post, path = "/offers/{id}/withdraw", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")),
    request_body(content = VersionAndText, description = "Text of at most 500 characters",
        example = json!({"version": 6, "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn withdraw_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<VersionAndText>,
) -> ApiResult<Envelope<Offer>> {
    let (version, text) = body.into_parts()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(WithdrawOfferRequest {
        offer_id: offer_id.clone(),
        version,
        text,
    });
    let changed = state.clients.offers.clone().withdraw_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}

/// Reopens an accepted or declined offer that has no live order.
#[utoipa::path(post, path = "/offers/{id}/reopen", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = VersionAndText, description = "Text of 1 to 500 characters",
        example = json!({"version": 7, "text": "Müştəri fikrini dəyişdi"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Offer>, description = "Offer",
        example = json!(Envelope::new(Offer::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn reopen_offer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(key, Json(body)): Keyed<Json<VersionAndText>>,
) -> ApiResult<Envelope<Offer>> {
    let (version, text) = body.into_parts()?;
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(ReopenOfferRequest {
        offer_id: offer_id.clone(),
        version,
        text,
        idempotency_key: key,
    });
    let changed = state.clients.offers.clone().reopen_offer(request).await;
    respond(&state, &member, &offer_id, changed, |response| response.offer).await
}
