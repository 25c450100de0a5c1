//! Texts and pictures of the home page.

use kit::domain::LocalizedText;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use super::MAX_ROWS;
use crate::{
    home_text::{Attributes, HomeText},
    picture::Picture,
    publication::LastChange,
    save::Version,
};

struct Row {
    key: String,
    text: Json<LocalizedText>,
    image: Option<Json<Picture>>,
    version: i64,
    changed_by: String,
    changed_at: OffsetDateTime,
}

impl From<Row> for HomeText {
    fn from(row: Row) -> Self {
        Self {
            key: row.key,
            version: Version(row.version),
            attributes: Attributes {
                text: row.text.0,
                image: row.image.map(|image| image.0),
            },
            last_change: LastChange {
                by: Some(row.changed_by),
                at: row.changed_at,
            },
        }
    }
}

/// Returns what staff changed, by key.
pub(crate) async fn list(connection: &mut PgConnection) -> Result<Vec<HomeText>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select key, text, image, version, changed_by, changed_at from home_text order by key limit $1",
        MAX_ROWS,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(HomeText::from).collect())
}

/// Returns what staff set for a key and locks it until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, key: &str) -> Result<Option<HomeText>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select key, text, image, version, changed_by, changed_at from home_text where key = $1 for update",
        key,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(HomeText::from))
}

/// Inserts or replaces what staff set for a key; returns `None` if the stored version is not `version`, 0 without one.
pub(crate) async fn save(
    connection: &mut PgConnection,
    key: &str,
    version: i64,
    attributes: &Attributes,
    actor: &str,
) -> Result<Option<HomeText>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into home_text (key, text, image, changed_by) values ($1, $3, $4, $5)
         on conflict (key) do update
         set text = excluded.text, image = excluded.image, version = home_text.version + 1,
             changed_by = excluded.changed_by, changed_at = now()
         where home_text.version = $2
         returning key, text, image, version, changed_by, changed_at",
        key,
        version,
        Json(&attributes.text) as _,
        attributes.image.as_ref().map(Json) as _,
        actor,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(HomeText::from))
}

/// Deletes what staff set for a key.
pub(crate) async fn delete(connection: &mut PgConnection, key: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from home_text where key = $1", key)
        .execute(connection)
        .await?;
    Ok(())
}
