//! Figures of the staff's work on inquiries.

use kit::{
    domain::{StoreId, UserId},
    vocabulary::visit::Channel,
};
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

/// Quotes of a channel.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ChannelQuotes {
    pub(crate) channel: Channel,
    /// Quote requests that came.
    pub(crate) quotes: i64,
    /// Inquiries of which an offer was accepted.
    pub(crate) accepted: i64,
}

/// Counts the quotes that came since a time, and the inquiries of which an offer was accepted since then, by channel. Without
/// channels that have none.
pub(crate) async fn by_channel(
    connection: &mut PgConnection,
    store: Option<StoreId>,
    since: OffsetDateTime,
) -> Result<Vec<ChannelQuotes>, sqlx::Error> {
    sqlx::query_as!(
        ChannelQuotes,
        r#"select visit_channel as "channel!: Channel", count(*) filter (where is_quote) as "quotes!",
                  count(*) filter (where not is_quote) as "accepted!"
           from (
               select visit_channel, store_id, true as is_quote from inquiry
               where kind = 'quote' and created_at >= $2
               union all
               select visit_channel, store_id, false from inquiry join offer on inquiry_id = inquiry.id
               where state = 'accepted' and decided_at >= $2
           ) as counted
           where $1::uuid is null or store_id = $1
           group by 1 order by 1"#,
        store.map(StoreId::uuid),
        since,
    )
    .fetch_all(connection)
    .await
}
