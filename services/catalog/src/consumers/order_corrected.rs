//! Adapts the reservations of corrected orders.

use async_trait::async_trait;
use kit::{
    domain::{OrderId, QuantityOutOfRange},
    events::{Handler, HandlerError, Received},
};
use proto::order::v1::OrderCorrected;
use sqlx::PgConnection;

use super::restock;
use crate::{
    reservation::ReservationState,
    stock::{self, Quantities},
    store,
};

/// Marks the reservations of corrected lines as sold, and returns the pieces that the order holds above its lines to the stock.
///
/// The event has all reservations and pieces of the order, so that the one of the highest version counts alone.
pub(crate) struct CorrectStock;

#[async_trait]
impl Handler for CorrectStock {
    type Event = OrderCorrected;

    const NAME: &'static str = "catalog-correct";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCorrected>,
    ) -> Result<(), HandlerError> {
        let Some(corrected) = received.event.stock else {
            return Ok(());
        };
        let order: OrderId = received.event.order_id.parse()?;
        if !store::reservation::correct(connection, order, corrected.version).await? {
            return Ok(());
        }
        let mut orders = vec![order];
        for id in &corrected.reservation_ids {
            orders.push(id.parse()?);
        }
        let mut wanted = Quantities::new();
        for line in &corrected.lines {
            let quantity = line.quantity.try_into();
            let quantity =
                quantity.map_err(|error: QuantityOutOfRange| HandlerError::Malformed(error.into()))?;
            wanted.insert(line.product_id.try_into()?, quantity);
        }
        let states = store::reservation::lock_all(connection, &orders).await?;
        let is_reserved = |order: &OrderId| states.get(order) == Some(&ReservationState::Reserved);
        let sold: Vec<_> = orders.iter().skip(1).copied().filter(is_reserved).collect();
        store::reservation::sell(connection, &sold).await?;
        let mut held = Vec::new();
        let numbered = |order: &OrderId| (*order, received.event.order_number.clone());
        let numbered: Vec<_> = orders.iter().map(numbered).collect();
        store::desk::set_order_number(connection, &numbered).await?;
        for order in orders {
            if matches!(
                states.get(&order),
                Some(ReservationState::Reserved | ReservationState::Sold)
            ) {
                let lines = store::reservation::lines(connection, order).await?;
                held.extend(lines.into_iter().map(|line| (order, line)));
            }
        }
        let surplus = stock::surplus(held, &wanted);
        store::reservation::take_off(connection, &surplus).await?;
        for of_reservation in surplus.chunk_by(|(one, _), (other, _)| one == other) {
            let lines: Vec<_> = of_reservation.iter().map(|(_, line)| line.clone()).collect();
            restock(connection, order, &lines).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::EventId;
    use proto::order::v1::{CorrectedStock, OrderedLine};

    use super::{
        super::tests::{abandoned, cancelled, created, reserved, stock_and_popularity},
        *,
    };
    use crate::{
        consumers::{MarkSold, ReleaseStock, ReturnStock},
        testing::Fixture,
    };

    /// Returns the event of a correction after which an order holds pieces of a product.
    fn corrected(
        order: OrderId,
        version: i64,
        reservations: &[OrderId],
        product: i64,
        quantity: u32,
    ) -> OrderCorrected {
        let line = OrderedLine {
            product_id: product,
            quantity,
        };
        OrderCorrected {
            order_id: order.to_string(),
            stock: Some(CorrectedStock {
                version,
                reservation_ids: reservations.iter().map(ToString::to_string).collect(),
                lines: if quantity == 0 { Vec::new() } else { vec![line] },
            }),
            ..OrderCorrected::default()
        }
    }

    async fn handle<H: Handler>(fixture: &Fixture, handler: H, event: H::Event) {
        let mut transaction = kit::database::begin(fixture.harness.pool()).await.unwrap();
        let id = EventId::generate();
        handler
            .handle(&mut transaction, Received { id, event })
            .await
            .unwrap();
        transaction.commit().await.unwrap();
    }

    async fn stock(fixture: &Fixture, product: i64) -> Option<i64> {
        stock_and_popularity(fixture, product).await.0
    }

    #[tokio::test]
    async fn keeps_the_pieces_of_the_newest_correction_in_any_order_of_events() {
        for order_of_events in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
            // Four of ten pieces are reserved.
            let (fixture, product, order) = reserved().await;
            let [more, again] = [OrderId::generate(), OrderId::generate()];
            fixture.reserve(more, &[(product, 2)]).await.unwrap();
            fixture.reserve(again, &[(product, 3)]).await.unwrap();
            let events = [
                corrected(order, 2, &[more], product, 6),
                corrected(order, 3, &[more], product, 1),
                corrected(order, 4, &[more, again], product, 4),
            ];
            for index in order_of_events {
                handle(&fixture, CorrectStock, events[index].clone()).await;
                handle(&fixture, CorrectStock, events[index].clone()).await;
            }
            assert_eq!(stock(&fixture, product).await, Some(6), "{order_of_events:?}");
            handle(&fixture, MarkSold, created(order)).await;
            let event = proto::order::v1::OrderCancelled {
                reservation_ids: vec![more.to_string(), again.to_string()],
                ..cancelled(order)
            };
            handle(&fixture, ReturnStock, event.clone()).await;
            handle(&fixture, ReturnStock, event).await;
            assert_eq!(stock(&fixture, product).await, Some(10), "{order_of_events:?}");
        }
    }

    #[tokio::test]
    async fn pieces_of_a_correction_that_was_not_stored_return() {
        let (fixture, product, order) = reserved().await;
        let more = OrderId::generate();
        fixture.reserve(more, &[(product, 2)]).await.unwrap();
        handle(&fixture, ReleaseStock, abandoned(more)).await;
        assert_eq!(stock(&fixture, product).await, Some(6));
        handle(&fixture, CorrectStock, corrected(order, 2, &[], product, 3)).await;
        assert_eq!(stock(&fixture, product).await, Some(7));
    }

    #[tokio::test]
    async fn order_that_first_reserved_nothing_holds_the_pieces_of_its_correction() {
        let (fixture, product, _) = reserved().await;
        let [order, more] = [OrderId::generate(), OrderId::generate()];
        fixture.reserve(more, &[(product, 2)]).await.unwrap();
        let event = proto::order::v1::OrderCancelled {
            reservation_ids: vec![more.to_string()],
            ..cancelled(order)
        };
        // The cancellation arrives first.
        handle(&fixture, ReturnStock, event).await;
        handle(&fixture, CorrectStock, corrected(order, 2, &[more], product, 2)).await;
        assert_eq!(stock(&fixture, product).await, Some(6));
    }
}
