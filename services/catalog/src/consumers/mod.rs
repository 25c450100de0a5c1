//! What the catalog does on hearing of orders and quotes.

mod order_abandoned;
mod order_cancelled;
mod order_created;
mod quote_requested;

use kit::{domain::OrderId, events::HandlerError};
use sqlx::PgConnection;

use crate::{
    events,
    reservation::{Contradiction, Heard, ReservationState, Step, next},
    stock::taken_from_stock,
    store,
};

pub(crate) use order_abandoned::Release;
pub(crate) use order_cancelled::Return;
pub(crate) use order_created::MarkSold;
pub(crate) use quote_requested::CountQuotes;

impl From<Contradiction> for HandlerError {
    fn from(contradiction: Contradiction) -> Self {
        Self::Rejected(contradiction.into())
    }
}

/// Moves the reservation of an order on, by what was heard of the order.
async fn conclude(connection: &mut PgConnection, order: OrderId, heard: Heard) -> Result<(), HandlerError> {
    let mut state = store::reservation::lock(connection, order).await?;
    if next(state, heard)? == Step::Forbid {
        if store::reservation::begin(connection, order, ReservationState::Released).await? {
            return Ok(());
        }
        // A reservation came in between; rows are never removed, so now it is found.
        state = store::reservation::lock(connection, order).await?;
    }
    match next(state, heard)? {
        Step::Nothing | Step::Forbid => {}
        Step::Sell => {
            store::reservation::set_state(connection, order, ReservationState::Sold).await?;
            for line in store::reservation::lines(connection, order).await? {
                store::product::add_popularity(connection, line.product, line.quantity.into()).await?;
            }
        }
        Step::GiveBack(state) => {
            store::reservation::set_state(connection, order, state).await?;
            let lines = store::reservation::lines(connection, order).await?;
            for line in lines.iter().filter(|line| line.from_stock) {
                store::reservation::give_back(connection, line.product, line.quantity).await?;
            }
            events::stock_changed(connection, &taken_from_stock(&lines)).await?;
        }
    }
    Ok(())
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

    /// A product of ten pieces, four of them reserved for an order.
    pub(super) async fn reserved() -> (Fixture, i64, OrderId) {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let order = OrderId::generate();
        fixture.reserve(order, &[(product, 4)]).await.unwrap();
        (fixture, product, order)
    }

    /// Stock and popularity of a product.
    pub(super) async fn figures(fixture: &Fixture, product: i64) -> (Option<i64>, i64) {
        let product = fixture.product(product).await;
        (product.stock_quantity, product.popularity)
    }

    /// Has a handler hear an event, in a transaction, as the kit's loop does.
    async fn hear<H: Handler>(fixture: &Fixture, handler: H, event: H::Event) -> Result<(), HandlerError> {
        let mut transaction = fixture.harness.pool().begin().await?;
        let id = EventId::generate();
        handler.handle(&mut transaction, Received { id, event }).await?;
        transaction.commit().await?;
        Ok(())
    }

    #[tokio::test]
    async fn cancelled_before_created_goes_back_once_and_counts_for_nothing() {
        let (fixture, product, order) = reserved().await;
        hear(&fixture, Return, cancelled(order)).await.unwrap();
        assert_eq!(figures(&fixture, product).await, (Some(10), 0));
        hear(&fixture, MarkSold, created(order)).await.unwrap();
        hear(&fixture, Return, cancelled(order)).await.unwrap();
        assert_eq!(figures(&fixture, product).await, (Some(10), 0));
    }

    #[tokio::test]
    async fn created_then_cancelled_goes_back_once_and_keeps_its_popularity() {
        let (fixture, product, order) = reserved().await;
        for _ in 0..2 {
            hear(&fixture, MarkSold, created(order)).await.unwrap();
            assert_eq!(figures(&fixture, product).await, (Some(6), 4));
        }
        for _ in 0..2 {
            hear(&fixture, Return, cancelled(order)).await.unwrap();
            assert_eq!(figures(&fixture, product).await, (Some(10), 4));
        }
        // One for the reservation, one for the return.
        assert_eq!(fixture.harness.published::<StockChanged>().await.len(), 2);
    }

    #[tokio::test]
    async fn abandoned_before_reserved_forbids_the_reservation() {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let order = OrderId::generate();
        for _ in 0..2 {
            hear(&fixture, Release, abandoned(order)).await.unwrap();
        }
        let failure = fixture.reserve(order, &[(product, 1)]).await.unwrap_err();
        assert_eq!(failure.code, Code::Conflict);
        assert_eq!(failure.reason, "RESERVATION.RELEASED");
        assert_eq!(figures(&fixture, product).await, (Some(10), 0));
    }

    #[tokio::test]
    async fn a_contradiction_is_refused_without_effect() {
        let (fixture, product, order) = reserved().await;
        hear(&fixture, MarkSold, created(order)).await.unwrap();
        let refusal = hear(&fixture, Release, abandoned(order)).await.unwrap_err();
        assert!(matches!(refusal, HandlerError::Rejected(_)), "{refusal}");
        assert_eq!(figures(&fixture, product).await, (Some(6), 4));
        let never_reserved = OrderId::generate();
        for refusal in [
            hear(&fixture, MarkSold, created(never_reserved)).await,
            hear(&fixture, Return, cancelled(never_reserved)).await,
        ] {
            assert!(matches!(refusal, Err(HandlerError::Rejected(_))));
        }
    }

    #[tokio::test]
    async fn an_event_without_an_order_is_unreadable() {
        let fixture = Fixture::start().await;
        let refusal = hear(&fixture, MarkSold, OrderCreated::default()).await;
        assert!(matches!(refusal, Err(HandlerError::Malformed(_))));
    }

    #[tokio::test]
    async fn what_was_made_to_order_puts_nothing_back() {
        let fixture = Fixture::start().await;
        let product = fixture
            .add(Product {
                stock_quantity: None,
                ..wardrobe("SK-101")
            })
            .await;
        let order = OrderId::generate();
        fixture.reserve(order, &[(product, 4)]).await.unwrap();
        let counted = StockChange {
            value: Some(stock_change::Value::Quantity(7)),
        };
        fixture
            .change(UpdateProductRequest {
                code: "SK-101".to_owned(),
                stock: Some(counted),
                ..UpdateProductRequest::default()
            })
            .await
            .unwrap();
        hear(&fixture, Release, abandoned(order)).await.unwrap();
        assert_eq!(figures(&fixture, product).await, (Some(7), 0));
    }

    /// Reserving and abandoning at the same time: whichever is first, all pieces are on hand in the end.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_reservation_that_races_its_end_leaves_no_piece_behind() {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let races = (0..24).map(|_| {
            let fixture = &fixture;
            async move {
                let order = OrderId::generate();
                let lines = [(product, 1)];
                let (reserved, released) = tokio::join!(
                    fixture.reserve(order, &lines),
                    hear(fixture, Release, abandoned(order)),
                );
                released.unwrap();
                if let Err(failure) = reserved {
                    assert!(["RESERVATION.RELEASED", "ORDER.NOT_ENOUGH"].contains(&failure.reason.as_str()));
                }
            }
        });
        futures::future::join_all(races).await;
        assert_eq!(figures(&fixture, product).await, (Some(10), 0));
    }
}
