//! Pages and counts of the inbox.

use kit::search::RecordQuery;
pub(crate) use kit::vocabulary::inquiry::Sort;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{inquiry::Row, merge};
use crate::{inquiry::Inquiry, work::Due};

/// Filter of the inbox; an empty list selects all.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Filter {
    pub(crate) statuses: Vec<String>,
    pub(crate) kinds: Vec<String>,
    pub(crate) assignees: Vec<Uuid>,
    /// Whether inquiries without an assignee are selected beside those of `assignees`.
    pub(crate) is_unassigned: bool,
    pub(crate) stores: Vec<Uuid>,
    pub(crate) languages: Vec<String>,
    pub(crate) sources: Vec<String>,
    pub(crate) products: Vec<i64>,
    pub(crate) contact: Option<Uuid>,
    pub(crate) dues: Vec<String>,
    pub(crate) from: Option<OffsetDateTime>,
    /// Exclusive.
    pub(crate) to: Option<OffsetDateTime>,
    pub(crate) query: Option<RecordQuery>,
    /// Only customers who wait for an answer.
    pub(crate) is_waiting: bool,
    /// Time of the next step. Lost and closed inquiries have none.
    pub(crate) follow_up_from: Option<OffsetDateTime>,
    /// Exclusive.
    pub(crate) follow_up_to: Option<OffsetDateTime>,
    pub(crate) channels: Vec<String>,
    /// Time at which an offer was accepted.
    pub(crate) accepted_from: Option<OffsetDateTime>,
    /// Exclusive.
    pub(crate) accepted_to: Option<OffsetDateTime>,
}

impl Filter {
    /// Replaces a merged customer by the one for which its id stands.
    pub(crate) async fn resolve(&mut self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        if let Some(contact) = self.contact {
            self.contact = Some(merge::resolve(connection, contact).await?);
        }
        Ok(())
    }
}

/// Position of an inquiry in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// Time of the first page, which decides the groups on all pages.
    pub(crate) as_of: OffsetDateTime,
    /// Place of the group.
    pub(crate) rank: i32,
    /// Microseconds within the group.
    pub(crate) key: i64,
    pub(crate) id: Uuid,
}

/// A page of the inbox.
pub(crate) struct Page {
    /// The inquiries with their positions.
    pub(crate) inquiries: Vec<(Inquiry, Position)>,
    /// Number of inquiries on all pages; `None` on a page without any after another one.
    pub(crate) total: Option<i64>,
}

/// Returns the inquiries after a position in order, at most `limit`.
#[expect(clippy::too_many_lines, reason = "one statement")]
pub(crate) async fn list(
    connection: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    as_of: OffsetDateTime,
    after: Option<&Position>,
    limit: i64,
) -> Result<Page, sqlx::Error> {
    let found = sqlx::query!(
        r#"with inbox as (
               select *, inquiry_waiting_since(kind, last_customer_at, answered_at) as waiting_since
               from inquiry left join offer_claim_of_inquiry on inquiry_id = id
           ), placed as (
               select *, inquiry_due(stage, is_to_order and wiped_at is null, change_asked_at, answered_at, waiting_since,
                                     follow_up_at, case when waiting_since is not null then promise_at end,
                                     offer_ends_on, $14)
                         as due
               from inbox
           ), ranked as (
               select *,
                   case $15
                       when 'due' then array_position($22, due)
                       when 'waiting' then case when waiting_since is null then 1 else 0 end
                       else 0
                   end as rank,
                   (1000000 * case
                       when $15 = 'due' and due = 'unanswered' then extract(epoch from waiting_since)
                       when $15 = 'due' and due <> 'done' then extract(epoch from coalesce(
                           least(follow_up_at, case when waiting_since is not null then promise_at end), last_customer_at))
                       when $15 = 'created' then extract(epoch from created_at)
                       when $15 = 'waiting' and waiting_since is not null then extract(epoch from waiting_since)
                       else - extract(epoch from created_at)
                   end)::bigint as key
               from placed
           ), selected as (
               select id, rank, key, count(*) over () as total from ranked
               where ($1::text[] is null or stage = any($1))
                 and ($2::text[] is null or kind = any($2))
                 and ($3::uuid[] is null or assignee = any($3) or $4 and assignee is null)
                 and ($5::uuid[] is null or store_id = any($5))
                 and ($6::text[] is null or language = any($6))
                 and ($7::text[] is null or source = any($7))
                 and ($8::bigint[] is null or product_id = any($8) or exists (
                     select from inquiry_item where inquiry_id = ranked.id and inquiry_item.product_id = any($8)))
                 and ($9::uuid is null or contact_id = $9)
                 and ($10::text[] is null or due = any($10))
                 and ($11::timestamptz is null or created_at >= $11)
                 and ($12::timestamptz is null or created_at < $12)
                 and ($13::text[] is null or number like any($20)
                      or id in (select inquiry_id from offer where offer.number like any($20)) or phone_number like any($21)
                      or cardinality($13) > 0 and concat_ws(' ', translate(lower(number), 'q', 'g'), phone_number, search) like all($13))
                 and (not $23 or waiting_since is not null and due <> 'done')
                 and ($24::timestamptz is null and $25::timestamptz is null
                      or stage not in ('lost', 'closed') and follow_up_at >= coalesce($24, '-infinity')
                         and follow_up_at < coalesce($25, 'infinity'))
                 and ($26::text[] is null or visit_channel = any($26))
                 and ($27::timestamptz is null and $28::timestamptz is null or exists (
                     select from offer where offer.inquiry_id = ranked.id and offer.state = 'accepted'
                         and decided_at >= coalesce($27, '-infinity') and decided_at < coalesce($28, 'infinity')))
           )
           select id as "id!", rank as "rank!", key as "key!", total as "total!" from selected
           where $16::int is null or (rank, key, id) > ($16, $17, $18)
           order by rank, key, id limit $19"#,
        list_or_all(&filter.statuses),
        list_or_all(&filter.kinds),
        (filter.is_unassigned || !filter.assignees.is_empty()).then_some(filter.assignees.as_slice()),
        filter.is_unassigned,
        list_or_all(&filter.stores),
        list_or_all(&filter.languages),
        list_or_all(&filter.sources),
        list_or_all(&filter.products),
        filter.contact,
        list_or_all(&filter.dues),
        filter.from,
        filter.to,
        filter.query.as_ref().map(|query| query.words.as_slice()),
        as_of,
        sort.name(),
        after.map(|after| after.rank),
        after.map(|after| after.key),
        after.map(|after| after.id),
        limit,
        filter.query.as_ref().map(|query| query.numbers.as_slice()),
        filter.query.as_ref().map(|query| query.phones.as_slice()),
        &Due::ALL.map(|due| due.name().to_owned()),
        filter.is_waiting,
        filter.follow_up_from,
        filter.follow_up_to,
        list_or_all(&filter.channels),
        filter.accepted_from,
        filter.accepted_to,
    )
    .fetch_all(&mut *connection)
    .await?;
    let total = match found.first() {
        Some(row) => Some(row.total),
        None => after.is_none().then_some(0),
    };
    let positions = found.iter().map(|row| Position {
        as_of,
        rank: row.rank,
        key: row.key,
        id: row.id,
    });
    Ok(Page {
        inquiries: load(connection, positions.collect()).await?,
        total,
    })
}

/// Returns the inquiries of positions, in their order.
async fn load(
    connection: &mut PgConnection,
    positions: Vec<Position>,
) -> Result<Vec<(Inquiry, Position)>, sqlx::Error> {
    let ids: Vec<_> = positions.iter().map(|position| position.id).collect();
    let rows: Vec<Row> =
        super::inquiry::select_inquiry!("where id = any($1) order by array_position($1, id)", &ids)
            .fetch_all(connection)
            .await?;
    let inquiries = rows.into_iter().zip(positions);
    inquiries
        .map(|(row, position)| Ok((Inquiry::try_from(row)?, position)))
        .collect()
}

/// A number of inquiries.
pub(crate) struct Count {
    pub(crate) status: String,
    pub(crate) due: String,
    /// Whether the asking staff member is the assignee.
    pub(crate) is_own: bool,
    pub(crate) is_unassigned: bool,
    pub(crate) inquiries: i64,
}

/// Counts the inquiries of each status, group and ownership.
pub(crate) async fn count(
    connection: &mut PgConnection,
    filter: &Filter,
    as_of: OffsetDateTime,
    staff: Option<Uuid>,
) -> Result<Vec<Count>, sqlx::Error> {
    sqlx::query_as!(
        Count,
        r#"with inbox as (
               select *, inquiry_waiting_since(kind, last_customer_at, answered_at) as waiting_since
               from inquiry left join offer_claim_of_inquiry on inquiry_id = id
           ), placed as (
               select *, inquiry_due(stage, is_to_order and wiped_at is null, change_asked_at, answered_at, waiting_since,
                                     follow_up_at, case when waiting_since is not null then promise_at end,
                                     offer_ends_on, $14)
                         as due
               from inbox
           )
           select stage as "status!", due as "due!", coalesce(assignee = $15, false) as "is_own!",
                  assignee is null as "is_unassigned!", count(*) as "inquiries!"
           from placed
           where ($1::text[] is null or stage = any($1))
             and ($2::text[] is null or kind = any($2))
             and ($3::uuid[] is null or assignee = any($3) or $4 and assignee is null)
             and ($5::uuid[] is null or store_id = any($5))
             and ($6::text[] is null or language = any($6))
             and ($7::text[] is null or source = any($7))
             and ($8::bigint[] is null or product_id = any($8) or exists (
                 select from inquiry_item where inquiry_id = placed.id and inquiry_item.product_id = any($8)))
             and ($9::uuid is null or contact_id = $9)
             and ($10::text[] is null or due = any($10))
             and ($11::timestamptz is null or created_at >= $11)
             and ($12::timestamptz is null or created_at < $12)
             and ($13::text[] is null or number like any($16)
                      or id in (select inquiry_id from offer where offer.number like any($16)) or phone_number like any($17)
                      or cardinality($13) > 0 and concat_ws(' ', translate(lower(number), 'q', 'g'), phone_number, search) like all($13))
             and (not $18 or waiting_since is not null and due <> 'done')
             and ($19::timestamptz is null and $20::timestamptz is null
                  or stage not in ('lost', 'closed') and follow_up_at >= coalesce($19, '-infinity')
                     and follow_up_at < coalesce($20, 'infinity'))
             and ($21::text[] is null or visit_channel = any($21))
             and ($22::timestamptz is null and $23::timestamptz is null or exists (
                 select from offer where offer.inquiry_id = placed.id and offer.state = 'accepted'
                     and decided_at >= coalesce($22, '-infinity') and decided_at < coalesce($23, 'infinity')))
           group by 1, 2, 3, 4"#,
        list_or_all(&filter.statuses),
        list_or_all(&filter.kinds),
        (filter.is_unassigned || !filter.assignees.is_empty()).then_some(filter.assignees.as_slice()),
        filter.is_unassigned,
        list_or_all(&filter.stores),
        list_or_all(&filter.languages),
        list_or_all(&filter.sources),
        list_or_all(&filter.products),
        filter.contact,
        list_or_all(&filter.dues),
        filter.from,
        filter.to,
        filter.query.as_ref().map(|query| query.words.as_slice()),
        as_of,
        staff,
        filter.query.as_ref().map(|query| query.numbers.as_slice()),
        filter.query.as_ref().map(|query| query.phones.as_slice()),
        filter.is_waiting,
        filter.follow_up_from,
        filter.follow_up_to,
        list_or_all(&filter.channels),
        filter.accepted_from,
        filter.accepted_to,
    )
    .fetch_all(connection)
    .await
}

fn list_or_all<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}
