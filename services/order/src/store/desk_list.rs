//! Lists and counts of the desk: statements that depend on the filter and the sort.

pub(crate) use kit::vocabulary::order::Sort;
use kit::{domain::OrderId, search::RecordQuery, vocabulary::visit::Channel};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow as _, PgConnection, Postgres, QueryBuilder};
use time::{Date, OffsetDateTime};

use super::desk::{FACTS, summary};
use crate::{
    desk::{OrderSummary, Source},
    order::{PaymentStatus, Status},
};

/// Condition of an order that is in work. Named statuses, so that their index answers it.
const IS_OPEN: &str = "o.status in ('pending', 'processing', 'shipped', 'delivered')";

/// Condition of an order with money to give back, as its index has it: all of a cancelled one, and what is above the total of
/// another one.
const IS_REFUND_DUE: &str =
    "(o.paid_minor - o.refunded_minor > case o.status when 'cancelled' then 0 else o.total_minor end)";

/// Largest exact number of entries of a list.
const MAX_COUNT: i64 = 10_000;

/// Selects orders; empty lists and `None` select all.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeskFilter {
    /// Statuses that the actor may read and has selected.
    pub(crate) statuses: Vec<Status>,
    pub(crate) payments: Vec<PaymentStatus>,
    /// `None` selects orders without an assignee.
    pub(crate) assignees: Vec<Option<String>>,
    pub(crate) sources: Vec<Source>,
    pub(crate) channels: Vec<Channel>,
    /// With country code. Orders of any of the phones or e-mails match.
    pub(crate) phones: Vec<String>,
    pub(crate) emails: Vec<String>,
    pub(crate) ordered_from: Option<OffsetDateTime>,
    pub(crate) ordered_before: Option<OffsetDateTime>,
    pub(crate) delivery_from: Option<Date>,
    pub(crate) delivery_to: Option<Date>,
    pub(crate) has_delivery: Option<bool>,
    /// Only orders with money to give back.
    pub(crate) is_refund_due: bool,
    pub(crate) query: Option<RecordQuery>,
}

/// Position of a list after which a page begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Position {
    /// Microseconds since 1970.
    Date(i64, OrderId),
    /// Day and time of day, as text.
    Delivery(String, String, OrderId),
    /// Qəpik.
    Total(i64, OrderId),
}

/// Returns the columns of the order, without the id, and whether it is descending.
const fn columns(sort: Sort) -> (&'static str, bool) {
    match sort {
        Sort::DateDescending => ("o.ordered_at", true),
        Sort::Date => ("o.ordered_at", false),
        Sort::Delivery => (
            "coalesce(o.delivery_on, 'infinity'::date), coalesce(o.delivery_from, '00:00'::time)",
            false,
        ),
        Sort::Total => ("o.total_minor", false),
        Sort::TotalDescending => ("o.total_minor", true),
    }
}

/// Returns the position of an order.
pub(crate) fn position(sort: Sort, summary: &OrderSummary) -> Position {
    match sort {
        Sort::DateDescending | Sort::Date => {
            let microseconds = summary.ordered_at.unix_timestamp_nanos() / 1_000;
            Position::Date(i64::try_from(microseconds).unwrap_or(i64::MAX), summary.id)
        }
        Sort::Delivery => {
            let delivery = summary.origin.delivery.as_ref();
            let on = delivery.and_then(|delivery| delivery.on);
            let from = delivery.and_then(|delivery| delivery.hours).map(|(from, _)| from);
            Position::Delivery(
                on.map_or_else(|| "infinity".to_owned(), |on| on.to_string()),
                from.map_or_else(|| "00:00".to_owned(), |from| from.to_string()),
                summary.id,
            )
        }
        Sort::Total | Sort::TotalDescending => Position::Total(summary.total.minor(), summary.id),
    }
}

/// Returns at most `limit` orders after a position.
pub(crate) async fn page(
    connection: &mut PgConnection,
    filter: &DeskFilter,
    sort: Sort,
    after: Option<&Position>,
    limit: i64,
) -> Result<Vec<OrderSummary>, sqlx::Error> {
    let mut statement = QueryBuilder::<Postgres>::new(FACTS);
    push_filter(&mut statement, filter);
    let (columns, is_descending) = columns(sort);
    if let Some(position) = after {
        let operator = if is_descending { "<" } else { ">" };
        statement.push(format!(" and ({columns}, o.id) {operator} ("));
        match position {
            Position::Date(microseconds, id) => {
                statement
                    .push("timestamptz 'epoch' + ")
                    .push_bind(*microseconds)
                    .push(" * interval '1 microsecond', ")
                    .push_bind(id.uuid());
            }
            Position::Delivery(on, from, id) => {
                statement
                    .push_bind(on.clone())
                    .push("::date, ")
                    .push_bind(from.clone())
                    .push("::time, ")
                    .push_bind(id.uuid());
            }
            Position::Total(minor, id) => {
                statement.push_bind(*minor).push(", ").push_bind(id.uuid());
            }
        }
        statement.push(")");
    }
    let direction = if is_descending { " desc" } else { "" };
    let columns: Vec<String> = [columns, "o.id"]
        .iter()
        .map(|column| format!("{column}{direction}"))
        .collect();
    statement
        .push(" order by ")
        .push(columns.join(", "))
        .push(" limit ")
        .push_bind(limit);
    let rows = statement.build().persistent(false).fetch_all(connection).await?;
    rows.iter().map(summary).collect()
}

/// Counts the orders of a filter, to 10,001.
pub(crate) async fn count(connection: &mut PgConnection, filter: &DeskFilter) -> Result<i64, sqlx::Error> {
    let mut statement =
        QueryBuilder::<Postgres>::new("select count(*) from (select from customer_order o where true");
    push_filter(&mut statement, filter);
    statement
        .push(" limit ")
        .push_bind(MAX_COUNT + 1)
        .push(") as counted");
    statement
        .build_query_scalar()
        .persistent(false)
        .fetch_one(connection)
        .await
}

/// Numbers of orders by the desk's views.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Counts {
    pub(crate) open: i64,
    pub(crate) delivering_tomorrow: i64,
    pub(crate) unpaid: i64,
    pub(crate) mine: i64,
    pub(crate) refund_due: i64,
    pub(crate) pending: i64,
    pub(crate) processing: i64,
    pub(crate) shipped: i64,
    pub(crate) delivered: i64,
    pub(crate) completed: i64,
    pub(crate) cancelled: i64,
}

/// Counts the orders of a filter; `me` is the assignee of the caller.
pub(crate) async fn counts(
    connection: &mut PgConnection,
    filter: &DeskFilter,
    me: &str,
) -> Result<Counts, sqlx::Error> {
    // Open orders are few, so that only they are read; the rest is counted in the index of the statuses.
    let mut statement = QueryBuilder::<Postgres>::new("select * from (select ");
    let by_status: Vec<String> = Status::ALL
        .iter()
        .map(|status| format!("count(*) filter (where status = '{0}') as {0}", status.name()))
        .collect();
    statement
        .push(by_status.join(", "))
        .push(" from customer_order o where true");
    push_filter(&mut statement, filter);
    statement.push(
        ") as by_status,
         (select count(*) as open,
                 count(*) filter (where delivery_on = (now() at time zone 'Asia/Baku')::date + 1) as delivering_tomorrow,
                 count(*) filter (where payment_status not in ('paid', 'refunded')
                                        and total_minor > paid_minor - refunded_minor) as unpaid,
                 count(*) filter (where assignee = ",
    );
    statement
        .push_bind(me.to_owned())
        .push(") as mine from customer_order o where ")
        .push(IS_OPEN);
    push_filter(&mut statement, filter);
    statement
        .push(") as open_orders, (select count(*) as refund_due from customer_order o where ")
        .push(IS_REFUND_DUE);
    push_filter(&mut statement, filter);
    statement.push(") as refunds");
    let row = statement.build().persistent(false).fetch_one(connection).await?;
    Counts::from_row(&row)
}

/// Appends the conditions of a filter.
fn push_filter(statement: &mut QueryBuilder<Postgres>, filter: &DeskFilter) {
    // Names without binding, so that the planner knows the values.
    let list = |names: Vec<&'static str>| format!("('{}')", names.join("', '"));
    if filter.statuses.is_empty() {
        statement.push(" and false");
    } else if filter.statuses.len() < Status::ALL.len() {
        let names = filter.statuses.iter().map(|status| status.name()).collect();
        statement.push(" and o.status in ").push(list(names));
    }
    if !filter.payments.is_empty() {
        let names = filter.payments.iter().map(|status| status.name()).collect();
        statement.push(" and o.payment_status in ").push(list(names));
    }
    if !filter.sources.is_empty() {
        let names = filter.sources.iter().map(|source| source.name()).collect();
        statement.push(" and o.source in ").push(list(names));
    }
    if !filter.channels.is_empty() {
        let names = filter.channels.iter().map(|channel| channel.name()).collect();
        statement.push(" and o.visit_channel in ").push(list(names));
    }
    if !filter.assignees.is_empty() {
        let known: Vec<String> = filter.assignees.iter().flatten().cloned().collect();
        statement
            .push(" and (o.assignee = any(")
            .push_bind(known)
            .push(")");
        if filter.assignees.contains(&None) {
            statement.push(" or o.assignee is null");
        }
        statement.push(")");
    }
    if !filter.phones.is_empty() || !filter.emails.is_empty() {
        statement
            .push(" and (o.customer_phone <> '' and o.customer_phone = any(")
            .push_bind(filter.phones.clone())
            .push(") or o.customer_email <> '' and o.customer_email = any(")
            .push_bind(filter.emails.clone())
            .push("))");
    }
    if let Some(from) = filter.ordered_from {
        statement.push(" and o.ordered_at >= ").push_bind(from);
    }
    if let Some(before) = filter.ordered_before {
        statement.push(" and o.ordered_at < ").push_bind(before);
    }
    if let Some(from) = filter.delivery_from {
        statement.push(" and o.delivery_on >= ").push_bind(from);
    }
    if let Some(to) = filter.delivery_to {
        statement.push(" and o.delivery_on <= ").push_bind(to);
    }
    match filter.has_delivery {
        Some(true) => {
            statement.push(" and o.delivery_on is not null");
        }
        Some(false) => {
            statement.push(" and o.delivery_on is null");
        }
        None => {}
    }
    if filter.is_refund_due {
        statement.push(" and ").push(IS_REFUND_DUE);
    }
    if let Some(query) = &filter.query {
        push_query(statement, query);
    }
}

/// Appends the search for the beginning of a number, the end of a phone, or all words.
fn push_query(statement: &mut QueryBuilder<Postgres>, query: &RecordQuery) {
    // Conditions that the indexes of number, phone and text answer together.
    statement.push(" and (false");
    for pattern in &query.numbers {
        statement.push(" or o.number like ").push_bind(pattern.clone());
    }
    if !query.is_only_number {
        for pattern in &query.phones {
            statement
                .push(" or o.customer_phone like ")
                .push_bind(pattern.clone());
        }
        for (index, pattern) in query.words.iter().enumerate() {
            let operator = if index == 0 { "or" } else { "and" };
            statement
                .push(format!(" {operator} o.desk_search like "))
                .push_bind(pattern.clone());
        }
    }
    statement.push(")");
}
