//! Digests, which stand for mails to the shop above its limit.

use std::time::Duration;

use kit::{
    domain::{EventId, MailId},
    vocabulary::mail::Kind,
};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use super::interval;
use crate::mail::{ClaimedMail, DigestEntry, MAX_DIGEST_NUMBERS, MailKind};

/// Delay between the first mail of a digest and the digest.
const DELAY: Duration = Duration::from_mins(10);

/// Puts a claimed mail into the digest that waits, or into a new one, unless another worker claimed the mail.
pub(crate) async fn collect(connection: &mut PgConnection, mail: &ClaimedMail) -> Result<(), sqlx::Error> {
    // One digest at a time, however many workers have a mail for it.
    sqlx::query!("select pg_advisory_xact_lock(hashtext('mail-digest'))")
        .execute(&mut *connection)
        .await?;
    let digest = Uuid::now_v7();
    // The lock of the row keeps workers from claiming the digest before the mail is in it.
    let waiting = sqlx::query_scalar!(
        r#"select (occasion ->> 'digest')::uuid as "digest!" from mail
           where kind = 'shop_digest' and state = 'waiting' and attempts = 0
           limit 1 for update skip locked"#
    )
    .fetch_optional(&mut *connection)
    .await?;
    let collected = sqlx::query!(
        "update mail set state = 'sent', digest = $3, reason = null, ended_at = now(), taken_until = null
         where id = $1 and state = 'waiting' and attempts = $2",
        mail.id.uuid(),
        mail.attempt,
        waiting.unwrap_or(digest),
    )
    .execute(&mut *connection)
    .await?;
    if waiting.is_none() && collected.rows_affected() == 1 {
        sqlx::query!(
            "insert into mail (id, event_id, occasion, next_attempt_at) values ($1, $2, $3, now() + $4)",
            MailId::generate().uuid(),
            EventId::generate().uuid(),
            Json(MailKind::ShopDigest { digest }) as _,
            interval(DELAY),
        )
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Returns the forms of a digest by kind, those of the most forms first.
pub(crate) async fn entries(
    connection: &mut PgConnection,
    digest: Uuid,
) -> Result<Vec<DigestEntry>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select kind as "kind!: Kind", count(*) as "count!",
                  coalesce((array_agg(about_number order by created_at) filter (where about_number is not null))[1:$2], '{}')
                      as "numbers!"
           from mail where digest = $1
           group by kind order by count(*) desc, kind"#,
        digest,
        MAX_DIGEST_NUMBERS,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| DigestEntry {
            kind: row.kind,
            count: row.count,
            numbers: row.numbers,
        })
        .collect())
}
