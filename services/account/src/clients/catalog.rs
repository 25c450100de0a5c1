//! Client of the catalog service.

use kit::{domain::ProductId, grpc::Client};
use proto::catalog::v1::{GetProductRequest, catalog_service_client::CatalogServiceClient};

use crate::error::AccountError;

/// Client of the catalog service.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

impl Catalog {
    /// Wraps a generated client.
    pub(crate) const fn new(client: CatalogServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Fails unless the product exists and is sold.
    pub(crate) async fn require(&self, product: ProductId) -> Result<(), AccountError> {
        let request = GetProductRequest {
            product_id: product.get(),
        };
        match self.0.clone().get_product(request).await {
            Ok(_) => Ok(()),
            Err(status) if status.code() == tonic::Code::NotFound => Err(AccountError::ProductNotFound),
            Err(status) => Err(AccountError::Catalog(status)),
        }
    }
}
