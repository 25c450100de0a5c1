//! Returns products by id. Inactive ones are included: carts and wishlists show them as no longer sold.

use std::collections::BTreeSet;

use kit::{
    caller::Caller,
    domain::ProductId,
    failure::Failure,
    validation::{FieldErrors, TOO_LONG},
};
use proto::catalog::v1::{GetProductsRequest, GetProductsResponse, Product};

use super::State;
use crate::store;

/// Maximum number of ids in a request.
const MAX_IDS: usize = 500;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: GetProductsRequest,
) -> Result<GetProductsResponse, Failure> {
    let GetProductsRequest {
        product_ids: ids,
        only_stock,
    } = request;
    let mut errors = FieldErrors::default();
    errors.ensure(ids.len() <= MAX_IDS, "productIds", TOO_LONG);
    errors.into_result()?;
    // Invalid ids are treated as unknown.
    let ids: BTreeSet<ProductId> = ids
        .into_iter()
        .filter_map(|id| ProductId::try_from(id).ok())
        .collect();
    let ids: Vec<ProductId> = ids.into_iter().collect();
    let copy = state.index.products_copy(ids.clone());
    let products = state
        .copy
        .read(&caller, read(state, &ids, only_stock), copy)
        .await?;
    Ok(GetProductsResponse { products })
}

async fn read(state: &State, ids: &[ProductId], only_stock: bool) -> Result<Vec<Product>, Failure> {
    let mut connection = state.pool.acquire().await?;
    if only_stock {
        let found = store::product::find_stock(&mut connection, ids).await?;
        return Ok(found.into_iter().map(Product::from).collect());
    }
    let found = store::product::find_many(&mut connection, ids).await?;
    Ok(found.into_iter().map(Product::from).collect())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;
    use crate::testing::{Fixture, anonymous, fields, into_result, wardrobe};

    async fn get(fixture: &Fixture, product_ids: Vec<i64>) -> Result<Vec<Product>, Failure> {
        let request = anonymous(GetProductsRequest {
            product_ids,
            only_stock: false,
        });
        Ok(into_result(fixture.client.clone().get_products(request).await)?.products)
    }

    #[tokio::test]
    async fn returns_only_the_stock_on_request() {
        let fixture = Fixture::start().await;
        let product = fixture.add(wardrobe("SK-101")).await;
        let complete = fixture.product(product).await;
        let request = anonymous(GetProductsRequest {
            product_ids: vec![product, 4_711],
            only_stock: true,
        });
        let response = fixture.client.clone().get_products(request).await.unwrap();
        assert_eq!(
            response.into_inner().products,
            [Product {
                id: product,
                is_active: true,
                stock_quantity: complete.stock_quantity,
                ..Product::default()
            }]
        );
        assert!(complete.stock_quantity.is_some());
    }

    #[tokio::test]
    async fn includes_inactive_products_and_omits_unknown_ones() {
        let fixture = Fixture::start().await;
        let active = fixture.add(wardrobe("SK-101")).await;
        let inactive = fixture
            .add(Product {
                is_active: false,
                ..wardrobe("SK-102")
            })
            .await;
        let ids = vec![inactive, 999, active, active, 0, -1];
        let mut found: Vec<_> = get(&fixture, ids)
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
    async fn limits_a_request_to_500_ids() {
        let fixture = Fixture::start().await;
        assert!(get(&fixture, (1..=500).collect()).await.is_ok());
        let failure = get(&fixture, (1..=501).collect()).await.unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert_eq!(fields(&failure), [("productIds", "FIELD.TOO_LONG")]);
    }
}
