//! Orders that lapse, timed by the database clock.

use kit::domain::{Money, OrderId, UserId};
use sqlx::PgConnection;

use super::order::{OrderRow, load_details};
use crate::{
    config::LapsePeriods,
    order::{LapsingOrder, Order, PaymentStatus, Status},
};

/// Marks at most `limit` untouched orders, whose notice is due and which no other transaction has locked, as announced,
/// and returns them.
pub(crate) async fn announce(
    connection: &mut PgConnection,
    periods: LapsePeriods,
    limit: u64,
) -> Result<Vec<LapsingOrder>, sqlx::Error> {
    sqlx::query_as!(
        LapsingOrder,
        r#"with due as (
               select id from customer_order
               where status = 'pending' and payment_status = 'pending' and lapse_announced_at is null
                 and ordered_at <= now() - make_interval(secs => $1::float8) + make_interval(secs => $2::float8)
               order by ordered_at limit $3 for update skip locked
           )
           update customer_order as lapsing set lapse_announced_at = now()
           from due where lapsing.id = due.id
           returning lapsing.id as "id: OrderId", lapsing.number, lapsing.user_id as "user: UserId",
                     greatest(
                         lapsing.ordered_at + make_interval(secs => $1::float8),
                         now() + make_interval(secs => $2::float8)
                     ) as "lapses_at!""#,
        periods.pending.as_secs_f64(),
        periods.notice.as_secs_f64(),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(connection)
    .await
}

/// Returns at most `limit` untouched orders that have lapsed and that no other transaction has locked, and locks them
/// until the transaction ends. An order lapses a notice after its announcement at the earliest.
pub(crate) async fn lock_lapsed(
    connection: &mut PgConnection,
    periods: LapsePeriods,
    limit: u64,
) -> Result<Vec<Order>, sqlx::Error> {
    let rows = sqlx::query_as!(
        OrderRow,
        r#"select id as "id: OrderId", number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at,
                  delivery_price_minor as "delivery_price: Money"
           from customer_order
           where status = 'pending' and payment_status = 'pending'
             and ordered_at <= now() - make_interval(secs => $1::float8)
             and lapse_announced_at <= now() - make_interval(secs => $2::float8)
           order by ordered_at limit $3 for update skip locked"#,
        periods.pending.as_secs_f64(),
        periods.notice.as_secs_f64(),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(&mut *connection)
    .await?;
    load_details(connection, rows).await
}
