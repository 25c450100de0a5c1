//! Events of the catalog.

use kit::{
    domain::{CategoryId, ProductId},
    events,
};
use proto::catalog::v1::{ProductChanged, StockChanged};
use sqlx::PgConnection;

use crate::desk::Stored;

/// Publishes that products of categories changed, or are new.
pub(crate) async fn products_changed(
    connection: &mut PgConnection,
    products: &[(&Stored, CategoryId)],
) -> Result<(), sqlx::Error> {
    let products = products.iter().map(|(product, category)| {
        let attributes = &product.fields.attributes;
        let media = attributes.images.iter().map(|image| image.media_id.clone());
        ProductChanged {
            product_id: product.id.get(),
            category_id: Some(category.get()),
            code: attributes.code.clone(),
            name: Some(attributes.name.clone().into()),
            version: product.version,
            media_ids: media.filter(|id| !id.is_empty()).collect(),
        }
    });
    events::append_all(connection, &products.collect::<Vec<_>>()).await
}

/// Publishes that the stock of products changed, with the pieces left, if they are counted; does nothing if there are no
/// products. `is_availability_changed` is whether one of them became sold out, available again or made to order.
pub(crate) async fn stock_changed(
    connection: &mut PgConnection,
    products: &[(ProductId, Option<i64>)],
    is_availability_changed: bool,
) -> Result<(), sqlx::Error> {
    if products.is_empty() {
        return Ok(());
    }
    let event = StockChanged {
        product_ids: products.iter().map(|(product, _)| product.get()).collect(),
        quantities: products
            .iter()
            .filter_map(|(product, pieces)| Some((product.get(), (*pieces)?)))
            .collect(),
        is_availability_changed: Some(is_availability_changed),
    };
    events::append(connection, &event).await?;
    Ok(())
}
