//! Orders that were made from carts.

use kit::domain::{CartId, OrderId, ProductId, Quantity};
use sqlx::PgConnection;

use crate::cart::CartOrder;

/// Returns the last 20 orders of a cart, newest first. The cart names more orders that were subtracted from it.
pub(crate) async fn last_orders(
    connection: &mut PgConnection,
    cart: CartId,
) -> Result<Vec<CartOrder>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id as "id: OrderId", number, cart_version as "version!",
                  ordered_at > now() - interval '1 day' as "is_recent!",
                  product_id as "product?: ProductId", quantity as "quantity?: Quantity"
           from (
               select id, number, cart_version, ordered_at from customer_order
               where cart_id = $1 order by cart_version desc limit 20
           ) as last
           left join order_line on order_id = id
           order by cart_version desc, position"#,
        cart.uuid(),
    )
    .fetch_all(connection)
    .await?;
    let mut orders: Vec<CartOrder> = Vec::new();
    for row in rows {
        let line = row.product.zip(row.quantity);
        match orders.last_mut().filter(|order| order.id == row.id) {
            Some(order) => order.lines.extend(line),
            None => orders.push(CartOrder {
                id: row.id,
                number: row.number,
                version: row.version,
                is_recent: row.is_recent,
                lines: line.into_iter().collect(),
            }),
        }
    }
    Ok(orders)
}
