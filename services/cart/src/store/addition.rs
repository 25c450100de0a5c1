//! Additions with an idempotency key.

use kit::domain::{CartId, ProductId, Quantity};
use sqlx::PgConnection;

use crate::cart::Line;

/// Returns the addition to a cart with a key within 24 hours.
pub(crate) async fn find(
    connection: &mut PgConnection,
    cart: CartId,
    key: &str,
) -> Result<Option<Line>, sqlx::Error> {
    sqlx::query_as!(
        Line,
        r#"select product_id as "product: ProductId", quantity as "quantity: Quantity" from cart_addition
           where cart_id = $1 and key = $2 and created_at > now() - interval '1 day'"#,
        cart.uuid(),
        key,
    )
    .fetch_optional(connection)
    .await
}

/// Stores an addition to a cart with a key; replaces an expired one with that key.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    cart: CartId,
    key: &str,
    added: Line,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into cart_addition (cart_id, key, product_id, quantity) values ($1, $2, $3, $4)
         on conflict (cart_id, key) do update
         set product_id = excluded.product_id, quantity = excluded.quantity, created_at = excluded.created_at",
        cart.uuid(),
        key,
        added.product.get(),
        added.quantity as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the additions of a cart but the newest `kept`.
pub(crate) async fn delete_oldest(
    connection: &mut PgConnection,
    cart: CartId,
    kept: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from cart_addition where cart_id = $1 and key in (
             select key from cart_addition where cart_id = $1 order by created_at desc offset $2
         )",
        cart.uuid(),
        kept,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes at most `limit` expired additions. Returns their number.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from cart_addition where (cart_id, key) in (
             select cart_id, key from cart_addition
             where created_at < now() - interval '1 day' order by created_at limit $1
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
