//! The table `payment`, and the sums in `customer_order`.

use kit::{
    caller::Actor,
    domain::{Money, OrderId, StoreId},
};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::payment::{Balance, Kind, Method, NewPayment, Payment};

/// Inserts a payment and returns its id.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: OrderId,
    payment: &NewPayment<'_>,
    actor: &Actor,
) -> Result<Uuid, sqlx::Error> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into payment (id, order_id, kind, amount_minor, method, store_id, text, actor)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        order.uuid(),
        payment.kind.name(),
        payment.amount.minor(),
        payment.method.name(),
        payment.store.map(StoreId::uuid),
        payment.text,
        actor.to_string(),
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// Updates the sums of an order's payments.
pub(crate) async fn update_sums(
    connection: &mut PgConnection,
    order: OrderId,
    balance: &Balance,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update customer_order set paid_minor = $2, refunded_minor = $3 where id = $1",
        order.uuid(),
        balance.paid.minor(),
        balance.refunded.minor(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the payments of an order, oldest first.
pub(crate) async fn list(connection: &mut PgConnection, order: OrderId) -> Result<Vec<Payment>, sqlx::Error> {
    sqlx::query_as!(
        Payment,
        r#"select id, at, kind as "kind: Kind", amount_minor as "amount_minor: Money", method as "method: Method",
                  store_id as "store_id: StoreId", text, actor
           from payment where order_id = $1 order by at, id"#,
        order.uuid(),
    )
    .fetch_all(connection)
    .await
}
