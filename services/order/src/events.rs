//! What this service publishes.

use kit::{domain::OrderId, events::append};
use prost_types::Timestamp;
use proto::order::v1::{OrderAbandoned, OrderCancelled, OrderCreated, OrderStatusChanged, OrderedLine};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::order::{Change, Order};

/// An order was made.
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
    };
    append(connection, &event).await.map(drop)
}

/// An attempt will never become an order.
pub(crate) async fn abandoned(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    let event = OrderAbandoned {
        order_id: order.to_string(),
    };
    append(connection, &event).await.map(drop)
}

/// An order has moved.
pub(crate) async fn changed(
    connection: &mut PgConnection,
    order: &Order,
    change: Change,
) -> Result<(), sqlx::Error> {
    let (order_id, user_id) = (order.id.to_string(), order.user.to_string());
    let order_number = order.number.clone();
    match change {
        Change::Cancelled => {
            let event = OrderCancelled {
                order_id,
                user_id,
                order_number,
            };
            append(connection, &event).await.map(drop)
        }
        Change::Moved => {
            let event = OrderStatusChanged {
                order_id,
                user_id,
                order_number,
                status: order.status.name().to_owned(),
                payment_status: order.payment.name().to_owned(),
            };
            append(connection, &event).await.map(drop)
        }
    }
}

/// A time as protobuf has it.
pub(crate) fn timestamp(time: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: time.unix_timestamp(),
        nanos: i32::try_from(time.nanosecond()).unwrap_or_default(),
    }
}
