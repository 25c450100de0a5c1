//! `PUT quotes/{number}/follow-up`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::SetFollowUpRequest;

use super::{
    input::{self, FollowUpInput},
    quote::{self, Quote},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Optional, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// The next step.
#[request]
#[derive(Debug)]
pub(crate) struct SetFollowUp {
    /// Present version.
    version: Input<i64>,
    /// Next step; `null` = none.
    follow_up: Optional<FollowUpInput>,
}

impl SetFollowUp {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<SetFollowUpRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = SetFollowUpRequest {
            number: String::new(),
            version: self.version.required(&mut errors, "version").unwrap_or_default(),
            follow_up: input::follow_up(&mut errors, self.follow_up),
        };
        errors.finish(Some(message))
    }
}

/// Sets or removes the next step of a quote.
#[utoipa::path(put, path = "/quotes/{number}/follow-up", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = SetFollowUp, example = json!({"version": 4, "followUp": null})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn set_quote_follow_up(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<SetFollowUp>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(SetFollowUpRequest {
        number: number.clone(),
        ..message
    });
    let changed = state.clients.inbox.clone().set_follow_up(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}
