//! Event consumers, one file each.

mod order_abandoned;
mod order_cancelled;
mod order_corrected;
mod order_created;
mod quote_requested;

use kit::{domain::OrderId, events::HandlerError};
use sqlx::PgConnection;

use crate::{
    events,
    reservation::{InvalidTransition, OrderEvent, ReservationState, Transition, transition},
    stock::ReservedLine,
    store,
};

pub(crate) use order_abandoned::ReleaseStock;
pub(crate) use order_cancelled::ReturnStock;
pub(crate) use order_corrected::CorrectStock;
pub(crate) use order_created::MarkSold;
pub(crate) use quote_requested::CountQuotes;

impl From<InvalidTransition> for HandlerError {
    fn from(error: InvalidTransition) -> Self {
        Self::Rejected(error.into())
    }
}

/// Applies an event of an order to its reservation, which an order that `reserves_nothing` may lack.
async fn apply(
    connection: &mut PgConnection,
    order: OrderId,
    event: OrderEvent,
    reserves_nothing: bool,
) -> Result<(), HandlerError> {
    let mut state = store::reservation::lock(connection, order).await?;
    if state.is_none() && reserves_nothing {
        return Ok(());
    }
    if transition(state, event)? == Transition::Block {
        if store::reservation::insert(connection, order, ReservationState::Released).await? {
            return Ok(());
        }
        // A concurrent transaction inserted the reservation; rows are never deleted, so it is found now.
        state = store::reservation::lock(connection, order).await?;
    }
    match transition(state, event)? {
        Transition::Nothing | Transition::Block => {}
        Transition::Sell => {
            store::reservation::sell(connection, &[order]).await?;
        }
        Transition::Restock(state) => {
            store::reservation::set_state(connection, order, state).await?;
            let lines = store::reservation::lines(connection, order).await?;
            restock(connection, order, &lines).await?;
        }
    }
    Ok(())
}

/// Adds the pieces of lines of an order, one for each product, to the stock, and publishes it.
async fn restock(
    connection: &mut PgConnection,
    order: OrderId,
    lines: &[ReservedLine],
) -> Result<(), sqlx::Error> {
    let from_stock: Vec<_> = lines.iter().filter(|line| line.from_stock).collect();
    let pieces = store::reservation::restock(connection, order, &from_stock).await?;
    let available_again: Vec<_> = pieces
        .iter()
        .filter(|(product, pieces)| {
            let mut lines = from_stock.iter();
            lines.any(|line| line.product == *product && *pieces == Some(line.quantity.into()))
        })
        .map(|(product, _)| *product)
        .collect();
    store::search::mark_changed(connection, &available_again).await?;
    events::stock_changed(connection, &pieces, !available_again.is_empty()).await
}

#[cfg(test)]
mod tests {
    use kit::{
        domain::EventId,
        events::{Handler, Received},
        failure::Code,
    };
    use proto::{
        catalog::v1::{Product, StockChange, StockChanged, UpdateProductRequest, stock_change},
        order::v1::{OrderAbandoned, OrderCancelled, OrderCreated},
    };

    use super::*;
    use crate::testing::{Fixture, wardrobe};

    pub(super) fn created(order: OrderId) -> OrderCreated {
        OrderCreated {
            order_id: order.to_string(),
            ..OrderCreated::default()
        }
    }

    pub(super) fn abandoned(order: OrderId) -> OrderAbandoned {
        OrderAbandoned {
            order_id: order.to_string(),
        }
    }

    pub(super) fn cancelled(order: OrderId) -> OrderCancelled {
        OrderCancelled {
            order_id: order.to_string(),
            ..OrderCancelled::default()
        }
    }

    /// Creates a product with ten pieces, four of them reserved for an order.
    pub(super) async fn reserved() -> (Fixture, i64, OrderId) {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let order = OrderId::generate();
        fixture.reserve(order, &[(product, 4)]).await.unwrap();
        (fixture, product, order)
    }

    /// Returns stock and popularity of a product.
    pub(super) async fn stock_and_popularity(fixture: &Fixture, product: i64) -> (Option<i64>, i64) {
        let product = fixture.product(product).await;
        (product.stock_quantity, product.popularity)
    }

    /// Handles an event in a transaction.
    async fn handle<H: Handler>(fixture: &Fixture, handler: H, event: H::Event) -> Result<(), HandlerError> {
        let mut transaction = kit::database::begin(fixture.harness.pool()).await?;
        let id = EventId::generate();
        handler.handle(&mut transaction, Received { id, event }).await?;
        transaction.commit().await?;
        Ok(())
    }

    #[tokio::test]
    async fn restores_stock_once_when_cancelled_arrives_before_created() {
        let (fixture, product, order) = reserved().await;
        handle(&fixture, ReturnStock, cancelled(order)).await.unwrap();
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 0));
        handle(&fixture, MarkSold, created(order)).await.unwrap();
        handle(&fixture, ReturnStock, cancelled(order)).await.unwrap();
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 0));
    }

    #[tokio::test]
    async fn restores_stock_once_and_keeps_popularity_when_cancelled() {
        let (fixture, product, order) = reserved().await;
        for _ in 0..2 {
            handle(&fixture, MarkSold, created(order)).await.unwrap();
            assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 4));
        }
        for _ in 0..2 {
            handle(&fixture, ReturnStock, cancelled(order)).await.unwrap();
            assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 4));
        }
        // One event for the reservation, one for the cancellation.
        let published = fixture.harness.published::<StockChanged>().await;
        let quantities: Vec<_> = published.iter().map(|event| event.quantities[&product]).collect();
        assert_eq!(quantities, [6, 10]);
    }

    #[tokio::test]
    async fn marks_products_that_are_available_again() {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let (most, rest) = (OrderId::generate(), OrderId::generate());
        fixture.reserve(most, &[(product, 9)]).await.unwrap();
        fixture.reserve(rest, &[(product, 1)]).await.unwrap();
        handle(&fixture, ReleaseStock, abandoned(rest)).await.unwrap();
        handle(&fixture, ReleaseStock, abandoned(most)).await.unwrap();
        let published = fixture.harness.published::<StockChanged>().await;
        let changed: Vec<_> = published
            .iter()
            .map(|event| (event.quantities[&product], event.is_availability_changed.unwrap()))
            .collect();
        assert_eq!(changed, [(1, false), (0, true), (1, true), (10, false)]);
    }

    #[tokio::test]
    async fn rejects_reservations_of_an_abandoned_order() {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let order = OrderId::generate();
        for _ in 0..2 {
            handle(&fixture, ReleaseStock, abandoned(order)).await.unwrap();
        }
        let failure = fixture.reserve(order, &[(product, 1)]).await.unwrap_err();
        assert_eq!(failure.code, Code::Conflict);
        assert_eq!(failure.reason, "RESERVATION.RELEASED");
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 0));
    }

    #[tokio::test]
    async fn rejects_contradicting_events_without_effect() {
        let (fixture, product, order) = reserved().await;
        handle(&fixture, MarkSold, created(order)).await.unwrap();
        let error = handle(&fixture, ReleaseStock, abandoned(order))
            .await
            .unwrap_err();
        assert!(matches!(error, HandlerError::Rejected(_)), "{error}");
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(6), 4));
        let never_reserved = OrderId::generate();
        for result in [
            handle(&fixture, MarkSold, created(never_reserved)).await,
            handle(&fixture, ReturnStock, cancelled(never_reserved)).await,
        ] {
            assert!(matches!(result, Err(HandlerError::Rejected(_))));
        }
    }

    #[tokio::test]
    async fn rejects_events_without_an_order_id_as_malformed() {
        let fixture = Fixture::start().await;
        let result = handle(&fixture, MarkSold, OrderCreated::default()).await;
        assert!(matches!(result, Err(HandlerError::Malformed(_))));
    }

    #[tokio::test]
    async fn restores_no_stock_for_lines_made_to_order() {
        let fixture = Fixture::start().await;
        let product = fixture
            .add(Product {
                stock_quantity: None,
                ..wardrobe("SK-101")
            })
            .await;
        let order = OrderId::generate();
        fixture.reserve(order, &[(product, 4)]).await.unwrap();
        let stock = StockChange {
            value: Some(stock_change::Value::Quantity(7)),
        };
        fixture
            .update(UpdateProductRequest {
                code: "SK-101".to_owned(),
                stock: Some(stock),
                ..UpdateProductRequest::default()
            })
            .await
            .unwrap();
        handle(&fixture, ReleaseStock, abandoned(order)).await.unwrap();
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(7), 0));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn concurrent_reserve_and_abandon_restore_all_stock() {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let races = (0..24).map(|_| {
            let fixture = &fixture;
            async move {
                let order = OrderId::generate();
                let lines = [(product, 1)];
                let (reserved, released) = tokio::join!(
                    fixture.reserve(order, &lines),
                    handle(fixture, ReleaseStock, abandoned(order)),
                );
                released.unwrap();
                if let Err(failure) = reserved {
                    assert!(["RESERVATION.RELEASED", "ORDER.NOT_ENOUGH"].contains(&failure.reason.as_str()));
                }
            }
        });
        futures::future::join_all(races).await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 0));
    }
}
