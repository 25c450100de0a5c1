//! Returns the stores that the shop shows, all to staff, in the order of their positions, and the URL of the brochure.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ListStoresRequest, ListStoresResponse, Store};

use super::{State, convert::for_viewer, list_campaigns::visibility};
use crate::store;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    _: ListStoresRequest,
) -> Result<ListStoresResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let visibility = visibility(&caller);
    let stores = store::store_location::list(&mut connection, visibility).await?;
    Ok(ListStoresResponse {
        stores: stores
            .into_iter()
            .map(|location| for_viewer!(visibility, Store::from(location)))
            .collect(),
        catalogue_url: store::brochure::find_url(&mut connection).await?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, anonymous, store};

    #[tokio::test]
    async fn orders_by_position_and_returns_all_attributes() {
        let fixture = Fixture::start().await;
        for (code, position) in [("b", 2), ("c", 1)] {
            fixture.save_store(store(code, position)).await.unwrap();
        }
        let request = anonymous(ListStoresRequest {});
        let response = fixture
            .client
            .clone()
            .list_stores(request)
            .await
            .unwrap()
            .into_inner();
        let codes: Vec<_> = response.stores.iter().map(|store| store.code.as_str()).collect();
        assert_eq!(codes, ["c", "b"]);
        assert_eq!(response.catalogue_url, "");
        let first = response.stores[0].clone();
        assert_eq!(
            first,
            Store {
                id: first.id.clone(),
                version: 1,
                ..store("c", 1)
            }
        );
    }
}
