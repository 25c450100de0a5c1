//! The last step of an order, which can be taken back for some time, by the database clock.

use kit::domain::{EventId, OrderId};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::order::Status;

/// The last status change of an order by staff that can still be taken back.
#[derive(Debug, Clone)]
pub(crate) struct OpenStep {
    position: i64,
    /// UUID of a staff member.
    pub(crate) actor: Option<String>,
    pub(crate) event: Option<EventId>,
    pub(crate) undo_until: OffsetDateTime,
    /// The status before it.
    pub(crate) previous: Status,
    /// Whether another order of the same offer lives.
    pub(crate) is_replaced: bool,
}

/// Returns the last step of an order while it can be taken back.
pub(crate) async fn find(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Option<OpenStep>, sqlx::Error> {
    sqlx::query_as!(
        OpenStep,
        r#"select last.position as "position!", last.actor, last.event_id as "event: EventId",
                  last.undo_until as "undo_until!", previous.status as "previous: Status",
                  exists (
                      select from customer_order as own join customer_order as other on other.offer_id = own.offer_id
                      where own.id = $1 and other.id <> own.id and other.status <> 'cancelled'
                  ) as "is_replaced!"
           from (select * from order_history where order_id = $1 order by position desc limit 1) as last,
                lateral (
                    select status from order_history
                    where order_id = $1 and position < last.position order by position desc limit 1
                ) as previous
           where last.undo_until > now()"#,
        order.uuid(),
    )
    .fetch_optional(connection)
    .await
}

/// Deletes a step from the history of its order.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    order: OrderId,
    step: &OpenStep,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from order_history where order_id = $1 and position = $2",
        order.uuid(),
        step.position,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes the last step of an order final and returns its event.
pub(crate) async fn close(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<EventId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"update order_history set undo_until = null where order_id = $1 and undo_until > now()
           returning event_id as "event: EventId""#,
        order.uuid(),
    )
    .fetch_all(connection)
    .await
    .map(|events| events.into_iter().flatten().collect())
}

/// Returns the end of the time in which the last steps of these orders by an actor can be taken back.
pub(crate) async fn latest(
    connection: &mut PgConnection,
    numbers: &[String],
    actor: &str,
) -> Result<Option<OffsetDateTime>, sqlx::Error> {
    sqlx::query_scalar!(
        "select max(h.undo_until) from customer_order o join order_history h on h.order_id = o.id
         where o.number = any($1) and h.actor = $2 and h.undo_until > now()",
        numbers,
        actor,
    )
    .fetch_one(connection)
    .await
}
