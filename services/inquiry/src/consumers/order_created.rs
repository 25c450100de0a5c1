//! Wins the inquiry from which an order was made.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderCreated;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::ordering::{self, NewOrder};

/// Wins the inquiry of an order and stores the order's number at its offer.
pub(crate) struct WinOrdered;

#[async_trait]
impl Handler for WinOrdered {
    type Event = OrderCreated;

    const NAME: &'static str = "inquiry-win-ordered";

    fn concerns(&self, event: &OrderCreated) -> bool {
        // Most orders are made in the shop.
        !event.inquiry_id.is_empty()
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCreated>,
    ) -> Result<(), HandlerError> {
        let event = received.event;
        let order = NewOrder {
            id: event.order_id.parse()?,
            number: event.order_number,
            inquiry: event.inquiry_id.parse()?,
            offer: match event.offer_id.as_str() {
                "" => None,
                id => Some(
                    id.parse::<Uuid>()
                        .map_err(|error| HandlerError::Malformed(error.into()))?,
                ),
            },
        };
        ordering::create(connection, &order).await?;
        Ok(())
    }
}
