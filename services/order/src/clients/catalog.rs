//! Client of the catalog service.

use kit::{
    domain::{Money, OrderId, Percent, ProductId, Quantity},
    failure::{Code, Failure},
    grpc::Client,
};
use proto::catalog::v1::{
    GetProductsRequest, Product, ReserveStockRequest, ReservedLine, StockLine,
    catalog_service_client::CatalogServiceClient,
};

use crate::{desk_pricing::CatalogProduct, error::OrderError, pricing::Reserved};

/// Client of the catalog service.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

impl Catalog {
    pub(crate) const fn new(client: CatalogServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Reserves stock for all lines or none. Field errors name the lines of the request: `field` returns the name for an
    /// index in `requested`.
    pub(crate) async fn reserve(
        &self,
        order: OrderId,
        lines: &[(ProductId, Quantity)],
        requested: &[Option<ProductId>],
        field: impl Fn(usize) -> String,
    ) -> Result<Vec<Reserved>, OrderError> {
        let request = ReserveStockRequest {
            order_id: order.to_string(),
            lines: lines
                .iter()
                .map(|(product, quantity)| StockLine {
                    product_id: product.get(),
                    quantity: (*quantity).into(),
                })
                .collect(),
        };
        let response = self
            .0
            .clone()
            .reserve_stock(request)
            .await
            .map_err(|status| reservation_error(status, requested, field))?;
        response.into_inner().lines.into_iter().map(reserved).collect()
    }

    /// Returns the available pieces of the products that have a stock.
    pub(crate) async fn get_stock(&self, ids: &[ProductId]) -> Result<Vec<(ProductId, i64)>, OrderError> {
        let request = GetProductsRequest {
            product_ids: ids.iter().map(|id| id.get()).collect(),
            only_stock: true,
        };
        let response = self.0.clone().get_products(request).await;
        let products = response.map_err(OrderError::Catalog)?.into_inner().products;
        products
            .into_iter()
            .filter_map(|product| Some((product.id, product.stock_quantity?)))
            .map(|(id, stock)| {
                let id = ProductId::try_from(id)
                    .map_err(|_| OrderError::Inconsistent("the catalog returned an invalid product"))?;
                Ok((id, stock))
            })
            .collect()
    }

    /// Returns products by id, including inactive ones; skips unknown ids.
    pub(crate) async fn get_products(&self, ids: &[ProductId]) -> Result<Vec<CatalogProduct>, OrderError> {
        let request = GetProductsRequest {
            product_ids: ids.iter().map(|id| id.get()).collect(),
            only_stock: false,
        };
        let response = self
            .0
            .clone()
            .get_products(request)
            .await
            .map_err(OrderError::Catalog)?;
        response
            .into_inner()
            .products
            .into_iter()
            .map(catalog_product)
            .collect()
    }
}

fn catalog_product(product: Product) -> Result<CatalogProduct, OrderError> {
    let invalid = || OrderError::Inconsistent("the catalog returned an invalid product");
    Ok(CatalogProduct {
        id: ProductId::try_from(product.id).map_err(|_| invalid())?,
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
        has_stock: product.stock_quantity.is_some(),
    })
}

fn reserved(line: ReservedLine) -> Result<Reserved, OrderError> {
    let invalid = || OrderError::Inconsistent("the catalog returned an invalid reservation");
    Ok(Reserved {
        product: ProductId::try_from(line.product_id).map_err(|_| invalid())?,
        code: line.code,
        name: line.name.ok_or_else(invalid)?.into(),
        image: line.image_url,
        unit_price: Money::from_minor(line.unit_price_minor).map_err(|_| invalid())?,
        discount: Percent::try_from(line.discount_percent).map_err(|_| invalid())?,
        quantity: Quantity::try_from(line.quantity).map_err(|_| invalid())?,
    })
}

/// Converts a failed reservation. Field errors of products become field errors of the request's lines.
fn reservation_error(
    status: tonic::Status,
    requested: &[Option<ProductId>],
    field: impl Fn(usize) -> String,
) -> OrderError {
    let mut failure = Failure::from_status(&status);
    if failure.code != Code::Conflict {
        return OrderError::Catalog(status);
    }
    if failure.reason == "RESERVATION.RELEASED" {
        return OrderError::AttemptEnded;
    }
    let fields = std::mem::take(&mut failure.fields);
    for (index, product) in requested.iter().enumerate() {
        let Some(product) = product else { continue };
        let name = format!("product:{product}");
        if let Some((_, key)) = fields.iter().find(|(field, _)| *field == name) {
            failure = failure.with_field(field(index), key);
        }
    }
    OrderError::OutOfStock(failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn products(ids: &[i64]) -> Vec<Option<ProductId>> {
        ids.iter()
            .map(|id| Some(ProductId::try_from(*id).unwrap()))
            .collect()
    }

    fn error(status: impl Into<tonic::Status>, requested: &[i64]) -> OrderError {
        reservation_error(status.into(), &products(requested), |index| {
            format!("orderItems[{index}].productId")
        })
    }

    #[test]
    fn names_every_line_of_an_unavailable_product() {
        let failure = Failure::with_reason(Code::Conflict, "ORDER.NOT_ENOUGH")
            .with_field("product:3", "ORDER.NO_LONGER_SOLD")
            .with_field("product:7", "ORDER.NOT_ENOUGH")
            .with_parameter("available", 2);
        let OrderError::OutOfStock(failure) = error(failure, &[7, 5, 3, 7]) else {
            panic!("expected OutOfStock");
        };
        let fields: Vec<_> = failure
            .fields
            .iter()
            .map(|(field, key)| (field.as_str(), key.as_str()))
            .collect();
        assert_eq!(
            fields,
            [
                ("orderItems[0].productId", "ORDER.NOT_ENOUGH"),
                ("orderItems[2].productId", "ORDER.NO_LONGER_SOLD"),
                ("orderItems[3].productId", "ORDER.NOT_ENOUGH"),
            ]
        );
        assert_eq!(failure.parameters["available"], "2");
    }

    #[test]
    fn released_reservation_ends_the_attempt_and_outage_does_not() {
        let released = Failure::with_reason(Code::Conflict, "RESERVATION.RELEASED");
        assert!(error(released, &[]).ends_attempt());
        let outage = tonic::Status::unavailable("outage");
        assert!(!error(outage, &[]).ends_attempt());
    }
}
