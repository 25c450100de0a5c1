//! What the cart asks the catalogue.

use kit::{domain::ProductId, grpc::Client};
use proto::catalog::v1::{GetProductsRequest, catalog_service_client::CatalogServiceClient};

use crate::{cart::Stock, error::CartError};

/// The catalogue, as far as a cart needs it.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

impl Catalog {
    pub(crate) const fn new(client: CatalogServiceClient<Client>) -> Self {
        Self(client)
    }

    /// The stock of a product that is sold.
    pub(crate) async fn stock_of(&self, product: ProductId) -> Result<Stock, CartError> {
        let answer = self
            .0
            .clone()
            .get_products(GetProductsRequest {
                product_ids: vec![product.get()],
            })
            .await?
            .into_inner();
        let found = answer
            .products
            .into_iter()
            .find(|found| found.id == product.get() && found.is_active)
            .ok_or(CartError::ProductNotFound)?;
        Ok(found.stock_quantity.map_or(Stock::MadeToOrder, Stock::OnHand))
    }
}
