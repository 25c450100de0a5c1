//! Figures of the staff's work on inquiries.

use kit::domain::{StoreId, UserId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Work of a person.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FirstAnswer {
    pub(crate) staff: UserId,
    /// Median of the working minutes to the first answers; `None` without one.
    pub(crate) median_minutes: Option<i64>,
    pub(crate) open: i64,
    pub(crate) won: i64,
    pub(crate) lost: i64,
}

/// Returns the work of all assignees: first answers of inquiries since a time, open inquiries, and won and lost ones since an
/// earlier time. Without those who have none.
pub(crate) async fn first_answers(
    connection: &mut PgConnection,
    store: Option<StoreId>,
    answered_since: OffsetDateTime,
    decided_since: OffsetDateTime,
) -> Result<Vec<FirstAnswer>, sqlx::Error> {
    sqlx::query_as!(
        FirstAnswer,
        r#"select assignee as "staff!: UserId",
                  round(percentile_cont(0.5) within group (order by first_answer_minutes)
                        filter (where created_at >= $2 and first_answer_minutes is not null))::bigint as median_minutes,
                  count(*) filter (where stage not in ('won', 'lost', 'closed')) as "open!",
                  count(*) filter (where stage = 'won' and created_at >= $3) as "won!",
                  count(*) filter (where stage = 'lost' and created_at >= $3) as "lost!"
           from inquiry
           where assignee is not null and ($1::uuid is null or store_id = $1)
             and (created_at >= $3 or stage not in ('won', 'lost', 'closed'))
           group by assignee order by assignee"#,
        store.map(StoreId::uuid),
        answered_since,
        decided_since,
    )
    .fetch_all(connection)
    .await
}
