//! `POST quotes/{number}/mail`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::SendStaffMailRequest;

use super::{
    input::{self, FollowUpInput},
    quote::{self, Quote},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Keyed, Optional, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// Mail to the customer.
#[request]
#[derive(Debug)]
pub(crate) struct WriteMail {
    /// 1 to 200 characters.
    subject: Input<String>,
    /// 1 to 5,000 characters.
    text: Input<String>,
    /// Next step; replaces the present one.
    follow_up: Optional<FollowUpInput>,
}

impl WriteMail {
    /// Converts to a message without the number.
    fn into_message(self, idempotency_key: String) -> Result<SendStaffMailRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = SendStaffMailRequest {
            number: String::new(),
            subject: self.subject.text(&mut errors, "subject"),
            text: self.text.text(&mut errors, "text"),
            follow_up: input::follow_up(&mut errors, self.follow_up),
            idempotency_key,
        };
        errors.finish(Some(message))
    }
}

/// Sends a mail to the customer.
#[utoipa::path(post, path = "/quotes/{number}/mail", tag = "desk",
    params(("number" = String, Path, description = "Number"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = WriteMail, example = json!({"subject": "Размеры", "text": "Здравствуйте!"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn mail_quote(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(key, Json(body)): Keyed<Json<WriteMail>>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message(key)?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(SendStaffMailRequest {
        number: number.clone(),
        ..message
    });
    let changed = state.clients.inbox.clone().send_staff_mail(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}
