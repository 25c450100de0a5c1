//! The table `stock_hold`. A hold counts while its attempt is open or its order is neither paid, delivered nor cancelled.

use kit::domain::{OrderId, ProductId, UserId};
use sqlx::PgConnection;

use crate::held::{Held, Most};

/// Locks the limits of an address until the transaction ends.
pub(crate) async fn lock_address(connection: &mut PgConnection, address: &[u8]) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('order-holds ' || encode($1, 'hex'), 0))",
        address,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the held pieces by product: those of the products, and those of the account and of the address, without the holds
/// of the order itself.
pub(crate) async fn list(
    connection: &mut PgConnection,
    order: OrderId,
    user: UserId,
    address: Option<&[u8]>,
    products: &[ProductId],
) -> Result<Vec<Held>, sqlx::Error> {
    let products: Vec<_> = products.iter().map(|product| product.get()).collect();
    sqlx::query_as!(
        Held,
        r#"select product_id as "product: ProductId", sum(pieces) as "by_all!",
                  coalesce(sum(pieces) filter (where user_id = $2), 0) as "by_account!",
                  coalesce(sum(pieces) filter (where client_address = $3), 0) as "by_address!"
           from stock_hold as hold
           where order_id <> $1 and (user_id = $2 or client_address = $3 or product_id = any($4))
             and (exists (select from checkout_attempt where order_id = hold.order_id and state = 'open')
                  or exists (select from customer_order
                             where id = hold.order_id and status in ('pending', 'processing', 'shipped')
                               and payment_status in ('pending', 'processing', 'unpaid')))
           group by product_id"#,
        order.uuid(),
        user.uuid(),
        address,
        &products,
    )
    .fetch_all(connection)
    .await
}

/// Inserts the holds of an order, unless an earlier request of its attempt did.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: OrderId,
    user: UserId,
    address: Option<&[u8]>,
    lines: &[(ProductId, i64)],
) -> Result<(), sqlx::Error> {
    let (products, pieces): (Vec<_>, Vec<_>) = lines
        .iter()
        .map(|(product, pieces)| (product.get(), *pieces))
        .unzip();
    sqlx::query!(
        "insert into stock_hold (order_id, product_id, pieces, user_id, client_address)
         select $1, product_id, pieces, $2, $3 from unnest($4::bigint[], $5::bigint[]) as line (product_id, pieces)
         on conflict do nothing",
        order.uuid(),
        user.uuid(),
        address,
        &products,
        &pieces,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Replaces the held pieces of an order of the checkout after a correction of its lines. `lines` has the pieces that it reserves
/// now; those of products without a stock only count if they are held already. Orders by hand hold nothing.
pub(crate) async fn replace(
    connection: &mut PgConnection,
    order: OrderId,
    lines: &[(ProductId, i64)],
    with_stock: &[ProductId],
) -> Result<(), sqlx::Error> {
    let (products, pieces): (Vec<_>, Vec<_>) = lines
        .iter()
        .map(|(product, pieces)| (product.get(), *pieces))
        .unzip();
    let with_stock: Vec<_> = with_stock.iter().map(|product| product.get()).collect();
    sqlx::query!(
        "with owner as (
             select user_id, (select client_address from stock_hold where order_id = $1 limit 1) as client_address
             from customer_order where id = $1 and source = 'website' and user_id is not null
         ), gone as (
             delete from stock_hold where order_id = $1 and product_id <> all($2)
         )
         insert into stock_hold (order_id, product_id, pieces, user_id, client_address)
         select $1, product_id, pieces, user_id, client_address
         from owner, unnest($2::bigint[], $3::bigint[]) as line (product_id, pieces)
         where product_id = any($4) or product_id in (select product_id from stock_hold where order_id = $1)
         on conflict (order_id, product_id) do update set pieces = excluded.pieces",
        order.uuid(),
        &products,
        &pieces,
        &with_stock,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes at most `limit` holds that no longer count, and returns their number.
pub(crate) async fn delete_ended(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from stock_hold where (order_id, product_id) in (
             select order_id, product_id from stock_hold as hold
             where created_at < now() - interval '5 minutes'
               and not exists (select from checkout_attempt where order_id = hold.order_id and state = 'open')
               and not exists (select from customer_order
                               where id = hold.order_id and status in ('pending', 'processing', 'shipped')
                                 and payment_status in ('pending', 'processing', 'unpaid'))
             limit $1
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}

/// Returns the most pieces that a single account and a single address hold.
pub(crate) async fn most(connection: &mut PgConnection) -> Result<Most, sqlx::Error> {
    sqlx::query_as!(
        Most,
        r#"with live as (
               select pieces, user_id, client_address from stock_hold as hold
               where exists (select from customer_order
                             where id = hold.order_id and status in ('pending', 'processing', 'shipped')
                               and payment_status in ('pending', 'processing', 'unpaid'))
           )
           select coalesce((select max(sum) from (select sum(pieces) from live group by user_id) as sums), 0) as "account!",
                  coalesce((select max(sum) from (
                      select sum(pieces) from live where client_address is not null group by client_address
                  ) as sums), 0) as "address!""#,
    )
    .fetch_one(connection)
    .await
}
