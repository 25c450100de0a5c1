//! One active product.

use kit::{caller::Caller, domain::ProductId, failure::Failure};
use proto::catalog::v1::{GetProductRequest, GetProductResponse};
use tonic::Request;

use super::State;
use crate::{error::CatalogError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetProductRequest>,
) -> Result<GetProductResponse, Failure> {
    Caller::from_request(&request)?;
    let id =
        ProductId::try_from(request.into_inner().product_id).map_err(|_| CatalogError::UnknownProduct)?;
    let product = store::product::by_id(&mut *state.pool.acquire().await?, id)
        .await?
        .filter(|product| product.facts.is_active)
        .ok_or(CatalogError::UnknownProduct)?;
    Ok(GetProductResponse {
        product: Some(product.into()),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::catalog::v1::Product;

    use super::*;
    use crate::testing::{Fixture, anonymous, answer, texts, wardrobe};

    async fn get(fixture: &Fixture, product_id: i64) -> Result<Product, Failure> {
        let request = anonymous(GetProductRequest { product_id });
        Ok(answer(fixture.client.clone().get_product(request).await)?
            .product
            .unwrap())
    }

    #[tokio::test]
    async fn answers_all_that_was_put_in() {
        let fixture = Fixture::start().await;
        let put = wardrobe("SK-101");
        let id = fixture.add(put.clone()).await;
        let mut got = get(&fixture, id).await.unwrap();
        let category = got.category.take().unwrap();
        assert_eq!((category.id, category.slug.as_str()), (1, "wardrobe"));
        assert_eq!(category.name, Some(texts("Şkaflar", "Шкафы", "Wardrobes")));
        assert_eq!(category.product_count, 1);
        assert_eq!(
            got,
            Product {
                id,
                category: None,
                ..put
            }
        );
    }

    #[tokio::test]
    async fn a_product_that_is_made_to_order_has_no_stock() {
        let fixture = Fixture::start().await;
        let id = fixture
            .add(Product {
                stock_quantity: None,
                ..wardrobe("SK-101")
            })
            .await;
        assert_eq!(get(&fixture, id).await.unwrap().stock_quantity, None);
    }

    #[tokio::test]
    async fn an_inactive_product_is_as_unknown_as_one_that_never_was() {
        let fixture = Fixture::start().await;
        let inactive = fixture
            .add(Product {
                is_active: false,
                ..wardrobe("SK-101")
            })
            .await;
        for id in [inactive, inactive + 1, 0, -7] {
            let failure = get(&fixture, id).await.unwrap_err();
            assert_eq!(failure.code, Code::NotFound);
            assert_eq!(failure.reason, "PRODUCT.NOT_FOUND");
        }
    }
}
