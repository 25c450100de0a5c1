//! SQL statements of the cart service.

pub(crate) mod addition;

use kit::domain::{CartId, OrderId, ProductId, Quantity, UserId};
use sqlx::PgConnection;

use crate::cart::{Cart, Line, MAX_LINES};

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

/// Returns the user's cart and the last orders whose pieces were subtracted from it.
pub(crate) async fn find_cart(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Cart>, sqlx::Error> {
    let mut rows = sqlx::query!(
        r#"select id as "id: CartId", version, subtracted_orders, product_id as "product?: ProductId",
                  quantity as "quantity?: Quantity"
           from cart left join cart_line on cart_id = id
           where user_id = $1 order by position"#,
        user.uuid()
    )
    .fetch_all(connection)
    .await?;
    let Some(first) = rows.first_mut() else {
        return Ok(None);
    };
    let (id, version) = (first.id, first.version);
    let subtracted_orders = std::mem::take(&mut first.subtracted_orders);
    let lines = rows
        .into_iter()
        .filter_map(|row| {
            Some(Line {
                product: row.product?,
                quantity: row.quantity?,
            })
        })
        .collect();
    Ok(Some(Cart {
        subtracted_orders,
        ..Cart::new(id, version, lines)
    }))
}

/// Returns the user's cart and locks it until the transaction ends, so that concurrent changes are serialised.
pub(crate) async fn lock_cart(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Cart>, sqlx::Error> {
    let Some(cart) = begin_change(connection, user).await? else {
        return Ok(None);
    };
    let lines = sqlx::query_as!(
        Line,
        r#"select product_id as "product: ProductId", quantity as "quantity: Quantity"
           from cart_line where cart_id = $1 order by position"#,
        cart.id.uuid()
    )
    .fetch_all(connection)
    .await?;
    Ok(Some(Cart { lines, ..cart }))
}

/// Counts a change of the user's cart, and locks it until the transaction ends. Returns it without its lines.
pub(crate) async fn begin_change(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Cart>, sqlx::Error> {
    let row = sqlx::query!(
        r#"update cart set version = version + 1 where user_id = $1 returning id as "id: CartId", version"#,
        user.uuid()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Cart::new(row.id, row.version, Vec::new())))
}

/// Adds pieces to a line, or the line, and returns the cart with it. Returns nothing and leaves the lines as they are if the
/// user has no such cart, if the line would have more than `most` pieces or the cart more than [`MAX_LINES`] lines, or
/// if the cart changes at the same time.
pub(crate) async fn add_to_line(
    connection: &mut PgConnection,
    user: UserId,
    id: CartId,
    added: Line,
    most: Quantity,
) -> Result<Option<Cart>, sqlx::Error> {
    let max_lines = i64::try_from(MAX_LINES).unwrap_or(i64::MAX);
    // Every part of the statement reads the rows of its start, so the version tells whether they are still the same when
    // the cart is locked.
    let rows = sqlx::query!(
        r#"with present as (
               select id, version from cart where user_id = $1 and id = $2
           ), changed as (
               update cart set version = cart.version + 1 from present
               where cart.id = present.id and cart.version = present.version
                 and (select count(*) from cart_line where cart_id = $2 and product_id <> $3) < $6
               returning cart.id
           ), added as (
               insert into cart_line (cart_id, product_id, quantity) select id, $3, $4 from changed
               on conflict (cart_id, product_id) do update set quantity = cart_line.quantity + excluded.quantity
                   where cart_line.quantity + excluded.quantity <= $5
               returning quantity
           )
           select version + 1 as "version!", added.quantity as "sum!: Quantity",
                  product_id as "product?: ProductId", cart_line.quantity as "quantity?: Quantity"
           from added cross join present left join cart_line on cart_id = id
           order by position"#,
        user.uuid(),
        id.uuid(),
        added.product.get(),
        added.quantity as _,
        most as _,
        max_lines,
    )
    .fetch_all(connection)
    .await?;
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let (version, sum) = (first.version, first.sum);
    let lines = rows
        .into_iter()
        .filter_map(|row| {
            Some(Line {
                product: row.product?,
                quantity: row.quantity?,
            })
        })
        .collect();
    let mut cart = Cart::new(id, version, lines);
    cart.put(Line {
        product: added.product,
        quantity: sum,
    });
    Ok(Some(cart))
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

/// Subtracts the quantities of an order from the lines of a cart, deletes those of which nothing remains, and records the
/// order, of which the cart keeps the last 50. These are more than the 20 that a new order is compared with: events come in
/// another order after a restart, and an order whose event came early must not leave the list before it leaves the comparison.
pub(crate) async fn subtract(
    connection: &mut PgConnection,
    cart: CartId,
    order: OrderId,
    quantities: &[(ProductId, i64)],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update cart
         set subtracted_orders = subtracted_orders[greatest(cardinality(subtracted_orders) - 48, 1):] || $2::uuid
         where id = $1",
        cart.uuid(),
        order.uuid(),
    )
    .execute(&mut *connection)
    .await?;
    let (products, quantities): (Vec<_>, Vec<_>) = quantities
        .iter()
        .map(|(product, quantity)| (product.get(), *quantity))
        .unzip();
    sqlx::query!(
        "with ordered as (
             select product_id, sum(quantity)::bigint as quantity
             from unnest($2::bigint[], $3::bigint[]) as line (product_id, quantity) group by product_id
         ), kept as (
             update cart_line set quantity = (cart_line.quantity - ordered.quantity)::smallint
             from ordered
             where cart_id = $1 and cart_line.product_id = ordered.product_id
                   and cart_line.quantity > ordered.quantity
         )
         delete from cart_line using ordered
         where cart_id = $1 and cart_line.product_id = ordered.product_id
               and cart_line.quantity <= ordered.quantity",
        cart.uuid(),
        &products,
        &quantities,
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
