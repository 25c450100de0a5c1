//! `POST quotes/{number}/notes`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::AddInquiryNoteRequest;

use super::quote::{self, Quote};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Keyed, Optional, PathOf},
    openapi::ErrorResponse,
    state::AppState,
};

/// Note for the staff.
#[request]
#[derive(Debug)]
pub(crate) struct AddNote {
    /// 1 to 1,000 characters.
    text: Input<String>,
    /// UUIDs of staff, at most 20.
    mentions: Optional<Vec<String>>,
}

impl AddNote {
    /// Converts to a message without the number.
    fn into_message(self, idempotency_key: String) -> Result<AddInquiryNoteRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = AddInquiryNoteRequest {
            number: String::new(),
            text: self.text.text(&mut errors, "text"),
            mentions: self
                .mentions
                .optional(&mut errors, "mentions")
                .unwrap_or_default(),
            idempotency_key,
        };
        errors.finish(Some(message))
    }
}

/// Adds a note to a quote.
#[utoipa::path(post, path = "/quotes/{number}/notes", tag = "desk",
    params(("number" = String, Path, description = "Number"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = AddNote, example = json!({"text": "@Elçin var?", "mentions": []})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn add_quote_note(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(key, Json(body)): Keyed<Json<AddNote>>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message(key)?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(AddInquiryNoteRequest {
        number: number.clone(),
        ..message
    });
    let changed = state.clients.inquiry.clone().add_inquiry_note(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}
