//! Messages between staff and the customer of an inquiry.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::inquiry::UpdateError;

/// Maximum number of messages of a conversation.
pub(crate) const MAX_MESSAGES: usize = 200;

/// Maximum number of photos of a conversation.
pub(crate) const MAX_PHOTOS: usize = 40;

/// Maximum number of files of a note or of an entry of their own.
pub(crate) const MAX_FILES: usize = 10;

/// Maximum number of photos of a message.
pub(crate) const MAX_PHOTOS_OF_MESSAGE: usize = 6;

/// A photo of a message, or a file that staff attached to the inquiry.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attachment {
    pub(crate) media_id: Uuid,
    pub(crate) name: String,
    /// Media type of what was uploaded.
    #[serde(rename = "type")]
    pub(crate) media_type: String,
    /// Bytes of what was uploaded.
    pub(crate) size: i64,
}

/// Hides the name from logs: it may contain personal data.
impl std::fmt::Debug for Attachment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Attachment({})", self.media_id)
    }
}

/// Text and photos of a message.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Body {
    /// At most 2,000 characters; empty = photos only.
    pub(crate) text: String,
    /// At most [`MAX_PHOTOS_OF_MESSAGE`].
    pub(crate) photos: Vec<Attachment>,
}

/// A message.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) id: Uuid,
    /// Staff UUID or `operator`; `None` = the customer.
    pub(crate) author: Option<String>,
    pub(crate) body: Body,
    pub(crate) created_at: OffsetDateTime,
    /// When the other side opened it.
    pub(crate) read_at: Option<OffsetDateTime>,
}

/// Hides the message from logs: it may contain personal data.
impl std::fmt::Debug for Message {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Message({})", self.id)
    }
}

/// Checks that a message fits into a conversation.
pub(crate) fn check_fits(messages: &[Message], body: &Body) -> Result<(), UpdateError> {
    let photos: usize = messages.iter().map(|message| message.body.photos.len()).sum();
    if messages.len() >= MAX_MESSAGES {
        Err(UpdateError::TooManyMessages)
    } else if photos + body.photos.len() > MAX_PHOTOS {
        Err(UpdateError::TooManyPhotos)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(photos: usize) -> Body {
        let photo = Attachment {
            media_id: Uuid::nil(),
            name: "wall.jpg".to_owned(),
            media_type: "image/jpeg".to_owned(),
            size: 1,
        };
        Body {
            text: String::new(),
            photos: vec![photo; photos],
        }
    }

    #[test]
    fn a_conversation_is_bounded() {
        let conversation = |messages: usize, photos: usize| -> Vec<_> {
            let message = |body| Message {
                id: Uuid::nil(),
                author: None,
                body,
                created_at: OffsetDateTime::UNIX_EPOCH,
                read_at: None,
            };
            let rest = std::iter::repeat_with(|| message(body(0))).take(messages - 1);
            std::iter::once(message(body(photos))).chain(rest).collect()
        };
        for (messages, photos, added, expected) in [
            (199, 34, 6, Ok(())),
            (200, 0, 0, Err(UpdateError::TooManyMessages)),
            (199, 35, 6, Err(UpdateError::TooManyPhotos)),
        ] {
            let fits = check_fits(&conversation(messages, photos), &body(added));
            assert_eq!(fits, expected, "{messages} messages, {photos} + {added} photos");
        }
    }
}
