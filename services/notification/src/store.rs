//! All SQL statements of the service.

pub(crate) mod digest;
pub(crate) mod list;
pub(crate) mod notice;
pub(crate) mod push;

use std::time::Duration;

use kit::{
    domain::{EventId, MailId, UserId},
    events::append,
};
use proto::notification::v1::MailChanged;
use sqlx::{PgConnection, postgres::types::PgInterval, types::Json};

use crate::mail::{ClaimedMail, MailKind, NewMail, Subject};

/// Duration of a claim. An attempt lasts at most 55 s, and none starts in the second half of the lease.
pub(crate) const LEASE: Duration = Duration::from_mins(2);

/// Inserts mails in one statement, except those of a kind that their event already has. A mail by staff has the id of its
/// text, by which the inquiry names it.
pub(crate) async fn insert(connection: &mut PgConnection, mails: &[NewMail]) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into mail (id, event_id, occasion, traceparent, about_kind, about_number, about_id, quote_number)
         select * from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::text[],
                              $5::text[], $6::text[], $7::uuid[], $8::text[])
         on conflict do nothing",
        &column(mails, |mail| match mail.kind {
            MailKind::StaffMail { message, .. } => message,
            _ => MailId::generate().uuid(),
        }),
        &column(mails, |mail| mail.event.uuid()),
        &column(mails, |mail| Json(mail.kind)) as _,
        &column(mails, |mail| mail.traceparent.clone()) as _,
        &about(mails, |about| about.kind.name().to_owned()) as _,
        &about(mails, |about| about.number.clone()) as _,
        &about(mails, |about| about.id) as _,
        &column(mails, |mail| mail
            .about
            .as_ref()
            .and_then(Subject::quote_number)
            .map(str::to_owned)) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn column<T>(mails: &[NewMail], value: impl Fn(&NewMail) -> T) -> Vec<T> {
    mails.iter().map(value).collect()
}

fn about<T>(mails: &[NewMail], value: impl Fn(&Subject) -> T) -> Vec<Option<T>> {
    column(mails, |mail| mail.about.as_ref().map(&value))
}

/// Returns whether a user got an `already_registered` mail within the last hour.
pub(crate) async fn has_recent_account_notice(
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

/// Claims the mail that is due first, with those of the same event that are due, for [`LEASE`]; another worker may claim
/// them afterwards.
pub(crate) async fn claim(connection: &mut PgConnection) -> Result<Vec<ClaimedMail>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"with first as materialized (
               -- Of an event only its first mail, so that two workers never share its mails.
               select event_id from mail as candidate
               where state = 'waiting' and next_attempt_at <= now()
                 and (taken_until is null or taken_until <= now())
                 and not exists (
                     select from mail
                     where event_id = candidate.event_id and id < candidate.id
                       and state = 'waiting' and next_attempt_at <= now()
                       and (taken_until is null or taken_until <= now())
                 )
               order by next_attempt_at
               limit 1
               for update of candidate skip locked
           ), due as materialized (
               select id from mail
               where event_id = (select event_id from first)
                 and state = 'waiting' and next_attempt_at <= now()
                 and (taken_until is null or taken_until <= now())
               for update skip locked
           )
           update mail set attempts = attempts + 1, taken_until = now() + $1
           from due
           where mail.id = due.id
           returning mail.id as "id: MailId", event_id as "event: EventId", kind as "kind!",
                     occasion as "occasion: Json<MailKind>", attempts, traceparent"#,
        interval(LEASE),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ClaimedMail {
            id: row.id,
            event: row.event,
            kind_name: row.kind,
            kind: row.occasion.0,
            attempt: row.attempts,
            traceparent: row.traceparent,
        })
        .collect())
}

/// Returns a claimed mail without an attempt, unless another worker claimed it.
pub(crate) async fn release(connection: &mut PgConnection, mail: &ClaimedMail) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update mail set attempts = attempts - 1, taken_until = null
         where id = $1 and state = 'waiting' and attempts = $2",
        mail.id.uuid(),
        mail.attempt,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Sets the number of the quote, of a mail about one of its offers.
pub(crate) async fn set_quote_number(
    connection: &mut PgConnection,
    mail: &ClaimedMail,
    number: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update mail set quote_number = $2 where id = $1 and quote_number is null",
        mail.id.uuid(),
        number,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks a mail as sent, even if another worker claimed it. Returns its age, unless it was marked before.
pub(crate) async fn set_sent(
    connection: &mut PgConnection,
    mail: &ClaimedMail,
) -> Result<Option<Duration>, sqlx::Error> {
    let seconds = sqlx::query_scalar!(
        r#"update mail set state = 'sent', reason = null, ended_at = now(), taken_until = null
           where id = $1 and state <> 'sent'
           returning extract(epoch from now() - created_at)::float8 as "seconds!""#,
        mail.id.uuid(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    if seconds.is_some() {
        ended(connection, mail, true).await?;
    }
    Ok(seconds.map(duration))
}

/// Deletes a mail without a recipient or out of date, unless another worker claimed it.
pub(crate) async fn delete(connection: &mut PgConnection, mail: &ClaimedMail) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from mail where id = $1 and state = 'waiting' and attempts = $2",
        mail.id.uuid(),
        mail.attempt,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks a mail as failed, unless another worker claimed it.
pub(crate) async fn set_failed(
    connection: &mut PgConnection,
    mail: &ClaimedMail,
    reason: &str,
) -> Result<(), sqlx::Error> {
    let result = sqlx::query!(
        "update mail set state = 'failed', reason = $3, ended_at = now(), taken_until = null
         where id = $1 and state = 'waiting' and attempts = $2",
        mail.id.uuid(),
        mail.attempt,
        reason,
    )
    .execute(&mut *connection)
    .await?;
    if result.rows_affected() > 0 {
        ended(connection, mail, false).await?;
    }
    Ok(())
}

/// Publishes that a mail was sent, or failed for good.
async fn ended(connection: &mut PgConnection, mail: &ClaimedMail, is_sent: bool) -> Result<(), sqlx::Error> {
    let event = MailChanged {
        mail_id: mail.id.to_string(),
        brochure_request_id: match mail.kind {
            MailKind::Catalogue { inquiry } => inquiry.to_string(),
            _ => String::new(),
        },
        is_sent,
    };
    append(connection, &event).await.map(drop)
}

/// Schedules the next attempt, unless another worker claimed the mail.
pub(crate) async fn reschedule(
    connection: &mut PgConnection,
    mail: &ClaimedMail,
    reason: &str,
    delay: Duration,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update mail set reason = $3, next_attempt_at = now() + $4, taken_until = null
         where id = $1 and state = 'waiting' and attempts = $2",
        mail.id.uuid(),
        mail.attempt,
        reason,
        interval(delay),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes an unsent mail due now, without revoking a claim. Returns false if there is none.
pub(crate) async fn retry(connection: &mut PgConnection, mail: MailId) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update mail set state = 'waiting', ended_at = null, next_attempt_at = now()
         where id = $1 and state <> 'sent'",
        mail.uuid(),
    )
    .execute(&mut *connection)
    .await?;
    let is_changed = result.rows_affected() == 1;
    if is_changed {
        let event = MailChanged {
            mail_id: mail.to_string(),
            ..MailChanged::default()
        };
        append(connection, &event).await?;
    }
    Ok(is_changed)
}

/// Deletes at most `limit` mails that ended over 30 days ago, and returns their number.
pub(crate) async fn sweep(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from mail
         where id in (
             select id from mail
             where state <> 'waiting' and ended_at < now() - interval '30 days'
             limit $1
             for update skip locked
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}

/// Waiting mails.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Backlog {
    /// Number of mails, counted up to 10,000.
    pub(crate) mails: i64,
    /// Age of the oldest mail.
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

/// Converts seconds; negative ones (the database clock was set back) to zero.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// Converts a duration to microseconds, far below the maximum.
fn interval(duration: Duration) -> PgInterval {
    PgInterval {
        months: 0,
        days: 0,
        microseconds: i64::try_from(duration.as_micros()).unwrap_or(i64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::OrderId;

    use super::*;

    #[tokio::test]
    async fn claims_the_mails_of_one_event_and_released_ones_again() {
        let harness = testkit::Harness::start(crate::DEFINITION).await;
        let mut connection = harness.pool().acquire().await.unwrap();
        let mails: Vec<_> = [EventId::generate(), EventId::generate()]
            .into_iter()
            .flat_map(|event| {
                let order = OrderId::generate();
                [MailKind::OrderReceived { order }, MailKind::ShopOrder { order }].map(|kind| NewMail {
                    event,
                    kind,
                    about: None,
                    traceparent: None,
                })
            })
            .collect();
        insert(&mut connection, &mails).await.unwrap();

        let first = claim(&mut connection).await.unwrap();
        let second = claim(&mut connection).await.unwrap();
        for claimed in [&first, &second] {
            assert_eq!(claimed.len(), 2);
            assert_eq!(claimed[0].event, claimed[1].event);
        }
        assert_ne!(first[0].event, second[0].event);
        assert!(claim(&mut connection).await.unwrap().is_empty());

        release(&mut connection, &first[1]).await.unwrap();
        let again = claim(&mut connection).await.unwrap();
        assert_eq!(again.len(), 1);
        assert_eq!((again[0].id, again[0].attempt), (first[1].id, 1));
        // The claim is another worker's now.
        set_failed(&mut connection, &again[0], "the reason")
            .await
            .unwrap();
        release(&mut connection, &first[1]).await.unwrap();
        assert!(claim(&mut connection).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn the_mails_of_an_event_are_claimed_together() {
        let harness = testkit::Harness::start(crate::DEFINITION).await;
        let pool = harness.pool();
        let event = EventId::generate();
        let order = OrderId::generate();
        let mails = [MailKind::OrderReceived { order }, MailKind::ShopOrder { order }].map(|kind| NewMail {
            event,
            kind,
            about: None,
            traceparent: None,
        });
        insert(&mut pool.acquire().await.unwrap(), &mails).await.unwrap();

        // Another worker is about to claim them: it has the lock of the first.
        let mut other = kit::database::begin(pool).await.unwrap();
        sqlx::query("select from mail order by id limit 1 for update")
            .execute(&mut *other)
            .await
            .unwrap();
        let claimed = claim(&mut pool.acquire().await.unwrap()).await.unwrap();
        assert_eq!(claimed.len(), 0);
        other.rollback().await.unwrap();
        let claimed = claim(&mut pool.acquire().await.unwrap()).await.unwrap();
        assert_eq!(claimed.len(), 2);
    }
}
