//! Contacts with the customer of a quote, and notes.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{
    AddInquiryNoteRequest, CorrectEntryRequest, LogContactRequest, SendStaffMailRequest,
};

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
    routes::desk::{media::check_files, record::NewNote},
    state::AppState,
    words,
};

/// Contact with the customer.
#[request]
#[derive(Debug)]
pub(crate) struct LogContact {
    /// Channel.
    #[schema(value_type = words::ContactChannel)]
    channel: Input<String>,
    /// Direction.
    #[schema(value_type = words::ContactDirection)]
    direction: Input<String>,
    /// Outcome.
    #[schema(value_type = words::ContactOutcome)]
    outcome: Input<String>,
    /// Duration, at most 600.
    #[schema(value_type = Option<u32>)]
    minutes: Input<i64>,
    /// At most 5,000 characters.
    text: Optional<String>,
    /// RFC 3339, at most 7 days ago; by default now.
    at: Optional<String>,
    /// Another next step. Due steps of the kind of the contact are done.
    follow_up: Optional<FollowUpInput>,
}

impl LogContact {
    /// Converts to a message without the number.
    fn into_message(self, idempotency_key: String) -> Result<LogContactRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = LogContactRequest {
            number: String::new(),
            channel: self.channel.text(&mut errors, "channel"),
            direction: self.direction.text(&mut errors, "direction"),
            outcome: self.outcome.text(&mut errors, "outcome"),
            minutes: input::count(&mut errors, "minutes", self.minutes),
            text: self.text.text(&mut errors, "text"),
            at: input::moment(&mut errors, "at", self.at),
            follow_up: input::follow_up(&mut errors, self.follow_up),
            idempotency_key,
        };
        errors.finish(Some(message))
    }
}

/// Logs a contact with the customer.
#[utoipa::path(post, path = "/quotes/{number}/contacts", tag = "desk",
    params(("number" = String, Path, description = "Number"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = LogContact, example = json!({"channel": "call", "direction": "out", "outcome": "talked", "minutes": 3})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn log_quote_contact(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(key, Json(body)): Keyed<Json<LogContact>>,
) -> ApiResult<Envelope<Quote>> {
    let message = body.into_message(key)?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(LogContactRequest {
        number: number.clone(),
        ..message
    });
    let changed = state.clients.inbox.clone().log_contact(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Adds a note to a quote.
#[utoipa::path(post, path = "/quotes/{number}/notes", tag = "desk",
    params(("number" = String, Path, description = "Number"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = NewNote, example = json!({"text": "@Elçin var?", "mentions": []})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn add_quote_note(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<NewNote>>,
) -> ApiResult<Envelope<Quote>> {
    let note = body.parse()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(AddInquiryNoteRequest {
        number: number.clone(),
        text: note.text,
        mentions: note.mentions,
        idempotency_key,
        files: check_files(&state, &member, note.media_ids, &[]).await?,
    });
    let changed = state.clients.inquiry.clone().add_inquiry_note(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Corrected entry of the timeline.
#[request]
#[derive(Debug)]
pub(crate) struct CorrectEntry {
    /// Id of the note or the contact in the timeline.
    id: Input<String>,
    /// 1 to 1,000 characters of a note; at most 5,000 of a contact.
    text: Input<String>,
    /// Outcome of a contact; `null` = unchanged.
    #[schema(value_type = Option<words::ContactOutcome>)]
    outcome: Optional<String>,
}

/// Corrects a note or a logged contact for an hour after it was written: its author alone. The timeline keeps the former
/// text. First answer and waiting time follow a corrected outcome; status and completed steps stay.
#[utoipa::path(patch, path = "/quotes/{number}/timeline", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = CorrectEntry, example = json!({"id": "01936b2e-7c00-7000-8000-000000000304",
        "text": "Zəng edin", "outcome": "noAnswer"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn correct_quote_entry(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<CorrectEntry>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let entry_id = body.id.required(&mut errors, "id").unwrap_or_default();
    let text = body.text.text(&mut errors, "text");
    let outcome = body.outcome.text(&mut errors, "outcome");
    errors.into_result()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(CorrectEntryRequest {
        number: number.clone(),
        entry_id,
        text,
        outcome,
    });
    let changed = state.clients.inbox.clone().correct_entry(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}

/// Mail to the customer.
#[request]
#[derive(Debug)]
pub(crate) struct WriteMail {
    /// 1 to 200 characters.
    subject: Input<String>,
    /// 1 to 5,000 characters.
    text: Input<String>,
    /// Another next step.
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
