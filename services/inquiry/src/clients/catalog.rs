//! Client of the catalog service.

use kit::{domain::ProductId, grpc::Client};
use proto::catalog::v1::{self as catalog, GetProductRequest, catalog_service_client::CatalogServiceClient};

use crate::{error::InquiryError, inquiry::Product};

/// Client of the catalog service.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

/// An active product.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offer {
    /// Data to store with the inquiry.
    pub(crate) product: Product,
    /// Slugs of the available colours.
    pub(crate) colors: Vec<String>,
}

impl Catalog {
    /// Wraps a generated client.
    pub(crate) const fn new(client: CatalogServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Returns an active product.
    pub(crate) async fn get_product(&self, product: ProductId) -> Result<Offer, InquiryError> {
        let request = GetProductRequest {
            product_id: product.get(),
        };
        match self.0.clone().get_product(request).await {
            Ok(response) => offer(product, response.into_inner().product),
            Err(status) if status.code() == tonic::Code::NotFound => Err(InquiryError::ProductNotFound),
            Err(status) => Err(InquiryError::Catalog(status)),
        }
    }
}

fn offer(id: ProductId, found: Option<catalog::Product>) -> Result<Offer, InquiryError> {
    let invalid = InquiryError::Inconsistent("the catalog returned an invalid product");
    let Some(found) = found.filter(|found| found.id == id.get()) else {
        return Err(invalid);
    };
    Ok(Offer {
        product: Product {
            id,
            name: found.name.ok_or(invalid)?.into(),
            image: found
                .images
                .into_iter()
                .next()
                .map(|image| image.url)
                .unwrap_or_default(),
        },
        colors: found.colors,
    })
}
