//! Mails for the staff.

use kit::domain::{EventId, MailId, Page};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::mail::{Mail, State, Subject, SubjectKind};

/// Selects the mails of the last 30 days; empty fields select all.
#[derive(Debug, Default, serde::Serialize)]
pub(crate) struct Filter {
    /// Any of these.
    pub(crate) states: Vec<&'static str>,
    /// Any of these.
    pub(crate) kinds: Vec<String>,
    /// Of a quote and its offers.
    pub(crate) quote: Option<String>,
    pub(crate) order: Option<String>,
    pub(crate) offer: Option<String>,
}

/// Position in a list.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Position {
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    pub(crate) id: MailId,
}

struct Row {
    id: MailId,
    event: EventId,
    kind: String,
    about_kind: Option<SubjectKind>,
    about_number: Option<String>,
    about_id: Option<Uuid>,
    message: Option<Uuid>,
    state: State,
    attempts: i32,
    reason: Option<String>,
    created_at: OffsetDateTime,
    next_attempt_at: OffsetDateTime,
    ended_at: Option<OffsetDateTime>,
}

impl From<Row> for Mail {
    fn from(row: Row) -> Self {
        let about = match (row.about_kind, row.about_number, row.about_id) {
            (Some(kind), Some(number), Some(id)) => Some(Subject { kind, number, id }),
            _ => None,
        };
        Self {
            id: row.id,
            event: row.event,
            kind: row.kind,
            about,
            message: row.message,
            state: row.state,
            attempts: row.attempts,
            reason: row.reason,
            created_at: row.created_at,
            next_attempt_at: row.next_attempt_at,
            ended_at: row.ended_at,
        }
    }
}

/// Returns a mail.
pub(crate) async fn find(connection: &mut PgConnection, mail: MailId) -> Result<Option<Mail>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"select id as "id: MailId", event_id as "event: EventId", kind as "kind!",
                  about_kind as "about_kind: SubjectKind", about_number, about_id,
                  (occasion ->> 'message')::uuid as message, state as "state: State", attempts, reason, created_at, next_attempt_at, ended_at
           from mail where id = $1"#,
        mail.uuid(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Into::into))
}

/// Returns a page of mails, newest first, and the total count.
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
    let rows = sqlx::query_as!(
        Row,
        r#"select id as "id: MailId", event_id as "event: EventId", kind as "kind!",
                  about_kind as "about_kind: SubjectKind", about_number, about_id,
                  (occasion ->> 'message')::uuid as message, state as "state: State", attempts, reason, created_at, next_attempt_at, ended_at
           from mail where $1::text is null or state = $1
           order by created_at desc, id desc limit $2 offset $3"#,
        state,
        page.limit,
        page.offset,
    )
    .fetch_all(connection)
    .await?;
    Ok((rows.into_iter().map(Into::into).collect(), count))
}

/// Returns the mails of the last 30 days about records, newest first, at most 1,000.
pub(crate) async fn about(
    connection: &mut PgConnection,
    kind: SubjectKind,
    numbers: &[String],
) -> Result<Vec<Mail>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select id as "id: MailId", event_id as "event: EventId", kind as "kind!",
                  about_kind as "about_kind: SubjectKind", about_number, about_id,
                  (occasion ->> 'message')::uuid as message, state as "state: State", attempts, reason, created_at,
                  next_attempt_at, ended_at
           from mail
           where about_kind = $1 and about_number = any($2) and created_at > now() - interval '30 days'
           order by created_at desc, id desc limit 1000"#,
        kind.name(),
        numbers,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Returns the record of the newest mail that a filter selects by the number of a record. The mails about a quote and its offers
/// have one assignee.
pub(crate) async fn subject(
    connection: &mut PgConnection,
    filter: &Filter,
) -> Result<Option<Subject>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select about_kind as "kind!: SubjectKind", about_number as "number!", about_id as "id!" from mail
           where about_kind is not null and about_number is not null and about_id is not null
             and created_at > now() - interval '30 days'
             and ($1::text is null or quote_number = $1)
             and ($2::text is null or (about_kind = 'order' and about_number = $2))
             and ($3::text is null or (about_kind = 'offer' and about_number = $3))
           order by created_at desc, id desc limit 1"#,
        filter.quote,
        filter.order,
        filter.offer,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Subject {
        kind: row.kind,
        number: row.number,
        id: row.id,
    }))
}

/// Returns at most `limit` mails after a position, newest first, and the number of all selected ones, at most 10,001.
pub(crate) async fn page(
    connection: &mut PgConnection,
    filter: &Filter,
    after: Option<&Position>,
    limit: i64,
) -> Result<(Vec<Mail>, i64), sqlx::Error> {
    let states = filter.states.iter().map(ToString::to_string).collect::<Vec<_>>();
    let states = Some(states.as_slice()).filter(|states| !states.is_empty());
    let kinds = Some(filter.kinds.as_slice()).filter(|kinds| !kinds.is_empty());
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from mail
               where created_at > now() - interval '30 days'
                 and ($1::text[] is null or state = any($1))
                 and ($2::text[] is null or kind = any($2))
                 and ($3::text is null or quote_number = $3)
                 and ($4::text is null or (about_kind = 'order' and about_number = $4))
                 and ($5::text is null or (about_kind = 'offer' and about_number = $5))
               limit 10001) as found"#,
        states,
        kinds,
        filter.quote,
        filter.order,
        filter.offer,
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query_as!(
        Row,
        r#"select id as "id: MailId", event_id as "event: EventId", kind as "kind!",
                  about_kind as "about_kind: SubjectKind", about_number, about_id,
                  (occasion ->> 'message')::uuid as message, state as "state: State", attempts, reason, created_at, next_attempt_at, ended_at
           from mail
           where created_at > now() - interval '30 days'
             and ($1::text[] is null or state = any($1))
             and ($2::text[] is null or kind = any($2))
             and ($3::text is null or quote_number = $3)
             and ($4::text is null or (about_kind = 'order' and about_number = $4))
             and ($5::text is null or (about_kind = 'offer' and about_number = $5))
             and ($6::timestamptz is null or (created_at, id) < ($6, $7))
           order by created_at desc, id desc limit $8"#,
        states,
        kinds,
        filter.quote,
        filter.order,
        filter.offer,
        after.map(|after| after.created_at),
        after.map(|after| after.id.uuid()),
        limit,
    )
    .fetch_all(connection)
    .await?;
    Ok((rows.into_iter().map(Into::into).collect(), total))
}
