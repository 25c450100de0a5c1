//! Returns all categories with their numbers of active products.

use kit::{caller::Caller, failure::Failure};
use proto::catalog::v1::{Category, ListCategoriesRequest, ListCategoriesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    _: ListCategoriesRequest,
) -> Result<ListCategoriesResponse, Failure> {
    let read = async { Ok(store::category::find_all(&mut *state.pool.acquire().await?).await?) };
    let copy = async { Some(state.index.categories().to_vec()).filter(|categories| !categories.is_empty()) };
    let categories = state.copy.read(&caller, read, copy).await?;
    Ok(ListCategoriesResponse {
        categories: categories.into_iter().map(Category::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::catalog::v1::{Product, UpdateProductRequest, catalog_service_server::CatalogService as _};

    use super::*;
    use crate::testing::{Fixture, anonymous, category, wardrobe};

    async fn counts(fixture: &Fixture) -> Vec<(i32, String, i64)> {
        let request = anonymous(ListCategoriesRequest {});
        let response = fixture.client.clone().list_categories(request).await.unwrap();
        let categories = response.into_inner().categories.into_iter();
        categories
            .map(|category| (category.id, category.slug, category.product_count))
            .collect()
    }

    fn expected(wardrobes: i64, kitchens: i64, furniture: i64) -> Vec<(i32, String, i64)> {
        vec![
            (1, "wardrobe".to_owned(), wardrobes),
            (2, "kitchen".to_owned(), kitchens),
            (3, "furniture".to_owned(), furniture),
        ]
    }

    #[tokio::test]
    async fn counts_active_products() {
        let fixture = Fixture::start().await;
        assert_eq!(counts(&fixture).await, expected(0, 0, 0));
        fixture.add(wardrobe("SK-1")).await;
        fixture.add(wardrobe("SK-2")).await;
        fixture
            .add(Product {
                category: Some(category(2)),
                is_active: false,
                ..wardrobe("MT-1")
            })
            .await;
        assert_eq!(counts(&fixture).await, expected(2, 0, 0));
        for (code, is_active, after) in [
            ("SK-1", false, expected(1, 0, 0)),
            ("SK-1", false, expected(1, 0, 0)),
            ("MT-1", true, expected(1, 1, 0)),
            ("SK-1", true, expected(2, 1, 0)),
        ] {
            let change = UpdateProductRequest {
                code: code.to_owned(),
                is_active: Some(is_active),
                ..UpdateProductRequest::default()
            };
            fixture.update(change).await.unwrap();
            assert_eq!(counts(&fixture).await, after);
        }
    }

    #[tokio::test]
    async fn counts_parallel_changes() {
        let fixture = Fixture::start().await;
        let requests = (0..24).map(|number| {
            let fixture = &fixture;
            async move {
                fixture
                    .add(Product {
                        category: Some(category(1 + number % 3)),
                        ..wardrobe(&format!("X-{number}"))
                    })
                    .await
            }
        });
        futures::future::join_all(requests).await;
        assert_eq!(counts(&fixture).await, expected(8, 8, 8));
    }

    #[tokio::test]
    async fn rejects_requests_without_a_caller() {
        let fixture = Fixture::start().await;
        let state = State {
            pool: fixture.harness.pool().clone(),
            index: std::sync::Arc::default(),
            copy: kit::copies::ReadCopy::default(),
        };
        let request = tonic::Request::new(ListCategoriesRequest {});
        let status = state.list_categories(request).await.unwrap_err();
        assert_eq!(Failure::from_status(&status).code, Code::Unauthenticated);
    }
}
