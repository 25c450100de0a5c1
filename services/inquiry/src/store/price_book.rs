//! The table `price_book`. The database's clock decides which book is in force.

pub(crate) mod desk;

use rules::Rates;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::price_book::{FirstBook, Published};

/// A book that was published, or came into force.
#[derive(Debug)]
pub(crate) struct Announced {
    pub(crate) version: i32,
    pub(crate) rules: i16,
    pub(crate) valid_from: OffsetDateTime,
    /// Staff UUID or `operator`; `None` for the shop's first book.
    pub(crate) published_by: Option<String>,
}

/// Returns the book in force; publishes the first one if there is none.
pub(crate) async fn in_force(
    connection: &mut PgConnection,
    first: &FirstBook,
) -> Result<Published, sqlx::Error> {
    if let Some(book) = find_in_force(connection).await? {
        return Ok(book);
    }
    insert_first(connection, first).await?;
    find_in_force(connection).await?.ok_or(sqlx::Error::RowNotFound)
}

async fn find_in_force(connection: &mut PgConnection) -> Result<Option<Published>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select version, rates as "rates!: Json<Rates>", valid_from as "valid_from!" from price_book
           where state = 'published' and valid_from <= now() order by valid_from desc, version desc limit 1"#,
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| published(row.version, row.rates, row.valid_from))
        .transpose()
}

/// Returns a published book, also a planned one.
pub(crate) async fn find(
    connection: &mut PgConnection,
    version: u16,
) -> Result<Option<Published>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select version, rates as "rates!: Json<Rates>", valid_from as "valid_from!" from price_book
           where state = 'published' and version = $1"#,
        i32::from(version),
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| published(row.version, row.rates, row.valid_from))
        .transpose()
}

fn published(
    version: i32,
    Json(rates): Json<Rates>,
    valid_from: OffsetDateTime,
) -> Result<Published, sqlx::Error> {
    Ok(Published {
        version: u16::try_from(version).map_err(|error| sqlx::Error::Decode(error.into()))?,
        rates,
        valid_from,
    })
}

/// Returns the version of the book in force; `None` if there is none yet.
pub(crate) async fn version_in_force(connection: &mut PgConnection) -> Result<Option<u32>, sqlx::Error> {
    let book = find_in_force(connection).await?;
    Ok(book.map(|book| book.version.into()))
}

async fn insert_first(connection: &mut PgConnection, first: &FirstBook) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into price_book (version, rules, state, book, rates, valid_from, published_at)
         values ($1, $2, 'published', $3, $4, now(), now()) on conflict (version) do nothing",
        i32::from(first.rates().version),
        i16::from(first.rates().rules),
        Json(first.book()) as _,
        Json(first.rates()) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks the books that came into force as announced, and returns them.
pub(crate) async fn announce(connection: &mut PgConnection) -> Result<Vec<Announced>, sqlx::Error> {
    sqlx::query_as!(
        Announced,
        r#"update price_book set is_announced = true
           where state = 'published' and valid_from <= now() and not is_announced
           returning version, rules, valid_from as "valid_from!", published_by"#,
    )
    .fetch_all(connection)
    .await
}
