//! Calls of a customer about the conversation of a link.

use axum::extract::State;
use kit::{validation::FieldErrors, vocabulary::content::MediaKind};
use proto::inquiry::v1::WriteMessageRequest;

use super::{
    conversation::{PublicConversation, convert},
    photos,
    view::{NOT_FOUND, view},
};
use crate::{
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional},
    openapi::ErrorResponse,
    routes::visitor::Visitor,
    state::AppState,
};

/// Maximum number of photos of a message.
pub(in crate::routes) const MAX_PHOTOS: usize = 6;

/// Link of a conversation.
#[request]
#[derive(Debug)]
pub(crate) struct ViewConversation {
    /// Token of the link: of the request, or of an offer.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// Whether the customer sees the messages: those of the staff are read then.
    #[schema(value_type = Option<bool>)]
    is_seen: Optional<bool>,
}

/// Returns a conversation to its customer. At most 300 calls, and 30 wrong tokens, of an address in 10 minutes.
#[utoipa::path(post, path = "/conversations/view", tag = "conversations",
    request_body(content = ViewConversation,
        example = json!({"token": "SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg", "isSeen": true})),
    responses((status = 200, body = Envelope<PublicConversation>, description = "Conversation",
        example = json!(Envelope::new(PublicConversation::example()))),
        ErrorResponse::<404>, ErrorResponse::<429>))]
pub(crate) async fn view_conversation(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<ViewConversation>,
) -> ApiResult<Envelope<PublicConversation>> {
    let mut errors = FieldErrors::default();
    let token = body.token.required(&mut errors, "token");
    let is_seen = body.is_seen.optional(&mut errors, "isSeen").unwrap_or_default();
    let token = errors.finish(token)?;
    let conversation = view(&state, &visitor, token, is_seen).await?;
    Ok(Envelope::new(convert(&state, Some(conversation)).await?))
}

/// Message of a customer.
#[request]
#[derive(Debug)]
pub(crate) struct WriteMessage {
    /// Token of the link.
    #[schema(required, min_length = 1)]
    token: Input<String>,
    /// UUID of the message, by the client. A repeated call with it has no second effect.
    #[schema(required)]
    id: Input<String>,
    /// At most 2,000 characters; required without photos.
    #[schema(max_length = 2_000)]
    text: Optional<String>,
    /// Ids of at most 6 photos that were uploaded by this link.
    #[schema(value_type = Option<Vec<String>>, max_items = 6)]
    media_ids: Optional<Vec<String>>,
}

/// Writes a message to the staff. At most 20 in an hour, 200 messages and 40 photos in a conversation.
#[utoipa::path(post, path = "/conversations/messages", tag = "conversations",
    request_body(content = WriteMessage, example = json!({"token": "SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg",
        "id": "01936b2e-7c00-7000-8000-000000000901", "text": "Вот стена под шкаф",
        "mediaIds": ["01936b2e-7c00-7000-8000-000000000802"]})),
    responses((status = 200, body = Envelope<PublicConversation>, description = "Conversation",
        example = json!(Envelope::new(PublicConversation::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<422>, ErrorResponse::<429>))]
pub(crate) async fn write_message(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<WriteMessage>,
) -> ApiResult<Envelope<PublicConversation>> {
    let mut errors = FieldErrors::default();
    let token = body.token.required(&mut errors, "token");
    let message_id = body.id.required(&mut errors, "id");
    let text = body.text.text(&mut errors, "text");
    let media_ids = body
        .media_ids
        .optional(&mut errors, "mediaIds")
        .unwrap_or_default();
    let (token, message_id) = errors.finish((token, message_id))?;
    visitor.check(&state, &token, NOT_FOUND)?;
    let files = if media_ids.is_empty() {
        Vec::new()
    } else {
        let number = view(&state, &visitor, token.clone(), false).await?.number;
        let request = |message| visitor.request(message);
        photos::check::<MAX_PHOTOS>(&state, request, MediaKind::Photo, media_ids, &number, &[]).await?
    };
    let request = visitor.request(WriteMessageRequest {
        token,
        message_id,
        text,
        files,
    });
    let written = state.clients.conversations.clone().write_message(request).await;
    let written = written.map_err(|status| visitor.refused(&state, status.into()))?;
    let conversation = convert(&state, written.into_inner().conversation).await?;
    Ok(Envelope::new(conversation))
}
