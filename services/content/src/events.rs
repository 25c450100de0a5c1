//! What the content service tells the others.

use kit::events;
use proto::content::v1::{ContentChanged, ContentKind};
use sqlx::PgConnection;

/// Something that the shop shows has changed; `id` is empty where there is only one of the kind.
pub(crate) async fn changed(
    connection: &mut PgConnection,
    kind: ContentKind,
    id: &str,
) -> Result<(), sqlx::Error> {
    let event = ContentChanged {
        kind: kind.into(),
        id: id.to_owned(),
    };
    events::append(connection, &event).await?;
    Ok(())
}
