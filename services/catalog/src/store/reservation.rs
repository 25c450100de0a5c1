//! Reservations and stock.

use kit::domain::{LocalizedText, Money, OrderId, Percent, ProductId, Quantity};
use sqlx::{PgConnection, types::Json};

use crate::{
    product::Image,
    reservation::ReservationState,
    stock::{ReservedLine, Shortage},
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
        state.as_str(),
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
    state
        .map(|state| {
            state
                .parse::<ReservationState>()
                .map_err(|error| sqlx::Error::Decode(error.into()))
        })
        .transpose()
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
        state.as_str(),
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

/// Takes pieces from the stock of a product in one conditional statement; returns `None` if the product is inactive or
/// has too little stock.
pub(crate) async fn take_stock(
    connection: &mut PgConnection,
    product: ProductId,
    quantity: Quantity,
) -> Result<Option<ReservedLine>, sqlx::Error> {
    struct Row {
        code: String,
        name: Json<LocalizedText>,
        images: Json<Vec<Image>>,
        price_minor: Money,
        discount_percent: Percent,
        stock: Option<i64>,
    }
    let row = sqlx::query_as!(
        Row,
        "update product set stock = stock - $2
         from product_text
         where id = $1 and product_text.product_id = id and is_active and (stock is null or stock >= $2)
         returning code, name, images, price_minor, discount_percent, stock",
        product.get(),
        i64::from(quantity),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| ReservedLine {
        product,
        code: row.code,
        name: row.name.0,
        image_url: row
            .images
            .0
            .into_iter()
            .next()
            .map(|image| image.url)
            .unwrap_or_default(),
        unit_price: row.price_minor,
        discount: row.discount_percent,
        quantity,
        from_stock: row.stock.is_some(),
    }))
}

/// Returns the reason that [`take_stock`] returned `None`.
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
        // Stock may have been restored since: it was below the quantity when `take_stock` ran.
        let max = i64::from(quantity) - 1;
        Shortage::NotEnough {
            available: stock.map_or(max, |stock| stock.min(max)),
        }
    }))
}

/// Inserts a line of a reservation.
pub(crate) async fn insert_line(
    connection: &mut PgConnection,
    order: OrderId,
    line: &ReservedLine,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into reservation_line (
             order_id, product_id, code, name, image_url, unit_price_minor, discount_percent, quantity, from_stock
         ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        order.uuid(),
        line.product.get(),
        line.code,
        Json(&line.name) as _,
        line.image_url,
        line.unit_price.minor(),
        i16::from(line.discount),
        i16::from(line.quantity.get()),
        line.from_stock,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Adds pieces to the stock of a product, unless it is made to order now.
pub(crate) async fn restock(
    connection: &mut PgConnection,
    product: ProductId,
    quantity: Quantity,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product set stock = stock + $2 where id = $1 and stock is not null",
        product.get(),
        i64::from(quantity),
    )
    .execute(connection)
    .await?;
    Ok(())
}
