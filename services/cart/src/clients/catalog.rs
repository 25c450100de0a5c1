//! Client of the catalog service.

use kit::{domain::ProductId, failure::Failure, grpc::Client};
use proto::catalog::v1::{GetProductsRequest, catalog_service_client::CatalogServiceClient};

use crate::{cart::Stock, error::CartError};

/// Client of the catalog service.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

impl Catalog {
    pub(crate) const fn new(client: CatalogServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Returns the stock of an active product.
    ///
    /// # Errors
    ///
    /// Fails with [`CartError::ProductNotFound`] if the product is unknown or inactive, or as the catalog fails.
    pub(crate) async fn stock(&self, product: ProductId) -> Result<Stock, Failure> {
        let response = self
            .0
            .clone()
            .get_products(GetProductsRequest {
                product_ids: vec![product.get()],
                only_stock: true,
            })
            .await?
            .into_inner();
        let found = response
            .products
            .into_iter()
            .find(|found| found.id == product.get() && found.is_active)
            .ok_or(CartError::ProductNotFound)?;
        Ok(found.stock_quantity.map_or(Stock::MadeToOrder, Stock::OnHand))
    }
}
