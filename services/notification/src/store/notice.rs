//! Notices to the staff.

use kit::{
    domain::{EventId, MailId, UserId},
    events::append,
};
use proto::notification::v1::Noticed;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    mail::{MailKind, SubjectKind},
    notice::{About, Excess, HandedOver, NewNotice, Notice, NoticeKind},
};

/// Maximum of [`unread`].
const MAX_UNREAD: i64 = 1_000;

/// Position in the list of a member.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Position {
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) at: OffsetDateTime,
    pub(crate) id: Uuid,
}

/// Inserts a notice for each of its members, except for those who have one of the event, and tells their browsers. A notice of
/// handed over work counts it instead; one unread notice stands for all messages of a customer.
pub(crate) async fn insert(connection: &mut PgConnection, notice: &NewNotice) -> Result<(), sqlx::Error> {
    let staff: Vec<_> = notice.staff.iter().map(|user| user.uuid()).collect();
    let ids: Vec<_> = staff.iter().map(|_| Uuid::now_v7()).collect();
    let excess = notice.about.excess;
    let told = sqlx::query_scalar!(
        "insert into notice (id, staff_id, event_id, kind, about_kind, number, offer_id, actor, at, mail_due_at, quotes,
                             orders, excess_line, excess_percent, excess_allowed, push_at)
         select id, staff_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
         from unnest($1::uuid[], $2::uuid[]) as new (id, staff_id)
         where $4 <> 'customerMessage' or not exists (
             select from notice as other
             where other.staff_id = new.staff_id and other.number = $6 and other.kind = 'customerMessage'
               and other.read_at is null
         )
         on conflict (event_id, staff_id) do update
         set quotes = notice.quotes + excluded.quotes, orders = notice.orders + excluded.orders, read_at = null,
             push_at = excluded.push_at, push_attempts = 0, pushed = '{}'
         where excluded.quotes + excluded.orders > 0
         returning staff_id",
        &ids,
        &staff,
        notice.event.uuid(),
        notice.kind.name(),
        notice.about.kind.name(),
        notice.about.number,
        notice.about.offer,
        notice.actor,
        notice.at,
        notice.mail_due_at(),
        notice.about.handed_over.quotes,
        notice.about.handed_over.orders,
        excess.map(|excess| excess.line),
        excess.map(|excess| excess.percent),
        excess.map(|excess| excess.allowed),
        notice.push_at(),
    )
    .fetch_all(&mut *connection)
    .await?;
    tell(connection, told).await
}

/// Returns the excess that the columns of line, percent and allowed have; a check constraint keeps them consistent.
const fn excess(columns: [Option<i32>; 3]) -> Option<Excess> {
    match columns {
        [Some(line), Some(percent), Some(allowed)] => Some(Excess {
            line,
            percent,
            allowed,
        }),
        _ => None,
    }
}

/// Marks the notices of a kind about a quote as read.
pub(crate) async fn end(
    connection: &mut PgConnection,
    kind: NoticeKind,
    number: &str,
) -> Result<(), sqlx::Error> {
    let told = sqlx::query_scalar!(
        "update notice set read_at = now() where number = $1 and kind = $2 and read_at is null
         returning staff_id",
        number,
        kind.name(),
    )
    .fetch_all(&mut *connection)
    .await?;
    tell(connection, told).await
}

/// Deletes the notices of the messages of a wiped quote.
pub(crate) async fn remove_messages(connection: &mut PgConnection, number: &str) -> Result<(), sqlx::Error> {
    let told = sqlx::query_scalar!(
        "delete from notice where number = $1 and kind = 'customerMessage' returning staff_id",
        number,
    )
    .fetch_all(&mut *connection)
    .await?;
    tell(connection, told).await
}

/// Tells the browsers of members that their notices changed.
async fn tell(connection: &mut PgConnection, members: Vec<Uuid>) -> Result<(), sqlx::Error> {
    for member in members {
        let staff_id = member.to_string();
        append(connection, &Noticed { staff_id }).await?;
    }
    Ok(())
}

/// Returns at most `limit` notices of a member after a position, newest first, and the number of all, at most 10,001.
pub(crate) async fn page(
    connection: &mut PgConnection,
    member: UserId,
    is_unread: bool,
    after: Option<&Position>,
    limit: i64,
) -> Result<(Vec<Notice>, i64), sqlx::Error> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from notice where staff_id = $1 and (not $2 or read_at is null) limit 10001) as found"#,
        member.uuid(),
        is_unread,
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query!(
        r#"select id, kind as "kind: NoticeKind", about_kind as "about_kind: SubjectKind", number, offer_id, actor, at, read_at,
                  quotes, orders, excess_line, excess_percent, excess_allowed
           from notice
           where staff_id = $1 and (not $2 or read_at is null)
             and ($3::timestamptz is null or (at, id) < ($3, $4))
           order by at desc, id desc limit $5"#,
        member.uuid(),
        is_unread,
        after.map(|after| after.at),
        after.map(|after| after.id),
        limit,
    )
    .fetch_all(connection)
    .await?;
    let notices = rows.into_iter().map(|row| Notice {
        id: row.id,
        kind: row.kind,
        about: About {
            kind: row.about_kind,
            number: row.number,
            offer: row.offer_id,
            handed_over: HandedOver {
                quotes: row.quotes,
                orders: row.orders,
            },
            excess: excess([row.excess_line, row.excess_percent, row.excess_allowed]),
        },
        actor: row.actor,
        at: row.at,
        read_at: row.read_at,
    });
    Ok((notices.collect(), total))
}

/// Returns the number of unread notices of a member, at most [`MAX_UNREAD`].
pub(crate) async fn unread(connection: &mut PgConnection, member: UserId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from notice where staff_id = $1 and read_at is null limit $2) as unread"#,
        member.uuid(),
        MAX_UNREAD,
    )
    .fetch_one(connection)
    .await
}

/// Marks those notices of a member as read that are named, or of a time up to `until`.
pub(crate) async fn read(
    connection: &mut PgConnection,
    member: UserId,
    ids: &[Uuid],
    until: Option<OffsetDateTime>,
) -> Result<(), sqlx::Error> {
    let result = sqlx::query!(
        "update notice set read_at = now()
         where staff_id = $1 and read_at is null and (id = any($2) or at <= $3)",
        member.uuid(),
        ids,
        until,
    )
    .execute(&mut *connection)
    .await?;
    if result.rows_affected() > 0 {
        tell(connection, vec![member.uuid()]).await?;
    }
    Ok(())
}

/// Returns at most `limit` members with an unread notice that is due to be mailed.
pub(crate) async fn due_members(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<UserId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select distinct staff_id as "staff: UserId" from notice
           where read_at is null and batch is null and mail_due_at <= now() limit $1"#,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Puts all unread notices of a member into a mail, unless another replica did.
pub(crate) async fn collect(connection: &mut PgConnection, member: UserId) -> Result<(), sqlx::Error> {
    let batch = Uuid::now_v7();
    let result = sqlx::query!(
        "update notice set batch = $2 where staff_id = $1 and read_at is null and batch is null",
        member.uuid(),
        batch,
    )
    .execute(&mut *connection)
    .await?;
    if result.rows_affected() > 0 {
        let kind = MailKind::StaffNotices { user: member, batch };
        sqlx::query!(
            "insert into mail (id, event_id, occasion) values ($1, $2, $3)",
            MailId::generate().uuid(),
            EventId::generate().uuid(),
            Json(kind) as _,
        )
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Returns the kinds and records of the notices of a mail that are still unread, oldest first, at most 100.
pub(crate) async fn of_batch(
    connection: &mut PgConnection,
    batch: Uuid,
) -> Result<Vec<(NoticeKind, About)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select kind as "kind: NoticeKind", about_kind as "about_kind: SubjectKind", number, offer_id, quotes, orders,
                  excess_line, excess_percent, excess_allowed
           from notice where batch = $1 and read_at is null order by at, id limit 100"#,
        batch,
    )
    .fetch_all(connection)
    .await?;
    let notices = rows.into_iter().map(|row| {
        let about = About {
            kind: row.about_kind,
            number: row.number,
            offer: row.offer_id,
            handed_over: HandedOver {
                quotes: row.quotes,
                orders: row.orders,
            },
            excess: excess([row.excess_line, row.excess_percent, row.excess_allowed]),
        };
        (row.kind, about)
    });
    Ok(notices.collect())
}

/// Deletes at most `limit` notices of over 30 days ago, and returns their number.
pub(crate) async fn sweep(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from notice where id in (
             select id from notice where at < now() - interval '30 days' limit $1 for update skip locked
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
