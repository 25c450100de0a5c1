//! Tracks the photos of conversations and the files of inquiries.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::inquiry::v1::ConversationChanged;
use sqlx::PgConnection;

use super::media_ids;
use crate::store::{self, media::User};

/// Kind of the records that have photos.
const QUOTE: &str = "quote";

/// Kind of the records that have files.
pub(crate) const QUOTE_FILES: &str = "quoteFiles";

/// Kind of the records whose offers have files.
pub(crate) const OFFER_FILES: &str = "offerFiles";

/// Stores which photos and files an inquiry has, by its latest version; those of a wiped one are deleted.
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
        for (kind, version, ids) in [
            (QUOTE, event.version, &event.media_ids),
            (QUOTE_FILES, event.files_version, &event.file_ids),
            (OFFER_FILES, event.offer_files_version, &event.offer_file_ids),
        ] {
            if version == 0 {
                continue;
            }
            let media = media_ids(ids)?;
            if event.message_id.is_empty() {
                store::media::delete_of(connection, kind, &event.number, version).await?;
            }
            let quote = User::numbered(kind, &event.number);
            store::media::set_uses(connection, &quote, version, &media).await?;
        }
        Ok(())
    }
}
