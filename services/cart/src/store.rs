//! SQL statements of the cart service.

use kit::domain::{CartId, ProductId, Quantity, UserId};
use sqlx::PgConnection;

use crate::cart::{Cart, Line};

/// Creates the user's cart unless it exists.
pub(crate) async fn ensure_cart(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into cart (id, user_id) values ($1, $2) on conflict (user_id) do nothing",
        CartId::generate().uuid(),
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the user's cart.
pub(crate) async fn find_cart(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Cart>, sqlx::Error> {
    let Some(id) = sqlx::query_scalar!(
        r#"select id as "id: CartId" from cart where user_id = $1"#,
        user.uuid()
    )
    .fetch_optional(&mut *connection)
    .await?
    else {
        return Ok(None);
    };
    let lines = lines(connection, id).await?;
    Ok(Some(Cart { id, lines }))
}

/// Returns the user's cart and locks it until the transaction ends, so that concurrent changes are serialised.
pub(crate) async fn lock_cart(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Cart>, sqlx::Error> {
    let Some(id) = sqlx::query_scalar!(
        r#"select id as "id: CartId" from cart where user_id = $1 for update"#,
        user.uuid()
    )
    .fetch_optional(&mut *connection)
    .await?
    else {
        return Ok(None);
    };
    let lines = lines(connection, id).await?;
    Ok(Some(Cart { id, lines }))
}

async fn lines(connection: &mut PgConnection, cart: CartId) -> Result<Vec<Line>, sqlx::Error> {
    sqlx::query_as!(
        Line,
        r#"select product_id as "product: ProductId", quantity as "quantity: Quantity"
           from cart_line where cart_id = $1 order by position"#,
        cart.uuid()
    )
    .fetch_all(connection)
    .await
}

/// Inserts a line or replaces its quantity.
pub(crate) async fn upsert_line(
    connection: &mut PgConnection,
    cart: CartId,
    line: Line,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into cart_line (cart_id, product_id, quantity) values ($1, $2, $3)
         on conflict (cart_id, product_id) do update set quantity = excluded.quantity",
        cart.uuid(),
        line.product.get(),
        line.quantity as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a line if it exists.
pub(crate) async fn delete_line(
    connection: &mut PgConnection,
    cart: CartId,
    product: ProductId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from cart_line where cart_id = $1 and product_id = $2",
        cart.uuid(),
        product.get(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes all lines of a cart.
pub(crate) async fn delete_lines(connection: &mut PgConnection, cart: CartId) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from cart_line where cart_id = $1", cart.uuid())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes a user's cart if it exists.
pub(crate) async fn delete_cart(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from cart where user_id = $1", user.uuid())
        .execute(connection)
        .await?;
    Ok(())
}

/// Subtracts from a line's quantity and deletes the line if nothing remains.
pub(crate) async fn subtract(
    connection: &mut PgConnection,
    cart: CartId,
    product: ProductId,
    quantity: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from cart_line where cart_id = $1 and product_id = $2 and quantity <= $3::bigint",
        cart.uuid(),
        product.get(),
        quantity,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update cart_line set quantity = (quantity - $3::bigint)::smallint where cart_id = $1 and product_id = $2",
        cart.uuid(),
        product.get(),
        quantity,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts the carts with at least one line.
pub(crate) async fn count_filled(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from cart where exists (select from cart_line where cart_id = cart.id)"#
    )
    .fetch_one(connection)
    .await
}
