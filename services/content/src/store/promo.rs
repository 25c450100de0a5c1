//! Texts of the banner.

use kit::domain::LocalizedText;
use sqlx::{PgConnection, types::Json};

use super::MOST_SHOWN;
use crate::{
    promo::{Facts, Promo},
    saving::Version,
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
            facts: Facts {
                code: row.code,
                text: row.text.0,
                position: row.position,
            },
        }
    }
}

/// The texts of the banner, in their order.
pub(crate) async fn list(connection: &mut PgConnection) -> Result<Vec<Promo>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select code, text, position, version from promo order by position, code limit $1",
        MOST_SHOWN,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Promo::from).collect())
}

/// The promo with this code, which nobody else changes until the transaction ends.
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

/// Adds a promo; `None` where its code was taken just now.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    facts: &Facts,
) -> Result<Option<Promo>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into promo (code, text, position) values ($1, $2, $3)
         on conflict (code) do nothing
         returning code, text, position, version",
        facts.code,
        Json(&facts.text) as _,
        facts.position,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Promo::from))
}

/// Writes a promo anew.
pub(crate) async fn update(connection: &mut PgConnection, facts: &Facts) -> Result<Promo, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update promo set text = $2, position = $3, version = version + 1 where code = $1
         returning code, text, position, version",
        facts.code,
        Json(&facts.text) as _,
        facts.position,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Removes a promo; false where there is none.
pub(crate) async fn delete(connection: &mut PgConnection, code: &str) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!("delete from promo where code = $1", code)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}
