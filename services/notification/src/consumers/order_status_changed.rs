//! Tells the customer where the order and its payment stand now.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderStatusChanged;
use sqlx::PgConnection;

use super::write;
use crate::mail::Occasion;

/// A letter for each move, as the event tells of it, however late it is written.
pub(super) struct TellMove;

#[async_trait]
impl Handler for TellMove {
    type Event = OrderStatusChanged;

    const NAME: &'static str = "notification-tell-move";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderStatusChanged>,
    ) -> Result<(), HandlerError> {
        let unreadable = |error: crate::mail::UnknownStatus| HandlerError::Malformed(error.into());
        let occasion = Occasion::OrderMoved {
            order: received.event.order_id.parse()?,
            status: received.event.status.parse().map_err(unreadable)?,
            payment: received.event.payment_status.parse().map_err(unreadable)?,
        };
        write(connection, received.id, &[occasion]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, ORDER_NUMBER};

    #[tokio::test]
    async fn each_move_is_told_as_it_was() {
        let fixture = Fixture::start().await;
        let leyla = fixture.peers.user("leyla@example.com", "ru");
        let order = fixture.peers.order(leyla, "en");
        for (status, payment_status) in [("processing", "pending"), ("shipped", "paid")] {
            fixture
                .harness
                .deliver(&OrderStatusChanged {
                    order_id: order.to_string(),
                    status: status.to_owned(),
                    payment_status: payment_status.to_owned(),
                    ..OrderStatusChanged::default()
                })
                .await;
        }
        fixture.all_sent().await;
        let mut subjects = fixture.subjects();
        subjects.sort();
        assert_eq!(
            subjects,
            [
                format!("Order {ORDER_NUMBER}: processing"),
                format!("Order {ORDER_NUMBER}: shipped, paid")
            ]
        );
    }

    #[tokio::test]
    async fn a_status_that_there_is_not_is_set_aside() {
        let fixture = Fixture::start().await;
        fixture
            .harness
            .deliver(&OrderStatusChanged {
                order_id: kit::domain::OrderId::generate().to_string(),
                status: "lost".to_owned(),
                payment_status: "paid".to_owned(),
                ..OrderStatusChanged::default()
            })
            .await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.kinds().await, Vec::<String>::new());
        let buried: i64 = sqlx::query_scalar("select count(*) from dead_letter")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(buried, 1);
    }
}
