//! Counts quote requests as popularity.

use async_trait::async_trait;
use kit::{
    domain::ProductId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::QuoteRequested;
use sqlx::PgConnection;

use crate::store;

/// Adds 1 to the popularity of a product for each quote request.
pub(crate) struct CountQuotes;

#[async_trait]
impl Handler for CountQuotes {
    type Event = QuoteRequested;

    const NAME: &'static str = "catalog-count-quotes";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<QuoteRequested>,
    ) -> Result<(), HandlerError> {
        let product = ProductId::try_from(received.event.product_id)?;
        // The quantity is not counted: unlike an order's, it does not commit the customer to anything.
        store::product::add_popularity(connection, product, 1).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::stock_and_popularity, *};
    use crate::testing::{Fixture, wardrobe};

    #[tokio::test]
    async fn counts_each_quote_once() {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let event = QuoteRequested {
            inquiry_id: "01980000-0000-7000-8000-000000000001".to_owned(),
            number: "SQ-00000000".to_owned(),
            product_id: product,
            quantity: Some(99),
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(CountQuotes::NAME, id).await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 1));
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(CountQuotes::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 2));
    }

    #[tokio::test]
    async fn rejects_quotes_without_a_product_as_malformed() {
        let fixture = Fixture::start().await;
        let mut transaction = kit::database::begin(fixture.harness.pool()).await.unwrap();
        let received = Received {
            id: kit::domain::EventId::generate(),
            event: QuoteRequested::default(),
        };
        let result = CountQuotes.handle(&mut transaction, received).await;
        assert!(matches!(result, Err(HandlerError::Malformed(_))));
    }
}
