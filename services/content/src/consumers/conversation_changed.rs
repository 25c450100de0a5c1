//! Tracks the photos of conversations.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::inquiry::v1::ConversationChanged;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::store::{self, media::User};

/// Kind of the records.
const QUOTE: &str = "quote";

/// Stores which photos a conversation has, by its latest version; those of a wiped one are deleted.
pub(crate) struct TrackPhotos;

#[async_trait]
impl Handler for TrackPhotos {
    type Event = ConversationChanged;

    const NAME: &'static str = "content-photo-use";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<ConversationChanged>,
    ) -> Result<(), HandlerError> {
        let event = received.event;
        let media = event.media_ids.iter().map(|id| Uuid::try_parse(id));
        let media: Vec<_> = media
            .collect::<Result<_, _>>()
            .map_err(|error| HandlerError::Malformed(error.into()))?;
        if event.message_id.is_empty() {
            store::media::delete_of(connection, QUOTE, &event.number).await?;
        }
        let quote = User {
            kind: QUOTE.to_owned(),
            name: Json(kit::domain::LocalizedText {
                az: event.number.clone(),
                ru: event.number.clone(),
                en: event.number.clone(),
            }),
            code: event.number,
        };
        store::media::set_uses(connection, &quote, event.version, &media).await?;
        Ok(())
    }
}
