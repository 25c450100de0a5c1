//! The table `inquiry_order`, and the orders that offers record.

use kit::domain::{InquiryId, OrderId};
use sqlx::PgConnection;
use uuid::Uuid;

/// Inserts an order that was made from an inquiry. One that has ended already stays not live.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: OrderId,
    number: &str,
    inquiry: InquiryId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into inquiry_order (order_id, inquiry_id, order_number, is_live) values ($1, $2, $3, true)
         on conflict (order_id) do update set inquiry_id = excluded.inquiry_id, order_number = excluded.order_number",
        order.uuid(),
        inquiry.uuid(),
        number,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks an order as not live, also one whose creation is not consumed yet.
pub(crate) async fn end(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into inquiry_order (order_id, is_live) values ($1, false)
         on conflict (order_id) do update set is_live = false",
        order.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the end of a completed order, also one whose creation is not consumed yet.
pub(crate) async fn complete(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into inquiry_order (order_id, is_live, ended_at) values ($1, true, now())
         on conflict (order_id) do update set ended_at = coalesce(inquiry_order.ended_at, excluded.ended_at)",
        order.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the orders of inquiries.
pub(crate) async fn of_inquiries(
    connection: &mut PgConnection,
    inquiries: &[Uuid],
) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "select order_id from inquiry_order where inquiry_id = any($1)",
        inquiries
    )
    .fetch_all(connection)
    .await
}

/// Returns whether an order was cancelled or abandoned.
pub(crate) async fn has_ended(connection: &mut PgConnection, order: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from inquiry_order where order_id = $1 and not is_live) as "has_ended!""#,
        order,
    )
    .fetch_one(connection)
    .await
}

/// Deletes at most `limit` ended orders of no inquiry with ids below `before`.
pub(crate) async fn delete_unrelated(
    connection: &mut PgConnection,
    before: Uuid,
    limit: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from inquiry_order where order_id in (
             select order_id from inquiry_order where inquiry_id is null and order_id < $1
             order by order_id limit $2 for update skip locked
         )",
        before,
        limit,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the number of the order that an offer records. Returns false if the offer records another one or none.
pub(crate) async fn set_number(
    connection: &mut PgConnection,
    offer: Uuid,
    order: OrderId,
    number: &str,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update offer set order_number = $3 where id = $1 and order_id = $2",
        offer,
        order.uuid(),
        number,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the inquiry whose offer records an order.
pub(crate) async fn inquiry_of(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Option<InquiryId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select inquiry_id as "inquiry: InquiryId" from offer where order_id = $1"#,
        order.uuid(),
    )
    .fetch_optional(connection)
    .await
}

/// Removes an order from the offer that records it. Returns false if none does.
pub(crate) async fn release(connection: &mut PgConnection, order: OrderId) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update offer set order_id = null, order_number = null where order_id = $1",
        order.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() > 0)
}
