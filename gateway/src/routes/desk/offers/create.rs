//! `POST quotes/{number}/offers`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::CreateOfferRequest;

use super::offer::{Offer, convert};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{InquiryNumber, Json, Keyed, Optional, PathOf, RecordId},
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

/// Creates a draft of a new offer for a quote.
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
    let offer = convert(&state, &member, response.into_inner().offer).await?;
    Ok(Envelope::new(offer))
}
