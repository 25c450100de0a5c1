//! Client of the catalog service.

use std::collections::HashMap;

use kit::{
    domain::{Money, Percent, ProductId},
    grpc::Client,
};
use proto::catalog::v1::{
    self as catalog, GetProductRequest, GetProductsRequest, catalog_service_client::CatalogServiceClient,
};

use crate::{
    error::InquiryError,
    item::Product,
    offer::limit::{self, CatalogProduct},
};

/// Maximum number of products of one call.
const MAX_PRODUCTS: usize = 500;

/// Client of the catalog service.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

/// An active product.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offer {
    /// Data to store with the inquiry, with the main picture.
    product: Product,
    /// Slugs of the available colours.
    pub(crate) colors: Vec<String>,
    /// Pictures that show one colour, by its slug.
    colored: HashMap<String, String>,
}

impl Offer {
    /// Returns the data to store with a piece, with the picture of its colour if there is one.
    pub(crate) fn product_in(&self, color: Option<&str>) -> Product {
        let colored = color.and_then(|color| self.colored.get(color));
        Product {
            image: colored.unwrap_or(&self.product.image).clone(),
            ..self.product.clone()
        }
    }
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

    /// Returns the active ones of these products. Asks about at most 500.
    pub(crate) async fn get_active_products(
        &self,
        products: impl IntoIterator<Item = ProductId>,
    ) -> Result<HashMap<ProductId, Offer>, InquiryError> {
        let found = self.fetch(products).await?.into_iter();
        found
            .filter(|product| product.is_active)
            .map(|product| {
                let invalid = |_| InquiryError::Inconsistent("the catalog returned an invalid product");
                let id = ProductId::try_from(product.id).map_err(invalid)?;
                Ok((id, offer(id, Some(product))?))
            })
            .collect()
    }

    /// Returns the existing ones of these products, also those that are not sold. Asks about at most 500.
    pub(crate) async fn get_products(
        &self,
        products: impl IntoIterator<Item = ProductId>,
    ) -> Result<limit::Catalog, InquiryError> {
        self.fetch(products).await?.into_iter().map(facts).collect()
    }

    async fn fetch(
        &self,
        products: impl IntoIterator<Item = ProductId>,
    ) -> Result<Vec<catalog::Product>, InquiryError> {
        let mut product_ids: Vec<_> = products.into_iter().map(ProductId::get).collect();
        product_ids.sort_unstable();
        product_ids.dedup();
        product_ids.truncate(MAX_PRODUCTS);
        if product_ids.is_empty() {
            return Ok(Vec::new());
        }
        let request = GetProductsRequest {
            product_ids,
            only_stock: false,
        };
        let response = self.0.clone().get_products(request).await;
        Ok(response.map_err(InquiryError::Catalog)?.into_inner().products)
    }
}

fn facts(product: catalog::Product) -> Result<(ProductId, CatalogProduct), InquiryError> {
    let invalid = || InquiryError::Inconsistent("the catalog returned an invalid product");
    let id = ProductId::try_from(product.id).map_err(|_| invalid())?;
    let facts = CatalogProduct {
        code: product.code,
        name: product.name.ok_or_else(invalid)?.into(),
        image: product
            .images
            .into_iter()
            .next()
            .map(|image| image.url)
            .unwrap_or_default(),
        price: Money::from_minor(product.price_minor).map_err(|_| invalid())?,
        discount: Percent::try_from(product.discount_percent).map_err(|_| invalid())?,
        stock: product.stock_quantity,
        is_active: product.is_active,
    };
    Ok((id, facts))
}

fn offer(id: ProductId, found: Option<catalog::Product>) -> Result<Offer, InquiryError> {
    let invalid = InquiryError::Inconsistent("the catalog returned an invalid product");
    let Some(found) = found.filter(|found| found.id == id.get()) else {
        return Err(invalid);
    };
    let mut colored = HashMap::new();
    for image in found.images.iter().filter(|image| !image.color.is_empty()) {
        colored
            .entry(image.color.clone())
            .or_insert_with(|| image.url.clone());
    }
    Ok(Offer {
        product: Product {
            id: Some(id),
            name: found.name.ok_or(invalid)?.into(),
            image: found
                .images
                .into_iter()
                .next()
                .map(|image| image.url)
                .unwrap_or_default(),
        },
        colors: found.colors,
        colored,
    })
}
