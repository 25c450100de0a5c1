//! Banner texts.

use kit::domain::LocalizedText;
use sqlx::{PgConnection, types::Json};

use super::MAX_PAGE_ROWS;
use crate::{
    promo::{Attributes, Promo},
    save::Version,
};

struct Row {
    code: String,
    text: Json<LocalizedText>,
    position: i32,
    version: i64,
}

impl From<Row> for Promo {
    fn from(row: Row) -> Self {
        Self {
            version: Version(row.version),
            attributes: Attributes {
                code: row.code,
                text: row.text.0,
                position: row.position,
            },
        }
    }
}

/// Returns the banner texts in the order of their positions.
pub(crate) async fn list(connection: &mut PgConnection) -> Result<Vec<Promo>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select code, text, position, version from promo order by position, code limit $1",
        MAX_PAGE_ROWS,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Promo::from).collect())
}

/// Returns the banner text with a code and locks it until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, code: &str) -> Result<Option<Promo>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select code, text, position, version from promo where code = $1 for update",
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
) -> Result<Option<Promo>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into promo (code, text, position) values ($1, $2, $3)
         on conflict (code) do nothing
         returning code, text, position, version",
        attributes.code,
        Json(&attributes.text) as _,
        attributes.position,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Promo::from))
}

/// Updates a banner text.
pub(crate) async fn update(
    connection: &mut PgConnection,
    attributes: &Attributes,
) -> Result<Promo, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update promo set text = $2, position = $3, version = version + 1 where code = $1
         returning code, text, position, version",
        attributes.code,
        Json(&attributes.text) as _,
        attributes.position,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Deletes a banner text; returns false if it does not exist.
pub(crate) async fn delete(connection: &mut PgConnection, code: &str) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!("delete from promo where code = $1", code)
        .execute(connection)
        .await?;
    Ok(result.rows_affected() > 0)
}
