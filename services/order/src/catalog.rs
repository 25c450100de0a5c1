//! What an order asks the catalogue.

use kit::{
    domain::{Money, OrderId, Percent, ProductId, Quantity},
    failure::{Code, Failure},
    grpc::Client,
};
use proto::catalog::v1::{
    ReserveStockRequest, ReservedLine, StockLine, catalog_service_client::CatalogServiceClient,
};

use crate::{error::OrderError, pricing::Reserved};

/// The catalogue, as far as an order needs it.
#[derive(Clone)]
pub(crate) struct Catalog(CatalogServiceClient<Client>);

impl Catalog {
    pub(crate) const fn new(client: CatalogServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Takes stock, all or nothing. A refusal names the lines of the request, which `asked` holds as they came.
    pub(crate) async fn reserve(
        &self,
        order: OrderId,
        wanted: &[(ProductId, Quantity)],
        asked: &[ProductId],
    ) -> Result<Vec<Reserved>, OrderError> {
        let request = ReserveStockRequest {
            order_id: order.to_string(),
            lines: wanted
                .iter()
                .map(|(product, quantity)| StockLine {
                    product_id: product.get(),
                    quantity: (*quantity).into(),
                })
                .collect(),
        };
        let answer = self
            .0
            .clone()
            .reserve_stock(request)
            .await
            .map_err(|status| refusal(status, asked))?;
        answer.into_inner().lines.into_iter().map(reserved).collect()
    }
}

fn reserved(line: ReservedLine) -> Result<Reserved, OrderError> {
    let broken = || OrderError::Broken("the catalogue reserved a line that is none");
    Ok(Reserved {
        product: ProductId::try_from(line.product_id).map_err(|_| broken())?,
        name: line.name.ok_or_else(broken)?.into(),
        image: line.image_url,
        unit_price: Money::from_minor(line.unit_price_minor).map_err(|_| broken())?,
        discount: Percent::try_from(line.discount_percent).map_err(|_| broken())?,
        quantity: Quantity::try_from(line.quantity).map_err(|_| broken())?,
    })
}

/// The catalogue speaks of products, the customer's form of lines.
fn refusal(status: tonic::Status, asked: &[ProductId]) -> OrderError {
    let mut failure = Failure::from_status(&status);
    if failure.code != Code::Conflict {
        return OrderError::Catalog(status);
    }
    if failure.reason == "RESERVATION.RELEASED" {
        return OrderError::AttemptEnded;
    }
    let refused = std::mem::take(&mut failure.fields);
    for (index, product) in asked.iter().enumerate() {
        let name = format!("product:{product}");
        if let Some((_, key)) = refused.iter().find(|(field, _)| *field == name) {
            failure = failure.with_field(format!("orderItems[{index}].productId"), key);
        }
    }
    OrderError::OutOfStock(failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn products(ids: &[i64]) -> Vec<ProductId> {
        ids.iter().map(|id| ProductId::try_from(*id).unwrap()).collect()
    }

    #[test]
    fn every_line_of_a_refused_product_is_named() {
        let refused = Failure::with_reason(Code::Conflict, "ORDER.NOT_ENOUGH")
            .with_field("product:3", "ORDER.NO_LONGER_SOLD")
            .with_field("product:7", "ORDER.NOT_ENOUGH")
            .with_parameter("available", 2);
        let OrderError::OutOfStock(failure) = refusal(refused.into(), &products(&[7, 5, 3, 7])) else {
            panic!("another error");
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
    fn a_released_reservation_ends_the_attempt_and_an_outage_does_not() {
        let released = Failure::with_reason(Code::Conflict, "RESERVATION.RELEASED");
        assert!(refusal(released.into(), &[]).ends_attempt());
        let away = tonic::Status::unavailable("away");
        assert!(!refusal(away, &[]).ends_attempt());
    }
}
