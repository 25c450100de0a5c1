//! Searches in the shop without a result. Nothing tells who searched.

use kit::domain::Language;
use sqlx::PgConnection;
use time::Date;

/// Maximum number of terms of a day in a language; further ones are not counted.
const MAX_TERMS: i64 = 1_000;

/// Days for which searches are kept.
const KEPT_DAYS: i32 = 90;

/// Counts a search without a result.
pub(crate) async fn count(
    connection: &mut PgConnection,
    day: Date,
    language: Language,
    term: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into search_miss (day, language, term, count)
         select $1, $2, $3, 1
         where exists (select from search_miss where (day, language, term) = ($1, $2, $3))
            or (select count(*) from search_miss where (day, language) = ($1, $2)) < $4
         on conflict (day, language, term) do update set count = search_miss.count + 1",
        day,
        language.name(),
        term,
        MAX_TERMS,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Searches without a result for a term.
#[derive(Debug)]
pub(crate) struct Miss {
    pub(crate) term: String,
    pub(crate) language: String,
    pub(crate) count: i64,
}

/// Returns at most `limit` terms since a day, the most frequent first.
pub(crate) async fn list(
    connection: &mut PgConnection,
    since: Date,
    limit: i64,
) -> Result<Vec<Miss>, sqlx::Error> {
    sqlx::query_as!(
        Miss,
        r#"select term, language, sum(count)::bigint as "count!" from search_miss where day >= $1
           group by term, language order by sum(count) desc, term, language limit $2"#,
        since,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Deletes what is older than the days for which it is kept.
pub(crate) async fn delete_expired(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from search_miss where day < (now() at time zone 'Asia/Baku')::date - $1::int",
        KEPT_DAYS,
    )
    .execute(connection)
    .await?;
    Ok(())
}
