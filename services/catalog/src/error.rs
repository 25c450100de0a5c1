//! Errors of the catalog.

use kit::{
    domain::ProductId,
    failure::{Code, Failure},
};

use crate::stock::Shortage;

/// Reason that the catalog rejects a request.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogError {
    /// The product does not exist or is inactive.
    #[error("product not found")]
    ProductNotFound,
    /// The category does not exist.
    #[error("category not found")]
    CategoryNotFound,
    /// The order was abandoned.
    #[error("the reservation was released")]
    ReservationReleased,
    /// Products that are inactive or have too little stock.
    #[error("{} products cannot be reserved", .0.len())]
    NotReservable(Vec<(ProductId, Shortage)>),
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::ProductNotFound => Self::with_reason(Code::NotFound, "PRODUCT.NOT_FOUND"),
            CatalogError::CategoryNotFound => Self::with_reason(Code::NotFound, "CATEGORY.NOT_FOUND"),
            CatalogError::ReservationReleased => Self::with_reason(Code::Conflict, "RESERVATION.RELEASED"),
            CatalogError::NotReservable(shortages) => not_reservable(&shortages),
        }
    }
}

/// Returns a failure that names every product; its reason is that of the first one, and `available` the first
/// remaining stock.
fn not_reservable(shortages: &[(ProductId, Shortage)]) -> Failure {
    let reason = shortages
        .first()
        .map_or("ORDER.NO_LONGER_SOLD", |(_, shortage)| shortage.message_key());
    let mut failure = Failure::with_reason(Code::Conflict, reason);
    for (product, shortage) in shortages {
        failure = failure.with_field(format!("product:{product}"), shortage.message_key());
        if let Shortage::NotEnough { available } = shortage {
            if !failure.parameters.contains_key("available") {
                failure = failure.with_parameter("available", available);
            }
            failure = failure.with_parameter(&format!("available:{product}"), available);
        }
    }
    failure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_every_product_that_cannot_be_reserved() {
        let product = |id| ProductId::try_from(id).unwrap();
        let failure = Failure::from(CatalogError::NotReservable(vec![
            (product(3), Shortage::NoLongerSold),
            (product(5), Shortage::NotEnough { available: 2 }),
            (product(8), Shortage::NotEnough { available: 0 }),
        ]));
        assert_eq!(failure.code, Code::Conflict);
        assert_eq!(failure.reason, "ORDER.NO_LONGER_SOLD");
        let fields: Vec<_> = failure
            .fields
            .iter()
            .map(|(name, key)| (name.as_str(), key.as_str()))
            .collect();
        assert_eq!(
            fields,
            [
                ("product:3", "ORDER.NO_LONGER_SOLD"),
                ("product:5", "ORDER.NOT_ENOUGH"),
                ("product:8", "ORDER.NOT_ENOUGH")
            ]
        );
        assert_eq!(failure.parameters["available"], "2");
        assert_eq!(failure.parameters["available:5"], "2");
        assert_eq!(failure.parameters["available:8"], "0");
    }
}
