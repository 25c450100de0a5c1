//! Orders that lapse, timed by the database clock.

use kit::domain::{Money, OrderId, UserId};
use sqlx::PgConnection;

use super::order::{OrderRow, load_details};
use crate::{
    config::{LapsePeriod, LapsePeriods},
    order::{LapsingOrder, Order, PaymentStatus, Status},
};

/// Returns the users whose e-mail was not verified when they placed an order that lapses or is announced now for that
/// reason.
pub(crate) async fn due_unverified_users(
    connection: &mut PgConnection,
    period: LapsePeriod,
) -> Result<Vec<UserId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select distinct user_id as "user!: UserId" from customer_order
           where not email_verified and status = 'pending' and payment_status = 'pending' and user_id is not null
             and ordered_at <= now() - make_interval(secs => $1::float8 - $2::float8)
             and (lapse_announced_at is null or lapse_announced_at <= now() - make_interval(secs => $2::float8))"#,
        period.pending.as_secs_f64(),
        period.notice.as_secs_f64(),
    )
    .fetch_all(connection)
    .await
}

/// Marks the e-mail of a user's pending orders as verified; the announcement of their lapse is withdrawn.
pub(crate) async fn mark_verified(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update customer_order set email_verified = true, lapse_announced_at = null
         where user_id = $1 and not email_verified and status = 'pending'",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

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
                 and not exists (
                     select from order_history where order_id = customer_order.id and status <> 'pending'
                 )
                 and ordered_at <= now() - make_interval(
                     secs => case when email_verified then $1::float8 - $2::float8 else $4::float8 - $5::float8 end
                 )
               order by ordered_at limit $3 for update skip locked
           )
           update customer_order as lapsing set lapse_announced_at = now()
           from due where lapsing.id = due.id
           returning lapsing.id as "id: OrderId", lapsing.number, lapsing.user_id as "user: UserId",
                     greatest(
                         lapsing.ordered_at
                             + make_interval(secs => case when email_verified then $1::float8 else $4::float8 end),
                         now() + make_interval(secs => case when email_verified then $2::float8 else $5::float8 end)
                     ) as "lapses_at!""#,
        periods.verified.pending.as_secs_f64(),
        periods.verified.notice.as_secs_f64(),
        i64::try_from(limit).unwrap_or(i64::MAX),
        periods.unverified.pending.as_secs_f64(),
        periods.unverified.notice.as_secs_f64(),
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
                  delivery_price_minor as "delivery_price: Money", paid_minor as "paid: Money",
                  refunded_minor as "refunded: Money"
           from customer_order
           where status = 'pending' and payment_status = 'pending'
             and not exists (select from order_history where order_id = customer_order.id and status <> 'pending')
             and ordered_at <= now() - make_interval(
                 secs => case when email_verified then $1::float8 else $4::float8 end
             )
             and lapse_announced_at <= now() - make_interval(
                 secs => case when email_verified then $2::float8 else $5::float8 end
             )
           order by ordered_at limit $3 for update skip locked"#,
        periods.verified.pending.as_secs_f64(),
        periods.verified.notice.as_secs_f64(),
        i64::try_from(limit).unwrap_or(i64::MAX),
        periods.unverified.pending.as_secs_f64(),
        periods.unverified.notice.as_secs_f64(),
    )
    .fetch_all(&mut *connection)
    .await?;
    load_details(connection, rows).await
}
