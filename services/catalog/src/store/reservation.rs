//! Reservations and stock.

use std::collections::HashMap;

use kit::{
    domain::{Money, OrderId, Percent, ProductId, Quantity},
    vocabulary::stored,
};
use sqlx::{PgConnection, types::Uuid};

use crate::{
    reservation::ReservationState,
    stock::{Quantities, ReservedLine, Shortage},
};

/// Inserts the reservation of an order; returns false if it exists. Waits for a concurrent transaction that inserts
/// it.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: OrderId,
    state: ReservationState,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "insert into reservation (order_id, state) values ($1, $2) on conflict do nothing",
        order.uuid(),
        state.name(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the state of an order's reservation, and locks it until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Option<ReservationState>, sqlx::Error> {
    let state = sqlx::query_scalar!(
        "select state from reservation where order_id = $1 for update",
        order.uuid()
    )
    .fetch_optional(connection)
    .await?;
    state.as_deref().map(stored).transpose()
}

/// Returns the states of the orders' reservations, and locks them in the order of the ids until the transaction ends.
pub(crate) async fn lock_all(
    connection: &mut PgConnection,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, ReservationState>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select order_id as "order: OrderId", state from reservation
           where order_id = any($1) order by order_id for update"#,
        &uuids(orders),
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| Ok((row.order, stored(&row.state)?)))
        .collect()
}

/// Locks the reservation of an order until the transaction ends, and sets the version of its last correction; inserts one
/// without lines for an order that has none. Returns false, without effect, if a correction of this or a later version was
/// applied.
pub(crate) async fn correct(
    connection: &mut PgConnection,
    order: OrderId,
    version: i64,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "insert into reservation (order_id, state, correction) values ($1, $3, $2)
         on conflict (order_id) do update set correction = excluded.correction
         where reservation.correction < excluded.correction",
        order.uuid(),
        version,
        ReservationState::Sold.name(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Takes the pieces of these lines off the lines of their reservations.
pub(crate) async fn take_off(
    connection: &mut PgConnection,
    lines: &[(OrderId, ReservedLine)],
) -> Result<(), sqlx::Error> {
    let orders: Vec<_> = lines.iter().map(|(order, _)| order.uuid()).collect();
    let products: Vec<_> = lines.iter().map(|(_, line)| line.product.get()).collect();
    let pieces: Vec<_> = lines.iter().map(|(_, line)| i64::from(line.quantity)).collect();
    sqlx::query!(
        "with taken as (
             select * from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as taken (order_id, product_id, pieces)
         ), emptied as (
             delete from reservation_line line using taken
             where line.order_id = taken.order_id and line.product_id = taken.product_id and quantity <= pieces
         )
         update reservation_line line set quantity = quantity - pieces from taken
         where line.order_id = taken.order_id and line.product_id = taken.product_id and quantity > pieces",
        &orders,
        &products,
        &pieces,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates the state of a reservation.
pub(crate) async fn set_state(
    connection: &mut PgConnection,
    order: OrderId,
    state: ReservationState,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update reservation set state = $2, changed_at = now() where order_id = $1",
        order.uuid(),
        state.name(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes at most `limit` reservations that no event can concern any more, with their lines, and returns their number.
///
/// Events about an order are delivered for the last time 65 days after they happened (35 days in the outbox, then 30 in
/// the stream). So 70 days after stock was released or returned, no message can reserve or return it again. A sold
/// reservation is needed as long as its order may be cancelled, which is while the shop has not accepted it.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "with expired as (
             select order_id from reservation
             where state in ('released', 'returned') and changed_at < now() - interval '70 days'
                or state = 'sold' and changed_at < now() - interval '730 days'
             limit $1
             for update skip locked
         ), lines as (
             delete from reservation_line using expired where reservation_line.order_id = expired.order_id
         )
         delete from reservation using expired where reservation.order_id = expired.order_id",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}

/// Returns the lines of a reservation in the order of product ids.
pub(crate) async fn lines(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<ReservedLine>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select product_id, code, name, image_url, unit_price_minor, discount_percent,
                  quantity as "quantity: Quantity", from_stock
           from reservation_line where order_id = $1 order by product_id"#,
        order.uuid()
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ReservedLine {
            product: row.product_id,
            code: row.code,
            name: row.name.0,
            image_url: row.image_url,
            unit_price: row.unit_price_minor,
            discount: row.discount_percent,
            quantity: row.quantity,
            from_stock: row.from_stock,
        })
        .collect())
}

/// Reserves products for an order in one statement, and returns the lines of the active products with enough stock and the
/// pieces left, in the order of product ids; the caller rolls back if one is missing. Returns nothing if the order has a
/// reservation; waits for a concurrent transaction that inserts it. Rows of products that are made to order are not
/// written.
///
/// The stocked products are locked in the order of their ids, so that parallel reservations cannot deadlock.
pub(crate) async fn reserve(
    connection: &mut PgConnection,
    order: OrderId,
    quantities: &Quantities,
) -> Result<Option<Vec<(ReservedLine, Option<i64>)>>, sqlx::Error> {
    let (products, pieces): (Vec<_>, Vec<_>) = quantities
        .iter()
        .map(|(product, quantity)| (product.get(), i64::from(*quantity)))
        .unzip();
    let rows = sqlx::query!(
        r#"with fresh as (
               insert into reservation (order_id, state) values ($1, $4) on conflict do nothing returning order_id
           ), wanted as (
               select * from unnest($2::bigint[], $3::bigint[]) as wanted (id, pieces)
           ), locked as (
               select id from product
               where id = any($2) and stock is not null and exists (select from fresh)
               order by id for no key update
           ), taken as (
               update product set stock = stock - wanted.pieces
               from locked join wanted using (id)
               where product.id = locked.id and is_active and stock >= wanted.pieces
               returning product.id, code, price_minor, discount_percent, stock
           ), made_to_order as (
               select id, code, price_minor, discount_percent, stock
               from product where id = any($2) and is_active and stock is null
           ), line as (
               select id, code, name, coalesce(images -> 0 ->> 'url', '') as image_url, price_minor, discount_percent,
                      pieces, stock
               from (select * from taken union all select * from made_to_order) as available
                    join product_text on product_id = id join wanted using (id)
           ), moved as (
               insert into stock_move (product_id, delta, balance, reason, order_id)
               select id, -pieces, stock, 'order', $1 from taken join wanted using (id)
           ), written as (
               insert into reservation_line (
                   order_id, product_id, code, name, image_url, unit_price_minor, discount_percent, quantity, from_stock
               )
               select order_id, id, code, name, image_url, price_minor, discount_percent, pieces, stock is not null
               from fresh, line
           )
           select id as "id?: ProductId", code as "code?", name as "name?", image_url as "image_url?",
                  price_minor as "price?: Money", discount_percent as "discount?: Percent", stock as "stock?"
           from fresh left join line on true
           order by id"#,
        order.uuid(),
        &products,
        &pieces,
        ReservationState::Reserved.name(),
    )
    .fetch_all(connection)
    .await?;
    if rows.is_empty() {
        return Ok(None);
    }
    Ok(Some(
        rows.into_iter()
            .filter_map(|row| {
                let product = row.id?;
                let line = ReservedLine {
                    product,
                    code: row.code?,
                    name: row.name?.0,
                    image_url: row.image_url?,
                    unit_price: row.price?,
                    discount: row.discount?,
                    quantity: *quantities.get(&product)?,
                    from_stock: row.stock.is_some(),
                };
                Some((line, row.stock))
            })
            .collect(),
    ))
}

/// Returns the reason that [`reserve`] omitted a product.
pub(crate) async fn shortage(
    connection: &mut PgConnection,
    product: ProductId,
    quantity: Quantity,
) -> Result<Shortage, sqlx::Error> {
    let stock = sqlx::query_scalar!(
        "select stock from product where id = $1 and is_active",
        product.get()
    )
    .fetch_optional(connection)
    .await?;
    Ok(stock.map_or(Shortage::NoLongerSold, |stock| {
        // Stock may have been restored since: it was below the quantity when `reserve` ran.
        let max = i64::from(quantity) - 1;
        Shortage::NotEnough {
            available: stock.map_or(max, |stock| stock.min(max)),
        }
    }))
}

/// Adds the pieces of an order's lines to the stock of their products in one statement, unless they are made to order now.
/// Returns how many pieces each has.
pub(crate) async fn restock(
    connection: &mut PgConnection,
    order: OrderId,
    lines: &[&ReservedLine],
) -> Result<Vec<(ProductId, Option<i64>)>, sqlx::Error> {
    let (products, pieces): (Vec<_>, Vec<_>) = lines
        .iter()
        .map(|line| (line.product.get(), i64::from(line.quantity)))
        .unzip();
    let rows = sqlx::query!(
        r#"with locked as (
               select id from product where id = any($1) and stock is not null order by id for no key update
           ), restocked as (
               update product set stock = stock + returned.pieces
               from locked join unnest($1::bigint[], $2::bigint[]) as returned (id, pieces) using (id)
               where product.id = locked.id and stock is not null
               returning product.id, stock, pieces
           ), moved as (
               insert into stock_move (product_id, delta, balance, reason, order_id)
               select id, pieces, stock, 'returned', $3 from restocked
           )
           select id as "id!: ProductId", stock from restocked"#,
        &products,
        &pieces,
        order.uuid(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.stock)).collect())
}

/// Marks reservations as sold and adds their pieces to the popularity of the products, in one statement. Locks the products
/// in the order of their ids, as [`reserve`] does.
pub(crate) async fn sell(connection: &mut PgConnection, orders: &[OrderId]) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with sold as (
             update reservation set state = 'sold', changed_at = now() where order_id = any($1)
         ), ordered as (
             select product_id, sum(quantity) as pieces from reservation_line
             where order_id = any($1) group by product_id
         ), locked as (
             select id from product where id in (select product_id from ordered) order by id for no key update
         )
         update product
         set popularity = popularity + pieces, popularity_changed_by = pg_current_xact_id()::text::bigint
         from locked join ordered on product_id = locked.id
         where product.id = locked.id",
        &uuids(orders),
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn uuids(orders: &[OrderId]) -> Vec<Uuid> {
    orders.iter().map(|order| order.uuid()).collect()
}
