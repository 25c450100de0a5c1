//! Conversions between protobuf messages and messages of a conversation.

use kit::{
    convert::timestamp,
    validation::{FieldErrors, INVALID, REQUIRED, TOO_LONG},
};
use proto::inquiry::v1 as wire;
use sqlx::PgConnection;

use crate::{
    conversation::{Attachment, Body, MAX_MESSAGES, MAX_PHOTOS_OF_MESSAGE, Message},
    inquiry::Inquiry,
    store,
};

/// Returns the conversation of an inquiry.
pub(super) async fn load(
    connection: &mut PgConnection,
    inquiry: &Inquiry,
) -> Result<wire::Conversation, sqlx::Error> {
    let messages = store::message::list(connection, inquiry.id).await?;
    Ok(wire::Conversation {
        number: inquiry.number.clone(),
        is_full: messages.len() >= MAX_MESSAGES,
        messages: messages.into_iter().map(Into::into).collect(),
    })
}

impl From<Message> for wire::ConversationMessage {
    fn from(message: Message) -> Self {
        Self {
            id: message.id.to_string(),
            is_from_staff: message.author.is_some(),
            author: message.author.unwrap_or_default(),
            text: message.body.text,
            files: message.body.photos.into_iter().map(Into::into).collect(),
            created_at: Some(timestamp(message.created_at)),
            read_at: message.read_at.map(timestamp),
        }
    }
}

impl From<Attachment> for wire::ConversationFile {
    fn from(file: Attachment) -> Self {
        Self {
            media_id: file.media_id.to_string(),
            name: file.name,
            media_type: file.media_type,
            size_bytes: file.size,
        }
    }
}

/// Parses text and photos of a message.
pub(super) fn body(errors: &mut FieldErrors, text: &str, files: &[wire::ConversationFile]) -> Option<Body> {
    let parsed = errors.text::<0, 2_000>("text", text);
    let photos = attachments::<MAX_PHOTOS_OF_MESSAGE>(errors, files);
    let text = parsed?;
    errors.ensure(!text.is_empty() || !files.is_empty(), "text", REQUIRED);
    Some(Body { text, photos })
}

/// Parses at most `MAX` files.
pub(in crate::grpc) fn attachments<const MAX: usize>(
    errors: &mut FieldErrors,
    files: &[wire::ConversationFile],
) -> Vec<Attachment> {
    errors.ensure(files.len() <= MAX, "mediaIds", TOO_LONG);
    let mut parsed = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let id = file.media_id.parse().map_err(|_| INVALID);
        if let Some(media_id) = errors.check(format!("mediaIds[{index}]"), id) {
            parsed.push(Attachment {
                media_id,
                name: file.name.clone(),
                media_type: file.media_type.clone(),
                size: file.size_bytes,
            });
        }
    }
    parsed
}
