//! Marks the reservations of created orders as sold.

use std::collections::HashMap;

use async_trait::async_trait;
use kit::{
    domain::OrderId,
    events::{BatchedEvent, Handler, HandlerError, Received},
};
use proto::order::v1::OrderCreated;
use sqlx::PgConnection;

use super::apply;
use crate::{
    reservation::{OrderEvent, Transition, transition},
    store,
};

/// Marks the reservation of a created order as sold and adds to the products' popularity.
pub(crate) struct MarkSold;

#[async_trait]
impl Handler for MarkSold {
    type Event = OrderCreated;

    const NAME: &'static str = "catalog-mark-sold";
    const IS_BATCHED: bool = true;

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCreated>,
    ) -> Result<(), HandlerError> {
        let order = received.event.order_id.parse()?;
        apply(
            connection,
            order,
            OrderEvent::Created,
            received.event.reserves_nothing,
        )
        .await?;
        store::desk::set_order_number(connection, &[(order, received.event.order_number)]).await?;
        Ok(())
    }

    /// Locks the reservations first, then the products in the order of their ids. A reservation locks its products in the
    /// same order and waits for no other one, so no cycle arises.
    async fn handle_batch(
        &self,
        connection: &mut PgConnection,
        batch: Vec<BatchedEvent<OrderCreated>>,
    ) -> Result<(), HandlerError> {
        let events: HashMap<OrderId, OrderCreated> = batch
            .into_iter()
            .map(|event| event.received.event)
            .map(|event| Ok((event.order_id.parse()?, event)))
            .collect::<Result<_, HandlerError>>()?;
        let orders: Vec<_> = events.keys().copied().collect();
        let states = store::reservation::lock_all(connection, &orders).await?;
        let mut sold = Vec::with_capacity(orders.len());
        for (order, event) in &events {
            let state = states.get(order).copied();
            if state.is_none() && event.reserves_nothing {
                continue;
            }
            match transition(state, OrderEvent::Created)? {
                Transition::Sell => sold.push(*order),
                // Creating an order restores no stock.
                Transition::Nothing | Transition::Block | Transition::Restock(_) => {}
            }
        }
        store::reservation::sell(connection, &sold).await?;
        let numbers: Vec<_> = events
            .into_iter()
            .map(|(order, event)| (order, event.order_number))
            .collect();
        store::desk::set_order_number(connection, &numbers).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::EventId;
    use proto::order::v1::OrderCancelled;

    use super::{
        super::tests::{cancelled, created, reserved, stock_and_popularity},
        *,
    };
    use crate::{
        consumers::ReturnStock,
        testing::{Fixture, wardrobe},
    };

    #[tokio::test]
    async fn marks_sold_once_for_redelivered_events() {
        let (fixture, product, order) = reserved().await;
        let event = created(order);
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(MarkSold::NAME, id).await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 4));
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(MarkSold::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 4));
    }

    fn batch(orders: &[OrderId]) -> Vec<BatchedEvent<OrderCreated>> {
        let received = orders.iter().map(|order| Received {
            id: EventId::generate(),
            event: created(*order),
        });
        received
            .map(|received| BatchedEvent {
                received,
                span: tracing::Span::none(),
            })
            .collect()
    }

    async fn handle_batch(fixture: &Fixture, orders: &[OrderId]) -> Result<(), HandlerError> {
        let mut transaction = kit::database::begin(fixture.harness.pool()).await?;
        MarkSold.handle_batch(&mut transaction, batch(orders)).await?;
        transaction.commit().await?;
        Ok(())
    }

    #[tokio::test]
    async fn batch_adds_the_pieces_of_each_new_order_once() {
        let (fixture, product, first) = reserved().await;
        let other = fixture.add(wardrobe("SK-102")).await;
        let second = OrderId::generate();
        fixture
            .reserve(second, &[(product, 2), (other, 1)])
            .await
            .unwrap();
        let cancelled_first = OrderId::generate();
        fixture.reserve(cancelled_first, &[(other, 1)]).await.unwrap();
        let event = cancelled(cancelled_first);
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(ReturnStock::NAME, id).await;

        for _ in 0..2 {
            handle_batch(&fixture, &[second, first, second, cancelled_first])
                .await
                .unwrap();
            assert_eq!(stock_and_popularity(&fixture, product).await, (Some(4), 6));
            assert_eq!(stock_and_popularity(&fixture, other).await, (Some(9), 1));
        }
    }

    #[tokio::test]
    async fn orders_that_reserve_nothing_are_none_of_the_stock() {
        let (fixture, product, order) = reserved().await;
        let nothing = |order| OrderCreated {
            reserves_nothing: true,
            ..created(order)
        };
        let made = OrderId::generate();
        let mut orders = batch(&[order, made]);
        orders[1].received.event = nothing(made);
        let mut transaction = kit::database::begin(fixture.harness.pool()).await.unwrap();
        MarkSold.handle_batch(&mut transaction, orders).await.unwrap();
        for event in [nothing(made), nothing(order)] {
            let received = Received {
                id: EventId::generate(),
                event,
            };
            MarkSold.handle(&mut transaction, received).await.unwrap();
        }
        let cancelled = OrderCancelled {
            reserves_nothing: true,
            ..cancelled(made)
        };
        let received = Received {
            id: EventId::generate(),
            event: cancelled,
        };
        ReturnStock.handle(&mut transaction, received).await.unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 4));
    }

    #[tokio::test]
    async fn batch_with_an_order_that_was_never_reserved_has_no_effect() {
        let (fixture, product, order) = reserved().await;
        let result = handle_batch(&fixture, &[order, OrderId::generate()]).await;
        assert!(matches!(result, Err(HandlerError::Rejected(_))), "{result:?}");
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 0));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn batches_and_reservations_of_the_same_products_do_not_deadlock() {
        let fixture = Fixture::start().await;
        let first = fixture.add(wardrobe("SK-101")).await;
        let second = fixture.add(wardrobe("SK-102")).await;
        let orders: Vec<_> = (0..4).map(|_| OrderId::generate()).collect();
        for (number, order) in orders.iter().enumerate() {
            let product = if number % 2 == 0 { second } else { first };
            fixture.reserve(*order, &[(product, 1)]).await.unwrap();
        }
        let (new, lines) = (OrderId::generate(), [(second, 1), (first, 1)]);
        let (left, right, reserved) = tokio::join!(
            handle_batch(&fixture, &orders[..2]),
            handle_batch(&fixture, &orders[2..]),
            fixture.reserve(new, &lines),
        );
        left.unwrap();
        right.unwrap();
        reserved.unwrap();
        for product in [first, second] {
            assert_eq!(stock_and_popularity(&fixture, product).await, (Some(7), 2));
        }
    }
}
