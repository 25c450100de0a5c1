//! Events of the catalog.

use kit::{domain::ProductId, events};
use proto::catalog::v1::{ProductChanged, StockChanged};
use sqlx::PgConnection;

/// Publishes that a product changed.
pub(crate) async fn product_changed(
    connection: &mut PgConnection,
    product: ProductId,
) -> Result<(), sqlx::Error> {
    let event = ProductChanged {
        product_id: product.get(),
    };
    events::append(connection, &event).await?;
    Ok(())
}

/// Publishes that the stock of products changed; does nothing if there are none.
pub(crate) async fn stock_changed(
    connection: &mut PgConnection,
    products: &[ProductId],
) -> Result<(), sqlx::Error> {
    if products.is_empty() {
        return Ok(());
    }
    let event = StockChanged {
        product_ids: products.iter().map(|product| product.get()).collect(),
    };
    events::append(connection, &event).await?;
    Ok(())
}
