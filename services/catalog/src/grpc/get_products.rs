//! Several products by id, for carts and wishlists: inactive ones too, which they show as no longer sold.

use std::collections::BTreeSet;

use kit::{caller::Caller, domain::ProductId, failure::Failure};
use proto::catalog::v1::{GetProductsRequest, GetProductsResponse, Product};
use tonic::Request;

use super::{
    State,
    problems::{Problems, TOO_LONG},
};
use crate::store;

/// The most ids that may be asked for.
const MOST: usize = 500;

pub(super) async fn handle(
    state: &State,
    request: Request<GetProductsRequest>,
) -> Result<GetProductsResponse, Failure> {
    Caller::from_request(&request)?;
    let asked = request.into_inner().product_ids;
    let mut problems = Problems::default();
    problems.check(asked.len() <= MOST, "productIds", TOO_LONG);
    problems.done()?;
    // What cannot be an id is unknown, like an id that nothing has.
    let ids: BTreeSet<ProductId> = asked
        .into_iter()
        .filter_map(|id| ProductId::try_from(id).ok())
        .collect();
    let ids: Vec<ProductId> = ids.into_iter().collect();
    let products = store::product::by_ids(&mut *state.pool.acquire().await?, &ids).await?;
    Ok(GetProductsResponse {
        products: products.into_iter().map(Product::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;
    use crate::testing::{Fixture, anonymous, answer, fields, wardrobe};

    async fn get(fixture: &Fixture, product_ids: Vec<i64>) -> Result<Vec<Product>, Failure> {
        let request = anonymous(GetProductsRequest { product_ids });
        Ok(answer(fixture.client.clone().get_products(request).await)?.products)
    }

    #[tokio::test]
    async fn inactive_ones_come_too_and_unknown_ones_are_left_out() {
        let fixture = Fixture::start().await;
        let active = fixture.add(wardrobe("SK-101")).await;
        let inactive = fixture
            .add(Product {
                is_active: false,
                ..wardrobe("SK-102")
            })
            .await;
        let asked = vec![inactive, 999, active, active, 0, -1];
        let mut found: Vec<_> = get(&fixture, asked)
            .await
            .unwrap()
            .into_iter()
            .map(|product| (product.id, product.is_active))
            .collect();
        found.sort_unstable();
        assert_eq!(found, [(active, true), (inactive, false)]);
        assert!(get(&fixture, Vec::new()).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn there_is_a_bound() {
        let fixture = Fixture::start().await;
        assert!(get(&fixture, (1..=500).collect()).await.is_ok());
        let failure = get(&fixture, (1..=501).collect()).await.unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert_eq!(fields(&failure), [("productIds", "FIELD.TOO_LONG")]);
    }
}
