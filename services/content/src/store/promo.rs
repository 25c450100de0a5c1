//! Banner texts.

use kit::domain::LocalizedText;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use super::max_rows;
use crate::{
    promo::{Attributes, Promo},
    publication::{LastChange, Publication, Visibility},
    save::Version,
};

struct Row {
    code: String,
    text: Json<LocalizedText>,
    position: i32,
    version: i64,
    is_draft: bool,
    show_at: Option<OffsetDateTime>,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
}

impl From<Row> for Promo {
    fn from(row: Row) -> Self {
        Self {
            version: Version(row.version),
            attributes: Attributes {
                code: row.code,
                text: row.text.0,
                position: row.position,
                publication: Publication {
                    is_draft: row.is_draft,
                    from: row.show_at,
                    until: None,
                },
            },
            last_change: LastChange {
                by: row.changed_by,
                at: row.changed_at,
            },
        }
    }
}

/// Returns the visible banner texts in the order of their positions.
pub(crate) async fn list(
    connection: &mut PgConnection,
    visibility: Visibility,
) -> Result<Vec<Promo>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select code, text, position, version, is_draft, show_at, changed_by, changed_at from promo
         where $1 or (not is_draft and (show_at is null or show_at <= now()))
         order by position, code limit $2",
        visibility == Visibility::All,
        max_rows(visibility),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Promo::from).collect())
}

/// Returns the banner text with a code and locks it until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, code: &str) -> Result<Option<Promo>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select code, text, position, version, is_draft, show_at, changed_by, changed_at from promo
         where code = $1 for update",
        code,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Promo::from))
}

/// Inserts a banner text; returns `None` if a concurrent transaction inserted the code.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    attributes: &Attributes,
    actor: &str,
) -> Result<Option<Promo>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into promo (code, text, position, is_draft, show_at, changed_by) values ($1, $2, $3, $4, $5, $6)
         on conflict (code) do nothing
         returning code, text, position, version, is_draft, show_at, changed_by, changed_at",
        attributes.code,
        Json(&attributes.text) as _,
        attributes.position,
        attributes.publication.is_draft,
        attributes.publication.from,
        actor,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Promo::from))
}

/// Updates a banner text.
pub(crate) async fn update(
    connection: &mut PgConnection,
    attributes: &Attributes,
    actor: &str,
) -> Result<Promo, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update promo
         set text = $2, position = $3, is_draft = $4, show_at = $5, changed_by = $6, changed_at = now(),
             version = version + 1
         where code = $1
         returning code, text, position, version, is_draft, show_at, changed_by, changed_at",
        attributes.code,
        Json(&attributes.text) as _,
        attributes.position,
        attributes.publication.is_draft,
        attributes.publication.from,
        actor,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Deletes a banner text.
pub(crate) async fn delete(connection: &mut PgConnection, code: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from promo where code = $1", code)
        .execute(connection)
        .await?;
    Ok(())
}
