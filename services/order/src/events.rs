//! Events that the service publishes.

use kit::{convert::timestamp, domain::OrderId, events::append};
use proto::order::v1::{
    OrderAbandoned, OrderCancelled, OrderCreated, OrderLapsing, OrderStatusChanged, OrderedLine,
};
use sqlx::PgConnection;

use crate::order::{Change, LapsingOrder, Order};

/// Publishes a created order.
pub(crate) async fn created(connection: &mut PgConnection, order: &Order) -> Result<(), sqlx::Error> {
    let event = OrderCreated {
        order_id: order.id.to_string(),
        user_id: order.user.to_string(),
        order_number: order.number.clone(),
        lines: order
            .lines
            .iter()
            .map(|line| OrderedLine {
                product_id: line.product.get(),
                quantity: line.quantity.into(),
            })
            .collect(),
        total_minor: order.total.minor(),
        ordered_at: Some(timestamp(order.ordered_at)),
        ..OrderCreated::default()
    };
    append(connection, &event).await.map(drop)
}

/// Publishes an abandoned attempt, so that the catalog releases its stock.
pub(crate) async fn abandoned(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    let event = OrderAbandoned {
        order_id: order.to_string(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes an order that lapses soon.
pub(crate) async fn lapsing(connection: &mut PgConnection, order: &LapsingOrder) -> Result<(), sqlx::Error> {
    let event = OrderLapsing {
        order_id: order.id.to_string(),
        user_id: order.user.to_string(),
        order_number: order.number.clone(),
        lapses_at: Some(timestamp(order.lapses_at)),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes a change of an order.
pub(crate) async fn changed(
    connection: &mut PgConnection,
    order: &Order,
    change: Change,
) -> Result<(), sqlx::Error> {
    let (order_id, user_id) = (order.id.to_string(), order.user.to_string());
    let order_number = order.number.clone();
    match change {
        Change::Cancelled(reason) => {
            let event = OrderCancelled {
                order_id,
                user_id,
                order_number,
                reason: proto::order::v1::CancellationReason::from(reason).into(),
                ..OrderCancelled::default()
            };
            append(connection, &event).await.map(drop)
        }
        Change::StatusChanged => {
            let event = OrderStatusChanged {
                order_id,
                user_id,
                order_number,
                status: order.status.name().to_owned(),
                payment_status: order.payment.name().to_owned(),
                ..OrderStatusChanged::default()
            };
            append(connection, &event).await.map(drop)
        }
    }
}
