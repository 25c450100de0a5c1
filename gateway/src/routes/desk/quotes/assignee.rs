//! `PUT quotes/{number}/assignee`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::AssignInquiryRequest;

use super::quote::{self, Quote};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{InquiryNumber, Json, Optional, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// Change of the assignee.
#[request]
#[derive(Debug)]
pub(crate) struct Assign {
    /// UUID of the present assignee; `null` = none.
    from: Optional<String>,
    /// UUID of the new assignee; `null` = none.
    to: Optional<String>,
}

impl Assign {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<AssignInquiryRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = AssignInquiryRequest {
            number: String::new(),
            from_id: self.from.text(&mut errors, "from"),
            to_id: self.to.text(&mut errors, "to"),
        };
        errors.finish(Some(message))
    }
}

/// Changes the assignee of a quote.
#[utoipa::path(put, path = "/quotes/{number}/assignee", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = Assign, example = json!({"from": null, "to": "01936b2e-7c00-7000-8000-000000000001"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn assign_quote(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<Assign>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(AssignInquiryRequest {
        number: number.clone(),
        ..message
    });
    let changed = state.clients.inbox.clone().assign_inquiry(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}
