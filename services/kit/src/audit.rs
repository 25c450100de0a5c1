//! The audit log of staff calls.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::caller::Actor;

/// Records a staff call, in the transaction of its change. See [`crate::change::Effect::audited`] for the arguments.
pub(crate) async fn record(
    connection: &mut PgConnection,
    actor: &Actor,
    action: &str,
    subject: &str,
    detail: serde_json::Value,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into audit (id, actor, action, subject, detail) values ($1, $2, $3, $4, $5)",
        Uuid::now_v7(),
        actor.to_string(),
        action,
        subject,
        detail,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Selects entries; `None` and no actions select all.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) actor: Option<String>,
    pub(crate) action_prefix: Option<String>,
    /// Any of these.
    pub(crate) actions: Vec<String>,
    pub(crate) subject: Option<String>,
    pub(crate) from: Option<OffsetDateTime>,
    /// Exclusive.
    pub(crate) to: Option<OffsetDateTime>,
}

/// Position in the log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    pub(crate) at: OffsetDateTime,
    pub(crate) id: Uuid,
}

/// A recorded call.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) id: Uuid,
    pub(crate) at: OffsetDateTime,
    pub(crate) actor: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) detail: serde_json::Value,
}

/// Returns at most `limit` entries older than a position, newest first, and the number of all selected ones, at most
/// 10,001.
pub(crate) async fn list(
    connection: &mut PgConnection,
    filter: &Filter,
    before: Option<&Position>,
    limit: i64,
) -> Result<(Vec<Entry>, i64), sqlx::Error> {
    let actions = Some(filter.actions.as_slice()).filter(|actions| !actions.is_empty());
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from audit
               where ($1::text is null or actor = $1)
                 and ($2::text is null or starts_with(action, $2))
                 and ($3::text[] is null or action = any($3))
                 and ($4::text is null or subject = $4)
                 and ($5::timestamptz is null or at >= $5)
                 and ($6::timestamptz is null or at < $6)
               limit 10001) as found"#,
        filter.actor,
        filter.action_prefix,
        actions,
        filter.subject,
        filter.from,
        filter.to,
    )
    .fetch_one(&mut *connection)
    .await?;
    let entries = sqlx::query_as!(
        Entry,
        "select id, at, actor, action, subject, detail from audit
         where ($1::text is null or actor = $1)
           and ($2::text is null or starts_with(action, $2))
           and ($3::text[] is null or action = any($3))
           and ($4::text is null or subject = $4)
           and ($5::timestamptz is null or at >= $5)
           and ($6::timestamptz is null or at < $6)
           and ($7::timestamptz is null or (at, id) < ($7, $8))
         order by at desc, id desc limit $9",
        filter.actor,
        filter.action_prefix,
        actions,
        filter.subject,
        filter.from,
        filter.to,
        before.map(|before| before.at),
        before.map(|before| before.id),
        limit,
    )
    .fetch_all(connection)
    .await?;
    Ok((entries, total))
}
