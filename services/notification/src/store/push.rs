//! Push messages of the table `notice`.

use std::time::Duration;

use kit::domain::UserId;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::notice::NoticeKind;

/// Duration of a claim.
pub(crate) const LEASE: Duration = Duration::from_mins(2);

/// A claimed notice.
#[derive(Debug)]
pub(crate) struct ClaimedNotice {
    pub(crate) id: Uuid,
    pub(crate) staff: UserId,
    pub(crate) kind: NoticeKind,
    pub(crate) number: String,
    /// The revision, of a notice about an offer.
    pub(crate) offer: Option<Uuid>,
    /// Time from which it was to be pushed first.
    pub(crate) at: OffsetDateTime,
    /// Number of this attempt, from 1.
    pub(crate) attempt: i32,
    /// Subscriptions that have it, or refused it for good.
    pub(crate) pushed: Vec<Uuid>,
}

/// Claims at most `limit` unread notices that are due, for [`LEASE`].
pub(crate) async fn claim(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<ClaimedNotice>, sqlx::Error> {
    sqlx::query_as!(
        ClaimedNotice,
        r#"update notice set push_at = now() + make_interval(secs => $2), push_attempts = push_attempts + 1
           where id in (
               select id from notice where push_at <= now() and read_at is null
               order by push_at limit $1 for update skip locked
           )
           returning id, staff_id as "staff: UserId", kind as "kind: NoticeKind", number, offer_id as offer, at,
                     push_attempts as attempt, pushed"#,
        limit,
        LEASE.as_secs_f64(),
    )
    .fetch_all(connection)
    .await
}

/// Records an attempt: which subscriptions are done, and after which delay the others are tried again; `None` ends it.
pub(crate) async fn record(
    connection: &mut PgConnection,
    notice: &ClaimedNotice,
    retry_after: Option<Duration>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update notice set push_at = now() + make_interval(secs => $3::float8), pushed = $4
         where id = $1 and push_attempts = $2",
        notice.id,
        notice.attempt,
        retry_after.map(|delay| delay.as_secs_f64()) as _,
        &notice.pushed,
    )
    .execute(connection)
    .await?;
    Ok(())
}
