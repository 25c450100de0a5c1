//! Every SQL statement of this service.

use std::time::Duration;

use kit::domain::{EventId, MailId, UserId};
use sqlx::{PgConnection, postgres::types::PgInterval, types::Json};

use crate::mail::{Mail, Occasion, State, Taken};

/// How long a mail belongs to who has taken it; longer than any attempt may take.
pub(crate) const LEASE: Duration = Duration::from_mins(2);

/// Which part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) limit: i64,
    pub(crate) offset: i64,
}

/// Writes a mail down, once for each event and kind.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    event: EventId,
    occasion: Occasion,
    traceparent: Option<&str>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into mail (id, event_id, occasion, traceparent) values ($1, $2, $3, $4)
         on conflict (event_id, kind) do nothing",
        MailId::generate().uuid(),
        event.uuid(),
        Json(occasion) as _,
        traceparent,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a user was told within the last hour that the address has an account.
pub(crate) async fn told_of_account_lately(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (
               select from mail
               where kind = 'already_registered' and occasion ->> 'user' = $1
                 and created_at > now() - interval '1 hour'
           ) as "told!""#,
        user.to_string(),
    )
    .fetch_one(connection)
    .await
}

/// Takes a mail that is due. After [`LEASE`] another one may take it, should nobody say before what became of it.
pub(crate) async fn take(connection: &mut PgConnection) -> Result<Option<Taken>, sqlx::Error> {
    let row = sqlx::query!(
        r#"update mail set attempts = attempts + 1, taken_until = now() + $1
           where id = (
               select id from mail
               where state = 'waiting' and next_attempt_at <= now()
                 and (taken_until is null or taken_until <= now())
               order by next_attempt_at
               limit 1
               for update skip locked
           )
           returning id as "id: MailId", event_id as "event: EventId", kind as "kind!",
                     occasion as "occasion: Json<Occasion>", attempts, traceparent"#,
        interval(LEASE),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Taken {
        id: row.id,
        event: row.event,
        kind: row.kind,
        occasion: row.occasion.0,
        attempt: row.attempts,
        traceparent: row.traceparent,
    }))
}

/// The mail was sent, whoever has it by now. Answers how long after it was written down, the first time.
pub(crate) async fn set_sent(
    connection: &mut PgConnection,
    mail: &Taken,
) -> Result<Option<Duration>, sqlx::Error> {
    let seconds = sqlx::query_scalar!(
        r#"update mail set state = 'sent', reason = null, ended_at = now(), taken_until = null
           where id = $1 and state <> 'sent'
           returning extract(epoch from now() - created_at)::float8 as "seconds!""#,
        mail.id.uuid(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(seconds.map(duration))
}

/// The mail will never be sent, unless another one has it by now.
pub(crate) async fn set_failed(
    connection: &mut PgConnection,
    mail: &Taken,
    reason: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update mail set state = 'failed', reason = $3, ended_at = now(), taken_until = null
         where id = $1 and state = 'waiting' and attempts = $2",
        mail.id.uuid(),
        mail.attempt,
        reason,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The mail is tried again after a while, unless another one has it by now.
pub(crate) async fn put_off(
    connection: &mut PgConnection,
    mail: &Taken,
    reason: &str,
    wait: Duration,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update mail set reason = $3, next_attempt_at = now() + $4, taken_until = null
         where id = $1 and state = 'waiting' and attempts = $2",
        mail.id.uuid(),
        mail.attempt,
        reason,
        interval(wait),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A mail.
pub(crate) async fn find(connection: &mut PgConnection, mail: MailId) -> Result<Option<Mail>, sqlx::Error> {
    sqlx::query_as!(
        Mail,
        r#"select id as "id: MailId", event_id as "event: EventId", kind as "kind!", state as "state: State", attempts,
                  reason, created_at, next_attempt_at, ended_at
           from mail where id = $1"#,
        mail.uuid(),
    )
    .fetch_optional(connection)
    .await
}

/// A page of mails, newest first, and how many there are.
pub(crate) async fn list(
    connection: &mut PgConnection,
    state: Option<State>,
    page: Page,
) -> Result<(Vec<Mail>, i64), sqlx::Error> {
    let state = state.map(State::name);
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from mail where $1::text is null or state = $1"#,
        state,
    )
    .fetch_one(&mut *connection)
    .await?;
    let mails = sqlx::query_as!(
        Mail,
        r#"select id as "id: MailId", event_id as "event: EventId", kind as "kind!", state as "state: State", attempts,
                  reason, created_at, next_attempt_at, ended_at
           from mail where $1::text is null or state = $1
           order by created_at desc, id desc limit $2 offset $3"#,
        state,
        page.limit,
        page.offset,
    )
    .fetch_all(connection)
    .await?;
    Ok((mails, count))
}

/// Makes a mail that was not sent due at once; who is sending it just now goes on. Answers whether there was such a one.
pub(crate) async fn retry(connection: &mut PgConnection, mail: MailId) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!(
        "update mail set state = 'waiting', ended_at = null, next_attempt_at = now()
         where id = $1 and state <> 'sent'",
        mail.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes mails that ended 30 days ago, at most so many. Answers how many.
pub(crate) async fn sweep(connection: &mut PgConnection, most: i64) -> Result<u64, sqlx::Error> {
    let done = sqlx::query!(
        "delete from mail
         where id in (
             select id from mail
             where state <> 'waiting' and ended_at < now() - interval '30 days'
             limit $1
             for update skip locked
         )",
        most,
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// Mail that waits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Backlog {
    /// How much; counting ends at 10,000.
    pub(crate) mails: i64,
    /// How long the oldest waits.
    pub(crate) age: Duration,
}

/// Looks at the mail that waits.
pub(crate) async fn backlog(connection: &mut PgConnection) -> Result<Backlog, sqlx::Error> {
    let row = sqlx::query!(
        r#"select
               (select count(*) from (select from mail where state = 'waiting' limit 10000) as waiting) as "mails!",
               (select extract(epoch from now() - created_at)::float8 from mail
                where state = 'waiting' order by created_at limit 1) as age"#
    )
    .fetch_one(connection)
    .await?;
    Ok(Backlog {
        mails: row.mails,
        age: duration(row.age.unwrap_or_default()),
    })
}

/// Seconds as PostgreSQL counts them; below nothing where its clock was put back.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// PostgreSQL counts in microseconds; waits are far below what it can count.
fn interval(wait: Duration) -> PgInterval {
    PgInterval {
        months: 0,
        days: 0,
        microseconds: i64::try_from(wait.as_micros()).unwrap_or(i64::MAX),
    }
}
