//! Counts quote requests as popularity.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kit::{
    domain::ProductId,
    events::{Handler, HandlerError, Received},
};
use proto::inquiry::v1::QuoteRequested;
use sqlx::PgConnection;

use crate::store;

/// Adds 1 to the popularity of each product of a quote request.
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
        for product in products(&received.event)? {
            // The quantity is not counted: unlike an order's, it does not commit the customer to anything.
            store::product::add_popularity(connection, product, 1).await?;
        }
        Ok(())
    }
}

/// Returns the products of a quote request, each once and in the order of their ids, in which transactions lock them. Events
/// of the previous version name one product only. A designed piece without a product has the id 0.
fn products(event: &QuoteRequested) -> Result<BTreeSet<ProductId>, HandlerError> {
    let items = event.items.iter().map(|item| item.product_id);
    let is_design_only = event.design_count > 0;
    let ids = items.chain([event.product_id]);
    let ids: BTreeSet<_> = ids.filter(|&id| id != 0 || !is_design_only).collect();
    let products = ids.into_iter().map(|id| Ok(ProductId::try_from(id)?));
    products.collect()
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::QuoteRequestedItem;

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
            items: Vec::new(),
            ..QuoteRequested::default()
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
    async fn counts_each_product_of_a_quote_once() {
        let fixture = Fixture::start().await;
        let first = fixture.add(wardrobe("SK-101")).await;
        let second = fixture.add(wardrobe("SK-102")).await;
        let item = |product_id| QuoteRequestedItem {
            product_id,
            quantity: Some(2),
        };
        let event = QuoteRequested {
            inquiry_id: "01980000-0000-7000-8000-000000000001".to_owned(),
            number: "SQ-00000000".to_owned(),
            product_id: second,
            quantity: Some(2),
            items: vec![item(second), item(first), item(second)],
            ..QuoteRequested::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.wait_until_consumed(CountQuotes::NAME, id).await;
        for product in [first, second] {
            assert_eq!(stock_and_popularity(&fixture, product).await, (Some(10), 1));
        }
    }

    #[test]
    fn a_design_without_a_product_counts_for_none() {
        let item = |product_id| QuoteRequestedItem {
            product_id,
            quantity: Some(1),
        };
        let mut event = QuoteRequested {
            items: vec![item(0), item(7)],
            design_count: 1,
            ..QuoteRequested::default()
        };
        let found = products(&event).unwrap();
        assert_eq!(found.into_iter().map(ProductId::get).collect::<Vec<_>>(), [7]);
        event.design_count = 0;
        assert!(products(&event).is_err());
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
