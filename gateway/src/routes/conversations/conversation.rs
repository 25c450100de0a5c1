//! A conversation as its customer sees it.

use kit::failure::{Code, Failure};
use proto::{inquiry::v1 as inquiry, order::v1 as order};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    error::ApiResult,
    senders::Sender,
    state::AppState,
    words::Word,
};

kit::words! {
    /// Side of a conversation.
    pub(crate) enum Side("MessageSide") {
        /// The customer.
        Customer = "customer",
        /// The shop's staff.
        Staff = "staff",
    }
}

pub(crate) type MessageSide = Word<Side>;

/// Returns the side of a message.
pub(in crate::routes) fn side(is_from_staff: bool) -> MessageSide {
    let side = if is_from_staff {
        Side::Staff
    } else {
        Side::Customer
    };
    side.into()
}

/// Photo of a message.
#[response]
#[derive(Debug, Clone)]
#[schema(as = MessagePhoto)]
pub(crate) struct Photo {
    /// Id, by which its content is read.
    media_id: String,
    /// Name of the file at the uploader.
    name: String,
    /// Media type of what was uploaded.
    #[serde(rename = "type")]
    media_type: String,
    /// Bytes of what was uploaded.
    size: i64,
}

impl Photo {
    /// The OpenAPI example.
    pub(in crate::routes) fn example() -> Value {
        json!({"mediaId": "01936b2e-7c00-7000-8000-000000000802", "name": "wall.jpg", "type": "image/jpeg",
            "size": 812_345})
    }
}

impl From<inquiry::ConversationFile> for Photo {
    fn from(file: inquiry::ConversationFile) -> Self {
        Self {
            media_id: file.media_id,
            name: file.name,
            media_type: file.media_type,
            size: file.size_bytes,
        }
    }
}

impl From<order::NoteFile> for Photo {
    fn from(file: order::NoteFile) -> Self {
        Self {
            media_id: file.media_id,
            name: file.name,
            media_type: file.media_type,
            size: file.size_bytes,
        }
    }
}

/// Message of a conversation, as its customer sees it.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicMessage {
    /// UUID.
    id: String,
    side: MessageSide,
    /// Staff member who wrote it; `null` for the customer, and while unknown.
    author: Option<Sender>,
    /// At most 2,000 characters; empty = photos only.
    text: String,
    files: Vec<Photo>,
    /// RFC 3339.
    created_at: Instant,
    /// RFC 3339: when the other side opened it; `null` = not yet.
    read_at: Option<Instant>,
}

/// Conversation with the shop.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicConversation {
    /// Number of the request.
    number: String,
    /// Oldest first, at most 200.
    messages: Vec<PublicMessage>,
    /// Whether no further message fits.
    is_full: bool,
}

impl PublicConversation {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"number": "SQ-7Q2M04XK", "isFull": false, "messages": [
            {"id": "01936b2e-7c00-7000-8000-000000000901", "side": "customer", "author": null,
                "text": "Вот стена под шкаф", "files": [Photo::example()], "createdAt": "2026-11-23T10:14:00Z",
                "readAt": "2026-11-23T10:20:00Z"},
            {"id": "01936b2e-7c00-7000-8000-000000000902", "side": "staff",
                "author": {"name": "Nigar Əliyeva", "phone": "+994500001122"}, "text": "Спасибо! Какая высота?",
                "files": [], "createdAt": "2026-11-23T10:22:00Z", "readAt": null}]})
    }
}

/// Converts the conversation of a response, with the names of its authors.
pub(super) async fn convert(
    state: &AppState,
    conversation: Option<inquiry::Conversation>,
) -> ApiResult<PublicConversation> {
    let conversation = conversation.ok_or_else(missing)?;
    let mut messages = Vec::with_capacity(conversation.messages.len());
    for message in conversation.messages {
        messages.push(PublicMessage {
            author: state.desk.senders.get(&state.clients, &message.author).await,
            id: message.id,
            side: side(message.is_from_staff),
            text: message.text,
            files: message.files.into_iter().map(Into::into).collect(),
            created_at: convert::moment(message.created_at).unwrap_or_default(),
            read_at: convert::moment(message.read_at),
        });
    }
    Ok(PublicConversation {
        number: conversation.number,
        messages,
        is_full: conversation.is_full,
    })
}

/// The failure of a response without a conversation.
pub(in crate::routes) fn missing() -> Failure {
    Failure::new(Code::Internal).with_source("inquiry responded without a conversation")
}
