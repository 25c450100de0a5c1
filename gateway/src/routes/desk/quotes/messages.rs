//! The conversation with the customer of a quote.

use axum::{
    extract::{Path, State},
    response::Response,
};
use kit::{
    domain::Language,
    validation::FieldErrors,
    vocabulary::{ProtobufWord as _, content::MediaKind},
};
use proto::inquiry::v1::{
    AnswerCustomerRequest, Conversation, GetConversationRequest, GetConversationResponse,
    MarkMessagesReadRequest,
};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Keyed, Optional, PathOf},
    openapi::ErrorResponse,
    people::Person,
    routes::{
        conversations::{self, MAX_PHOTOS, MessageSide, Photo},
        desk::offers::whatsapp_url,
    },
    state::AppState,
};

/// Message of the conversation with a customer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteMessage {
    /// UUID.
    id: String,
    side: MessageSide,
    /// Author; `null` for the customer.
    author: Option<Person>,
    /// At most 2,000 characters; empty = photos only, or wiped.
    text: String,
    files: Vec<Photo>,
    /// RFC 3339.
    created_at: Instant,
    /// RFC 3339: when the other side opened it; `null` = not yet.
    read_at: Option<Instant>,
}

/// Conversation with a customer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteConversation {
    /// Oldest first, at most 200.
    messages: Vec<QuoteMessage>,
    /// Whether no further message fits.
    is_full: bool,
    /// Address of the customer's page; `null` once wiped, and for a role that may not see contacts.
    url: Option<String>,
    /// Link that opens a chat of `WhatsApp` with the address; `null` without a phone.
    whatsapp_url: Option<String>,
    /// Whether messages are mailed to the customer until they are read.
    is_mailed: bool,
}

impl QuoteConversation {
    fn example() -> Value {
        json!({"messages": [{"id": "01936b2e-7c00-7000-8000-000000000901", "side": "customer", "author": null,
                "text": "Вот стена под шкаф", "files": [Photo::example()], "createdAt": "2026-11-23T10:14:00Z",
                "readAt": null}],
            "isFull": false, "url": "https://shop.example/ru/conversation#SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg",
            "whatsappUrl": "https://wa.me/994500123456?text=%D0%97%D0%B4", "isMailed": true})
    }
}

/// Reads a conversation with its link.
async fn read(state: &AppState, member: &Member, number: &str) -> ApiResult<GetConversationResponse> {
    let request = member.request(GetConversationRequest {
        number: number.to_owned(),
    });
    let found = state
        .clients
        .conversations
        .clone()
        .get_conversation(request)
        .await?;
    Ok(found.into_inner())
}

/// Responds with a conversation as it is now.
async fn present(state: &AppState, member: &Member, number: &str) -> ApiResult<Envelope<QuoteConversation>> {
    let found = read(state, member, number).await?;
    let conversation = found.conversation.ok_or_else(conversations::missing)?;
    let people = &state.desk.people;
    let authors = conversation
        .messages
        .iter()
        .map(|message| message.author.as_str());
    let names = people.names(&state.clients, &member.caller, authors).await;
    let messages = conversation.messages.into_iter().map(|message| QuoteMessage {
        id: message.id,
        side: conversations::side(message.is_from_staff),
        author: names.person(&message.author),
        text: message.text,
        files: message.files.into_iter().map(Into::into).collect(),
        created_at: convert::moment(message.created_at).unwrap_or_default(),
        read_at: convert::moment(message.read_at),
    });
    let language = Language::known(found.language).unwrap_or(state.default_language);
    let url = convert::non_empty(found.token)
        .map(|token| format!("{}/{}/conversation#{token}", state.public_origin, language.name()));
    let text = url
        .as_deref()
        .map(|url| whatsapp_text(language, &found.customer_name, url));
    Ok(Envelope::new(QuoteConversation {
        messages: messages.collect(),
        is_full: conversation.is_full,
        whatsapp_url: text.and_then(|text| whatsapp_url(&found.customer_phone, &text)),
        url,
        is_mailed: found.is_mailed,
    }))
}

/// Returns the prepared text of a chat.
fn whatsapp_text(language: Language, name: &str, url: &str) -> String {
    match language {
        Language::Az => format!("Salam, {name}! Sizə yazdıq, mesajımız buradadır: {url}"),
        Language::Ru => format!("Здравствуйте, {name}! Мы написали вам, наше сообщение здесь: {url}"),
        Language::En => format!("Hello, {name}! We have written to you, our message is here: {url}"),
    }
}

/// Returns the conversation with the customer of a quote.
#[utoipa::path(get, path = "/quotes/{number}/messages", tag = "desk",
    params(("number" = String, Path, description = "Number")), security(("desk" = [])),
    responses((status = 200, body = Envelope<QuoteConversation>, description = "Conversation",
        example = json!(Envelope::new(QuoteConversation::example())))))]
pub(crate) async fn get_quote_messages(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
) -> ApiResult<Envelope<QuoteConversation>> {
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    present(&state, &member, &number).await
}

/// Message to a customer.
#[request]
#[derive(Debug)]
pub(crate) struct AnswerCustomer {
    /// At most 2,000 characters; required without photos.
    #[schema(max_length = 2_000)]
    text: Optional<String>,
    /// Ids of at most 6 photos that the caller has uploaded with the kind `photo`.
    #[schema(value_type = Option<Vec<String>>, max_items = 6)]
    media_ids: Optional<Vec<String>>,
}

/// Writes a message to the customer, which is an answer. A customer with an e-mail gets a mail until the message is read, at
/// most one in 10 minutes.
#[utoipa::path(post, path = "/quotes/{number}/messages", tag = "desk",
    params(("number" = String, Path, description = "Number"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = AnswerCustomer, example = json!({"text": "Спасибо! Какая высота?", "mediaIds": []})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<QuoteConversation>, description = "Conversation",
        example = json!(Envelope::new(QuoteConversation::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn answer_customer(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<AnswerCustomer>>,
) -> ApiResult<Envelope<QuoteConversation>> {
    let mut errors = FieldErrors::default();
    let text = body.text.text(&mut errors, "text");
    let media_ids = body
        .media_ids
        .optional(&mut errors, "mediaIds")
        .unwrap_or_default();
    errors.into_result()?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let author = member.session.user_id.to_string();
    let request = |message| member.request(message);
    let kind = MediaKind::Photo;
    let files =
        conversations::check_media::<MAX_PHOTOS>(&state, request, kind, media_ids, &author, &[]).await?;
    let request = member.request(AnswerCustomerRequest {
        number: number.clone(),
        text,
        files,
        idempotency_key,
    });
    state
        .clients
        .conversations
        .clone()
        .answer_customer(request)
        .await?;
    present(&state, &member, &number).await
}

/// The last message that was seen.
#[request]
#[derive(Debug)]
pub(crate) struct ReadMessages {
    /// Id of the message.
    #[schema(required)]
    until: Input<String>,
}

/// Marks the customer's messages as read, up to one.
#[utoipa::path(post, path = "/quotes/{number}/messages/read", tag = "desk",
    params(("number" = String, Path, description = "Number")),
    request_body(content = ReadMessages, example = json!({"until": "01936b2e-7c00-7000-8000-000000000901"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<QuoteConversation>, description = "Conversation",
        example = json!(Envelope::new(QuoteConversation::example())))))]
pub(crate) async fn read_quote_messages(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Json(body): Json<ReadMessages>,
) -> ApiResult<Envelope<QuoteConversation>> {
    let mut errors = FieldErrors::default();
    let until_id = body.until.required(&mut errors, "until");
    let until_id = errors.finish(until_id)?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(MarkMessagesReadRequest {
        number: number.clone(),
        until_id,
    });
    state
        .clients
        .conversations
        .clone()
        .mark_messages_read(request)
        .await?;
    present(&state, &member, &number).await
}

/// Returns a photo of the conversation as WebP. 202 with `Retry-After` while it is converted.
#[utoipa::path(get, path = "/quotes/{number}/messages/photos/{id}", tag = "desk",
    params(("number" = String, Path, description = "Number"), ("id" = String, Path, description = "Id of the photo")),
    security(("desk" = [])),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>, description = "WebP"),
        (status = 202, description = "Not converted yet", headers(("Retry-After" = u32, description = "Seconds")))))]
pub(crate) async fn get_quote_photo(
    State(state): State<AppState>,
    member: Member,
    Path((number, media_id)): Path<(String, String)>,
) -> ApiResult<Response> {
    let found = read(&state, &member, &number).await?;
    let conversation: Conversation = found.conversation.ok_or_else(conversations::missing)?;
    let request = |message| member.request(message);
    conversations::respond_photo(&state, request, &conversation, media_id).await
}
