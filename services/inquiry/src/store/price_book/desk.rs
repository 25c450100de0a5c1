//! Price books as the desk reads and changes them.

use kit::{caller::Actor, vocabulary::inquiry::PriceBookState};
use rules::{PriceBook, Rates};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::price_book::{AUDIT_WINDOW, Head, Record, Unaudited};

/// Rows of a list. A shop publishes a few books a year.
const MAX_ROWS: i64 = 200;

struct Row {
    version: i32,
    state: PriceBookState,
    book: Json<PriceBook>,
    rates: Option<Json<Rates>>,
    valid_from: Option<OffsetDateTime>,
    published_by: Option<String>,
    published_at: Option<OffsetDateTime>,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
    record_version: i64,
    unaudited: Option<Json<Unaudited>>,
}

impl TryFrom<Row> for Record {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            head: Head {
                version: u16::try_from(row.version).map_err(|error| sqlx::Error::Decode(error.into()))?,
                state: row.state,
                valid_from: row.valid_from,
                published_by: row.published_by,
                published_at: row.published_at,
                changed_by: row.changed_by,
                changed_at: row.changed_at,
                record_version: row.record_version,
            },
            book: row.book.0,
            rates: row.rates.map(|Json(rates)| rates),
            unaudited: row.unaudited.map(|Json(unaudited)| unaudited),
        })
    }
}

/// Selects price books with their state by the database's clock.
macro_rules! select_book {
    ($condition:tt $(, $argument:expr)*) => {
        sqlx::query_as!(
            Row,
            r#"select version,
                      case when state = 'draft' then 'draft'
                           when valid_from > now() then 'planned'
                           when version = (select newest.version from price_book newest
                                           where newest.state = 'published' and newest.valid_from <= now()
                                           order by newest.valid_from desc, newest.version desc limit 1) then 'inForce'
                           else 'past' end as "state!: PriceBookState",
                      book as "book: Json<PriceBook>", rates as "rates: Json<Rates>", valid_from, published_by, published_at,
                      changed_by, changed_at, record_version, unaudited as "unaudited: Json<Unaudited>"
               from price_book "# + $condition
            $(, $argument)*
        )
    };
}

/// Returns the books without their costs, newest first.
pub(crate) async fn list(connection: &mut PgConnection) -> Result<Vec<Head>, sqlx::Error> {
    let rows = select_book!("order by version desc limit $1", MAX_ROWS)
        .fetch_all(connection)
        .await?;
    let heads = rows.into_iter().map(|row| Ok(Record::try_from(row)?.head));
    heads.collect()
}

/// Returns a book of any state.
pub(crate) async fn find(connection: &mut PgConnection, version: u16) -> Result<Option<Record>, sqlx::Error> {
    let row = select_book!("where version = $1", i32::from(version))
        .fetch_optional(connection)
        .await?;
    row.map(Record::try_from).transpose()
}

/// Returns the draft.
pub(crate) async fn find_draft(connection: &mut PgConnection) -> Result<Option<Record>, sqlx::Error> {
    let row = select_book!("where state = 'draft'")
        .fetch_optional(connection)
        .await?;
    row.map(Record::try_from).transpose()
}

/// Locks the draft until the transaction ends and returns it.
pub(crate) async fn lock_draft(connection: &mut PgConnection) -> Result<Option<Record>, sqlx::Error> {
    let row = select_book!("where state = 'draft' for update")
        .fetch_optional(connection)
        .await?;
    row.map(Record::try_from).transpose()
}

/// Returns the version of the next book, which may be out of range. Parallel calls wait for each other.
pub(crate) async fn next_version(connection: &mut PgConnection) -> Result<i32, sqlx::Error> {
    sqlx::query!("lock table price_book in share row exclusive mode")
        .execute(&mut *connection)
        .await?;
    sqlx::query_scalar!(r#"select coalesce(max(version), 0) + 1 as "version!" from price_book"#)
        .fetch_one(connection)
        .await
}

/// Stores a new draft.
pub(crate) async fn insert_draft(
    connection: &mut PgConnection,
    book: &PriceBook,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into price_book (version, rules, state, book, rates, changed_by) values ($1, $2, 'draft', $3, $4, $5)",
        i32::from(book.version),
        i16::from(book.rules),
        Json(book) as _,
        book.rates().ok().map(Json) as _,
        actor.to_string(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the book of the locked draft with its next record version.
pub(crate) async fn update_draft(
    connection: &mut PgConnection,
    book: &PriceBook,
    unaudited: Option<Unaudited>,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update price_book
         set book = $1, rates = $2, unaudited = $3, changed_by = $4, changed_at = now(),
             record_version = record_version + 1
         where state = 'draft'",
        Json(book) as _,
        book.rates().ok().map(Json) as _,
        unaudited.map(Json) as _,
        actor.to_string(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Publishes the locked draft; `valid_from` is the present time if it is `None`.
pub(crate) async fn publish_draft(
    connection: &mut PgConnection,
    rates: &Rates,
    valid_from: Option<OffsetDateTime>,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update price_book
         set state = 'published', rates = $1, valid_from = coalesce($2, now()), published_by = $3, published_at = now(),
             is_announced = coalesce($2, now()) <= now(), changed_by = $3, changed_at = now(),
             unaudited = null, record_version = record_version + 1
         where state = 'draft'",
        Json(rates) as _,
        valid_from,
        actor.to_string(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the draft.
pub(crate) async fn delete_draft(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from price_book where state = 'draft'")
        .execute(connection)
        .await?;
    Ok(())
}

/// Clears the changes of the draft whose entry in the audit log is due, and returns them with the draft's version.
pub(crate) async fn take_unaudited(
    connection: &mut PgConnection,
) -> Result<Option<(u16, Unaudited)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"with due as (
               select version, unaudited from price_book
               where state = 'draft' and (unaudited ->> 'since')::bigint + $1 <= extract(epoch from now()) for update
           )
           update price_book set unaudited = null from due where price_book.version = due.version
           returning due.version as "version!", due.unaudited as "unaudited!: Json<Unaudited>""#,
        AUDIT_WINDOW,
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let version = u16::try_from(row.version).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok((version, row.unaudited.0))
    })
    .transpose()
}

/// Whether the audit log has an entry of the last 10 minutes that this person read this book.
pub(crate) async fn was_just_read(
    connection: &mut PgConnection,
    actor: &Actor,
    version: u16,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from audit
                          where actor = $1 and action = 'GetPriceBook' and subject = $2
                            and at > now() - interval '10 minutes') as "exists!""#,
        actor.to_string(),
        version.to_string(),
    )
    .fetch_one(connection)
    .await
}

/// Returns the codes of the last designs with a price, newest first; a design may occur twice.
pub(crate) async fn last_designs(
    connection: &mut PgConnection,
    limit: u32,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select design_code as "code!" from inquiry_item
           where design_code is not null and price_minor is not null order by inquiry_id desc, position limit $1"#,
        i64::from(limit),
    )
    .fetch_all(connection)
    .await
}

/// Offers with a designed line.
pub(crate) struct OfferCounts {
    /// Sent ones that are open.
    pub(crate) open: i64,
    pub(crate) drafts: i64,
}

/// Counts the offers with a designed line.
pub(crate) async fn count_offers(connection: &mut PgConnection) -> Result<OfferCounts, sqlx::Error> {
    sqlx::query_as!(
        OfferCounts,
        r#"select count(*) filter (where state in ('sent', 'opened')
                                     and valid_until >= (now() at time zone interval '4 hours')::date) as "open!",
                  count(*) filter (where state = 'draft') as "drafts!"
           from offer
           where state in ('sent', 'opened', 'draft')
             and exists (select from offer_line where offer_id = offer.id and design_code is not null)"#,
    )
    .fetch_one(connection)
    .await
}
