//! What can go wrong in the catalog, in its own words.

use kit::{
    domain::ProductId,
    failure::{Code, Failure},
};

use crate::stock::Shortage;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogError {
    /// There is no such product, or it is no longer shown.
    #[error("no such product")]
    UnknownProduct,
    /// There is no such category.
    #[error("no such category")]
    UnknownCategory,
    /// The attempt at this order was given up before.
    #[error("the reservation was released")]
    Released,
    /// An order asks for more than there is, or for what is no longer sold; one entry for each such product.
    #[error("{} products cannot be reserved", .0.len())]
    Short(Vec<(ProductId, Shortage)>),
    /// The database is away, or a statement is wrong.
    #[error("the database")]
    Database(#[from] sqlx::Error),
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::UnknownProduct => Self::with_reason(Code::NotFound, "PRODUCT.NOT_FOUND"),
            CatalogError::UnknownCategory => Self::with_reason(Code::NotFound, "CATEGORY.NOT_FOUND"),
            CatalogError::Released => Self::with_reason(Code::Conflict, "RESERVATION.RELEASED"),
            CatalogError::Short(shortages) => short(&shortages),
            CatalogError::Database(error) => Self::from(error),
        }
    }
}

/// Names every product; the reason is the first one's, and `available` the first amount that is left.
fn short(shortages: &[(ProductId, Shortage)]) -> Failure {
    let reason = shortages
        .first()
        .map_or("ORDER.NO_LONGER_SOLD", |(_, shortage)| shortage.key());
    let mut failure = Failure::with_reason(Code::Conflict, reason);
    for (product, shortage) in shortages {
        failure = failure.with_field(format!("product:{product}"), shortage.key());
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
    fn every_product_that_is_short_is_named() {
        let product = |id| ProductId::try_from(id).unwrap();
        let failure = Failure::from(CatalogError::Short(vec![
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
