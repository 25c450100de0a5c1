//! Ends of offers in the table `offer`.

use sqlx::PgConnection;
use uuid::Uuid;

/// Returns at most `limit` open revisions whose last day in Asia/Baku has passed.
pub(crate) async fn due(connection: &mut PgConnection, limit: i64) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "select id from offer
         where state in ('sent', 'opened') and valid_until < (now() at time zone interval '4 hours')::date
         order by valid_until limit $1",
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Marks at most `limit` open revisions as announced and returns them: from 10:00 in Asia/Baku two days before the last
/// day, once, unless they were sent later. Skips those that another transaction has locked.
pub(crate) async fn take_ending(connection: &mut PgConnection, limit: i64) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "with ending as (
             select id from offer
             where state in ('sent', 'opened') and is_reminded and end_announced_at is null
               and valid_until between (now() at time zone interval '4 hours')::date
                   and (now() at time zone interval '4 hours')::date + 2
               and valid_until - 2 + time '10:00' <= now() at time zone interval '4 hours'
               and sent_at at time zone interval '4 hours' < valid_until - 2 + time '10:00'
             order by valid_until limit $1
             for update skip locked
         )
         update offer set end_announced_at = now() from ending where offer.id = ending.id
         returning offer.id",
        limit,
    )
    .fetch_all(connection)
    .await
}
