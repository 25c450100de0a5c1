//! What an inquiry asks the catalogue.

use kit::{domain::ProductId, grpc::Client};
use proto::catalog::v1::{self as catalog, GetProductRequest, catalog_service_client::CatalogServiceClient};

use crate::{error::InquiryError, inquiry::Product};

/// The catalogue, as far as an inquiry needs it.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

/// A product that is sold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offer {
    /// What is kept of it.
    pub(crate) product: Product,
    /// Slugs of the palette.
    pub(crate) colors: Vec<String>,
}

impl Catalog {
    /// The catalogue behind this channel.
    pub(crate) const fn new(client: CatalogServiceClient<Client>) -> Self {
        Self(client)
    }

    /// A product, where it is sold: the form is not believed what it is called or looks like.
    pub(crate) async fn find(&self, product: ProductId) -> Result<Offer, InquiryError> {
        let request = GetProductRequest {
            product_id: product.get(),
        };
        match self.0.clone().get_product(request).await {
            Ok(answer) => offer(product, answer.into_inner().product),
            Err(status) if status.code() == tonic::Code::NotFound => Err(InquiryError::ProductNotFound),
            Err(status) => Err(InquiryError::Catalog(status)),
        }
    }
}

fn offer(id: ProductId, found: Option<catalog::Product>) -> Result<Offer, InquiryError> {
    let broken = InquiryError::Broken("the catalogue answered a product that is none");
    let Some(found) = found.filter(|found| found.id == id.get()) else {
        return Err(broken);
    };
    Ok(Offer {
        product: Product {
            id,
            name: found.name.ok_or(broken)?.into(),
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
