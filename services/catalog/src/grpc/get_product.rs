//! Returns an active product.

use kit::{caller::Caller, domain::ProductId, failure::Failure};
use proto::catalog::v1::{GetProductRequest, GetProductResponse};

use super::State;
use crate::{error::CatalogError, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: GetProductRequest,
) -> Result<GetProductResponse, Failure> {
    let id = ProductId::try_from(request.product_id).map_err(|_| CatalogError::ProductNotFound)?;
    let copy = async {
        Some(GetProductResponse {
            product: Some(state.index.products_copy(vec![id]).await?.pop()?),
            // The shop shows others of the category.
            related_product_ids: Vec::new(),
        })
    };
    state.copy.read(&caller, read(state, id), copy).await
}

async fn read(state: &State, id: ProductId) -> Result<GetProductResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let product = store::product::find(&mut connection, id)
        .await?
        .filter(|product| product.attributes.is_active)
        .ok_or(CatalogError::ProductNotFound)?;
    Ok(GetProductResponse {
        product: Some(product.into()),
        related_product_ids: store::product::find_related(&mut connection, id).await?,
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::catalog::v1::Product;

    use super::*;
    use crate::testing::{Fixture, anonymous, into_result, texts, wardrobe};

    async fn get(fixture: &Fixture, product_id: i64) -> Result<Product, Failure> {
        let request = anonymous(GetProductRequest { product_id });
        Ok(into_result(fixture.client.clone().get_product(request).await)?
            .product
            .unwrap())
    }

    #[tokio::test]
    async fn returns_all_attributes() {
        let fixture = Fixture::start().await;
        let created = Product {
            materials: Some(texts("Palıd", "Дуб", "Oak")),
            care: Some(texts("Yağ çəkin", "Обновляйте масло", "Renew the oil")),
            box_contents: Some(texts("Gövdə", "Корпус", "Case")),
            weight_grams: Some(80_000),
            ..wardrobe("SK-101")
        };
        let id = fixture.add(created.clone()).await;
        let mut returned = get(&fixture, id).await.unwrap();
        let category = returned.category.take().unwrap();
        assert_eq!((category.id, category.slug.as_str()), (1, "wardrobe"));
        assert_eq!(category.name, Some(texts("Şkaflar", "Шкафы", "Wardrobes")));
        assert_eq!(category.product_count, 1);
        assert_eq!(
            returned,
            Product {
                id,
                category: None,
                ..created
            }
        );
    }

    #[tokio::test]
    async fn returns_no_stock_for_a_product_made_to_order() {
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
    async fn returns_not_found_for_inactive_and_unknown_products() {
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
