//! Calls of a customer about the offer of a link.

use axum::extract::State;
use http::HeaderMap;
use kit::{
    domain::Language,
    failure::Failure,
    grpc::Client,
    validation::{FieldErrors, INVALID},
};
use proto::inquiry::v1::{
    self as inquiry, AcceptOfferRequest, AskAgainRequest, AskForChangeRequest, DeclineOfferRequest,
    ViewOfferRequest, offer_service_client::OfferServiceClient,
};
use serde::Deserialize;
use serde_json::Number;
use utoipa::ToSchema;

use super::offer::{self, PublicOffer};
use crate::{
    convert,
    desk::{is_conflict, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional},
    openapi::ErrorResponse,
    routes::visitor::{LinkToken, Visitor},
    state::AppState,
    words,
};

/// Message key of a wrong token.
pub(super) const NOT_FOUND: &str = "OFFER.NOT_FOUND";

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
        offer::convert(state, visitor, response.into_inner().offer).await
    };
    let offer = present_on_conflict(changed, is_conflict, present).await?;
    Ok(Envelope::new(offer::convert(state, visitor, offer).await?))
}

/// Returns an offer to its customer. The first view of a revision opens it. At most 300 calls, and 30 wrong tokens, of an
/// address in 10 minutes.
#[utoipa::path(post, path = "/offers/view", tag = "offers",
    request_body(content = LinkToken, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_offer(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<LinkToken>,
) -> ApiResult<Envelope<PublicOffer>> {
    let token = body.into_token()?;
    let request = ViewOfferRequest { token: token.clone() };
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.view_offer(visitor.request(request)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}

/// Acceptance of an offer, as the customer saw it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AcceptOffer {
    /// Token of the link.
    #[serde(default)]
    #[schema(value_type = String, required, min_length = 1)]
    token: Input<String>,
    /// Revision that the customer saw.
    #[serde(default)]
    #[schema(value_type = u32, required, minimum = 1)]
    revision: Input<i64>,
    /// Total that the customer saw, in AZN.
    #[serde(default)]
    #[schema(value_type = f64, required)]
    total: Input<Number>,
    /// Address where the customer wants the delivery, at most 200 characters.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    address: Input<String>,
    /// Time of day at which the customer wants the call.
    #[serde(default, rename = "callWindow")]
    #[schema(value_type = Option<words::CallWindow>)]
    call_window: Input<String>,
    /// `true` to confirm the size of each designed piece by its `confirmText`; required if the offer has one.
    #[serde(default, rename = "confirmsSize")]
    #[schema(value_type = Option<bool>)]
    confirms_size: Input<bool>,
}

impl AcceptOffer {
    /// Converts to a message; the service validates the wishes.
    fn into_message(self, is_at_desk: bool, language: Language) -> Result<AcceptOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let total = self.total.parse(|number| convert::parse_amount(&number));
        let message = AcceptOfferRequest {
            token: self.token.required(&mut errors, "token").unwrap_or_default(),
            revision: revision(&mut errors, self.revision),
            total_minor: total.required(&mut errors, "total").unwrap_or_default(),
            address: self.address.text(&mut errors, "address"),
            call_window: self.call_window.text(&mut errors, "callWindow"),
            is_at_desk,
            confirms_size: self
                .confirms_size
                .optional(&mut errors, "confirmsSize")
                .unwrap_or_default(),
            language: language.into(),
        };
        errors.finish(Some(message))
    }
}

/// Accepts an offer. A repeated call has no second effect.
#[utoipa::path(post, path = "/offers/accept", tag = "offers",
    request_body(content = AcceptOffer,
        example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg", "revision": 1, "total": 5814.00,
            "address": "Баку, ул. Низами, 12", "callWindow": "13-17"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Accepted offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn accept_offer(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(body): Json<AcceptOffer>,
) -> ApiResult<Envelope<PublicOffer>> {
    let is_at_desk = state.desk.cookies.tokens(&headers).are_any();
    let message = body.into_message(is_at_desk, visitor.language())?;
    let token = message.token.clone();
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.accept_offer(visitor.request(message)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}

/// Refusal of an offer.
#[request]
#[derive(Debug)]
pub(crate) struct DeclineOffer {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// Revision that the customer saw.
    #[schema(value_type = u32, required, minimum = 1)]
    revision: Input<i64>,
    /// `price`, `time`, `competitor` or `other`.
    #[schema(value_type = words::InquiryReason, required)]
    reason: Input<String>,
    /// At most 1,000 characters.
    text: Optional<String>,
}

impl DeclineOffer {
    /// Converts to a message; the service validates reason and text.
    fn into_message(self) -> Result<DeclineOfferRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = DeclineOfferRequest {
            token: self.token.required(&mut errors, "token").unwrap_or_default(),
            revision: revision(&mut errors, self.revision),
            reason: self.reason.required(&mut errors, "reason").unwrap_or_default(),
            text: self.text.text(&mut errors, "text"),
        };
        errors.finish(Some(message))
    }
}

/// Declines an offer. A repeated call has no second effect.
#[utoipa::path(post, path = "/offers/decline", tag = "offers",
    request_body(content = DeclineOffer, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg",
        "revision": 1, "reason": "price", "text": ""})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Declined offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn decline_offer(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<DeclineOffer>,
) -> ApiResult<Envelope<PublicOffer>> {
    let message = body.into_message()?;
    let token = message.token.clone();
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.decline_offer(visitor.request(message)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}

/// Asks for a new offer once this one has expired, or was declined or withdrawn. The quote is assigned again. A repeated
/// call has no second effect within an hour. At most 10 requests about an offer in a day.
#[utoipa::path(post, path = "/offers/ask-again", tag = "offers",
    request_body(content = LinkToken, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn ask_again(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<LinkToken>,
) -> ApiResult<Envelope<PublicOffer>> {
    let token = body.into_token()?;
    let request = AskAgainRequest { token: token.clone() };
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.ask_again(visitor.request(request)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}

/// Request for a change of an offer.
#[request]
#[derive(Debug)]
pub(crate) struct AskForChange {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// Revision that the customer saw.
    #[schema(value_type = u32, required, minimum = 1)]
    revision: Input<i64>,
    /// Requested change, 1 to 1,000 characters.
    #[schema(required, min_length = 1, max_length = 1_000)]
    text: Input<String>,
}

impl AskForChange {
    /// Converts to a message; the service validates the text.
    fn into_message(self) -> Result<AskForChangeRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = AskForChangeRequest {
            token: self.token.required(&mut errors, "token").unwrap_or_default(),
            revision: revision(&mut errors, self.revision),
            text: self.text.required(&mut errors, "text").unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Asks for a change of an open offer, which stays open. The quote is assigned again. A repeated call has no second effect
/// within an hour. At most 10 requests about an offer in a day.
#[utoipa::path(post, path = "/offers/ask-change", tag = "offers",
    request_body(content = AskForChange, example = json!({"token": "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg",
        "revision": 1, "text": "Можно столешницу 92 см?"})),
    responses((status = 200, body = Envelope<PublicOffer>, description = "Offer",
        example = json!(Envelope::new(PublicOffer::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<429>))]
pub(crate) async fn ask_for_change(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<AskForChange>,
) -> ApiResult<Envelope<PublicOffer>> {
    let message = body.into_message()?;
    let token = message.token.clone();
    call(&state, &visitor, &token, async |mut offers| {
        let response = offers.ask_for_change(visitor.request(message)).await?;
        Ok(response.into_inner().offer)
    })
    .await
}
