//! Pages of orders, newest first.

use std::collections::HashMap;

use kit::{
    domain::{Money, OrderId, Page, UserId, Visit},
    search::RecordQuery,
    vocabulary::visit::Channel,
};
use sqlx::PgConnection;

use super::order::{OrderRow, load_details};
use crate::order::{Order, PaymentStatus, Status};

/// Returns a page of a user's orders and the number of orders on all pages. A search looks at the number, the
/// names of the products, and the recipient.
pub(crate) async fn of_user(
    connection: &mut PgConnection,
    user: UserId,
    status: Option<Status>,
    query: Option<&RecordQuery>,
    page: Page,
) -> Result<(Vec<Order>, i64), sqlx::Error> {
    let status = status.map(Status::name);
    let numbers = query.map(|query| query.numbers.as_slice());
    let phones = query.map(|query| query.phones.as_slice());
    let words = query.map(|query| query.words.as_slice());
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from customer_order
           where user_id = $1 and ($2::text is null or status = $2) and ($3::text[] is null or number like any($3) or customer_phone like any($4)
               or cardinality($5::text[]) > 0 and concat_ws(E'\n', search_text, desk_search) like all($5))"#,
        user.uuid(),
        status,
        numbers,
        phones,
        words,
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query_as!(
        OrderRow,
        r#"select id as "id: OrderId", number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at,
                  delivery_price_minor as "delivery_price: Money", paid_minor as "paid: Money",
                  refunded_minor as "refunded: Money"
           from customer_order
           where user_id = $1 and ($2::text is null or status = $2) and ($3::text[] is null or number like any($3) or customer_phone like any($4)
               or cardinality($5::text[]) > 0 and concat_ws(E'\n', search_text, desk_search) like all($5))
           order by ordered_at desc, id desc limit $6 offset $7"#,
        user.uuid(),
        status,
        numbers,
        phones,
        words,
        page.limit,
        page.offset,
    )
    .fetch_all(&mut *connection)
    .await?;
    Ok((load_details(connection, rows).await?, total))
}

/// Returns the visits of orders.
pub(crate) async fn visits(
    connection: &mut PgConnection,
    orders: &[Order],
) -> Result<HashMap<OrderId, Visit>, sqlx::Error> {
    let ids: Vec<_> = orders.iter().map(|order| order.id.uuid()).collect();
    let rows = sqlx::query!(
        r#"select id as "id: OrderId", visit_channel as "channel: Channel", visit_source, visit_campaign, visit_landing, visit_at
           from customer_order where id = any($1)"#,
        &ids,
    )
    .fetch_all(connection)
    .await?;
    let visits = rows.into_iter().map(|row| {
        let visit = Visit {
            channel: row.channel,
            source: row.visit_source,
            campaign: row.visit_campaign,
            landing_path: row.visit_landing,
            at: row.visit_at,
        };
        (row.id, visit)
    });
    Ok(visits.collect())
}
