//! Returns the ids of a page of the active products.

use kit::{caller::Caller, domain::ProductId, failure::Failure, validation::FieldErrors};
use proto::catalog::v1::{ListProductIdsRequest, ListProductIdsResponse};

use super::{State, list_products::find};
use crate::listing::{Filter, Sort};

/// Maximum size of a page: the number of addresses in one sitemap.
const MAX_PAGE_SIZE: u32 = 1000;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: ListProductIdsRequest,
) -> Result<ListProductIdsResponse, Failure> {
    let mut errors = FieldErrors::default();
    let page = errors.page(request.page, MAX_PAGE_SIZE);
    errors.into_result()?;
    let read = async {
        let found = find(state, &Filter::default(), Sort::Id, page, false)
            .await?
            .found;
        Ok(ListProductIdsResponse {
            product_ids: found.products.into_iter().map(ProductId::get).collect(),
            total_records: found.total,
        })
    };
    let copy = async {
        let copied = state
            .index
            .list_copy(Filter::default(), Sort::Id, page, false)
            .await?;
        Some(ListProductIdsResponse {
            product_ids: copied.products.iter().map(|product| product.id).collect(),
            total_records: copied.total,
        })
    };
    Box::pin(state.copy.read(&caller, read, copy)).await
}

#[cfg(test)]
mod tests {
    use proto::{catalog::v1::Product, common::v1::Page};

    use super::*;
    use crate::testing::{Fixture, anonymous, fields, into_result, wardrobe};

    async fn list(fixture: &Fixture, number: u32, size: u32) -> Result<ListProductIdsResponse, Failure> {
        let request = anonymous(ListProductIdsRequest {
            page: Some(Page { number, size }),
        });
        into_result(fixture.client.clone().list_product_ids(request).await)
    }

    #[tokio::test]
    async fn lists_ids_of_active_products_by_page() {
        let fixture = Fixture::start().await;
        for (code, is_active) in [("A", true), ("B", false), ("C", true), ("D", true)] {
            let product = Product {
                is_active,
                ..wardrobe(code)
            };
            fixture.add(product).await;
        }
        let first = list(&fixture, 1, 2).await.unwrap();
        let second = list(&fixture, 2, 2).await.unwrap();
        assert_eq!((first.total_records, second.total_records), (3, 3));
        let ids = [first.product_ids, second.product_ids].concat();
        assert_eq!(ids.len(), 3);
        assert!(ids.is_sorted());
    }

    #[tokio::test]
    async fn rejects_pages_out_of_range() {
        let fixture = Fixture::start().await;
        let refused = list(&fixture, 0, 1001).await.unwrap_err();
        assert_eq!(
            fields(&refused),
            [("page", "FIELD.OUT_OF_RANGE"), ("limit", "FIELD.OUT_OF_RANGE")]
        );
    }
}
