//! What the catalog tells the other services.

use kit::{domain::ProductId, events};
use proto::catalog::v1::{ProductChanged, StockChanged};
use sqlx::PgConnection;

/// Something that the shop shows of a product has changed.
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

/// The stock of these products has changed. Where there are none, nothing is said.
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
