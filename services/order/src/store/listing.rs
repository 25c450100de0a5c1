//! Pages of orders, newest first.

use kit::domain::{Money, OrderId, Page, UserId};
use sqlx::PgConnection;

use super::order::{OrderRow, load_details};
use crate::order::{Order, PaymentStatus, Status};

/// Returns a page of a user's orders and the number of orders on all pages. An order matches one of the `patterns`.
pub(crate) async fn of_user(
    connection: &mut PgConnection,
    user: UserId,
    status: Option<Status>,
    patterns: Option<&[String]>,
    page: Page,
) -> Result<(Vec<Order>, i64), sqlx::Error> {
    let status = status.map(Status::name);
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from customer_order
           where user_id = $1 and ($2::text is null or status = $2) and ($3::text[] is null or search_text like any($3))"#,
        user.uuid(),
        status,
        patterns,
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query_as!(
        OrderRow,
        r#"select id as "id: OrderId", number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at,
                  delivery_price_minor as "delivery_price: Money"
           from customer_order
           where user_id = $1 and ($2::text is null or status = $2) and ($3::text[] is null or search_text like any($3))
           order by ordered_at desc, id desc limit $4 offset $5"#,
        user.uuid(),
        status,
        patterns,
        page.limit,
        page.offset,
    )
    .fetch_all(&mut *connection)
    .await?;
    Ok((load_details(connection, rows).await?, total))
}
