//! Payments of all orders: their list and their sums, from which all figures of money come.

use kit::{
    domain::{Money, StoreId},
    vocabulary::visit::Channel,
};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    desk::Source,
    figures::DaySum,
    payment::{Kind, Method},
};

/// Largest exact number of entries of a list.
const MAX_COUNT: i64 = 10_000;

/// Selects payments.
#[derive(Debug, Clone)]
pub(crate) struct PaymentFilter {
    pub(crate) from: OffsetDateTime,
    /// Exclusive.
    pub(crate) before: OffsetDateTime,
    pub(crate) store: Option<StoreId>,
    /// An empty list selects all.
    pub(crate) sources: Vec<Source>,
    pub(crate) kind: Option<Kind>,
    /// An empty list selects all.
    pub(crate) channels: Vec<Channel>,
}

impl PaymentFilter {
    fn channels(&self) -> Vec<String> {
        self.channels
            .iter()
            .map(|channel| channel.name().to_owned())
            .collect()
    }

    fn sources(&self) -> Vec<String> {
        self.sources
            .iter()
            .map(|source| source.name().to_owned())
            .collect()
    }
}

/// Sums the payments of a filter by day in Asia/Baku, origin and channel of the order, and direction.
pub(crate) async fn sums(
    connection: &mut PgConnection,
    filter: &PaymentFilter,
) -> Result<Vec<DaySum>, sqlx::Error> {
    sqlx::query_as!(
        DaySum,
        r#"select (at at time zone 'Asia/Baku')::date as "on!", source as "source: Source",
                  visit_channel as "channel: Channel", kind as "kind: Kind", sum(amount_minor)::bigint as "minor!",
                  count(*) as "count!"
           from payment join customer_order on customer_order.id = order_id
           where at >= $1 and at < $2 and ($3::uuid is null or store_id = $3)
             and (cardinality($4::text[]) = 0 or source = any($4)) and ($5::text is null or kind = $5)
             and (cardinality($6::text[]) = 0 or visit_channel = any($6))
           group by 1, 2, 3, 4"#,
        filter.from,
        filter.before,
        filter.store.map(StoreId::uuid),
        &filter.sources(),
        filter.kind.map(Kind::name),
        &filter.channels(),
    )
    .fetch_all(connection)
    .await
}

/// Returns the payments in minus payments out of all orders, in qəpik. Unlike [`sums`], reads no orders.
pub(crate) async fn total(
    connection: &mut PgConnection,
    from: OffsetDateTime,
    before: OffsetDateTime,
    store: Option<StoreId>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select coalesce(sum(case kind when 'in' then amount_minor else - amount_minor end), 0)::bigint as "minor!"
           from payment where at >= $1 and at < $2 and ($3::uuid is null or store_id = $3)"#,
        from,
        before,
        store.map(StoreId::uuid),
    )
    .fetch_one(connection)
    .await
}

/// Counts the payments of a filter, to 10,001.
pub(crate) async fn count(connection: &mut PgConnection, filter: &PaymentFilter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from payment join customer_order on customer_order.id = order_id
               where at >= $1 and at < $2 and ($3::uuid is null or store_id = $3)
                 and (cardinality($4::text[]) = 0 or source = any($4)) and ($5::text is null or kind = $5)
                 and (cardinality($6::text[]) = 0 or visit_channel = any($6))
               limit $7
           ) as counted"#,
        filter.from,
        filter.before,
        filter.store.map(StoreId::uuid),
        &filter.sources(),
        filter.kind.map(Kind::name),
        &filter.channels(),
        MAX_COUNT + 1,
    )
    .fetch_one(connection)
    .await
}

/// A payment with its order.
#[derive(Debug)]
pub(crate) struct ListedPayment {
    pub(crate) id: Uuid,
    pub(crate) at: OffsetDateTime,
    pub(crate) kind: Kind,
    pub(crate) amount: Money,
    pub(crate) method: Method,
    pub(crate) store: Option<StoreId>,
    /// `None` for the system.
    pub(crate) actor: Option<String>,
    pub(crate) number: String,
    pub(crate) source: Source,
}

/// Position of a payment in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) at: OffsetDateTime,
    pub(crate) id: Uuid,
}

/// Returns at most `limit` payments after a position, newest first.
pub(crate) async fn page(
    connection: &mut PgConnection,
    filter: &PaymentFilter,
    after: Option<&Position>,
    limit: i64,
) -> Result<Vec<ListedPayment>, sqlx::Error> {
    sqlx::query_as!(
        ListedPayment,
        r#"select payment.id, at, kind as "kind: Kind", amount_minor as "amount: Money", method as "method: Method",
                  store_id as "store: StoreId", actor, number, source as "source: Source"
           from payment join customer_order on customer_order.id = order_id
           where at >= $1 and at < $2 and ($3::uuid is null or store_id = $3)
             and (cardinality($4::text[]) = 0 or source = any($4)) and ($5::text is null or kind = $5)
             and ($6::timestamptz is null or (at, payment.id) < ($6, $7))
             and (cardinality($9::text[]) = 0 or visit_channel = any($9))
           order by at desc, payment.id desc limit $8"#,
        filter.from,
        filter.before,
        filter.store.map(StoreId::uuid),
        &filter.sources(),
        filter.kind.map(Kind::name),
        after.map(|after| after.at),
        after.map(|after| after.id),
        limit,
        &filter.channels(),
    )
    .fetch_all(connection)
    .await
}

/// Returns the numbers of at most `limit` orders whose sums differ from their payments.
pub(crate) async fn differing(connection: &mut PgConnection, limit: i64) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "select number
         from customer_order left join (
             select order_id, coalesce(sum(amount_minor) filter (where kind = 'in'), 0) as paid,
                    coalesce(sum(amount_minor) filter (where kind = 'out'), 0) as refunded
             from payment group by order_id
         ) as paid on order_id = customer_order.id
         where paid_minor <> coalesce(paid, 0) or refunded_minor <> coalesce(refunded, 0)
         order by number limit $1",
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Counts the orders since a time by channel.
pub(crate) async fn orders_by_channel(
    connection: &mut PgConnection,
    since: OffsetDateTime,
) -> Result<Vec<(Channel, i64)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select visit_channel as "channel: Channel", count(*) as "orders!" from customer_order
           where ordered_at >= $1 group by 1"#,
        since,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.channel, row.orders)).collect())
}
