//! Every SQL statement of this service.

use kit::domain::{CartId, ProductId, Quantity, UserId};
use sqlx::PgConnection;

use crate::cart::{Cart, Line};

/// Makes the user's cart, unless there is one.
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

/// The user's cart.
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

/// The user's cart, locked until the transaction ends, so that parallel changes follow one another.
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

/// Sets the pieces of a line, which is new or there already.
pub(crate) async fn put_line(
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

/// Removes a line, where it is there.
pub(crate) async fn remove_line(
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

/// Removes all lines.
pub(crate) async fn remove_lines(connection: &mut PgConnection, cart: CartId) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from cart_line where cart_id = $1", cart.uuid())
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes pieces off a line; a line without pieces goes.
pub(crate) async fn subtract(
    connection: &mut PgConnection,
    cart: CartId,
    product: ProductId,
    pieces: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from cart_line where cart_id = $1 and product_id = $2 and quantity <= $3::bigint",
        cart.uuid(),
        product.get(),
        pieces,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update cart_line set quantity = (quantity - $3::bigint)::smallint where cart_id = $1 and product_id = $2",
        cart.uuid(),
        product.get(),
        pieces,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// How many carts hold something.
pub(crate) async fn count_filled(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from cart where exists (select from cart_line where cart_id = cart.id)"#
    )
    .fetch_one(connection)
    .await
}
