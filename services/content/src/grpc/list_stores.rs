//! The stores, in their order, and the address of the catalogue.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ListStoresRequest, ListStoresResponse, Store};
use tonic::Request;

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    request: Request<ListStoresRequest>,
) -> Result<ListStoresResponse, Failure> {
    Caller::from_request(&request)?;
    let mut connection = state.pool.acquire().await?;
    let stores = store::outlet::list(&mut connection).await?;
    Ok(ListStoresResponse {
        stores: stores.into_iter().map(Store::from).collect(),
        catalogue_url: store::catalogue::url(&mut connection).await?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, anonymous, outlet};

    #[tokio::test]
    async fn a_store_stands_in_its_place_with_all_that_was_put_in() {
        let fixture = Fixture::start().await;
        for (code, position) in [("b", 2), ("c", 1)] {
            fixture.save_store(outlet(code, position)).await.unwrap();
        }
        let request = anonymous(ListStoresRequest {});
        let answer = fixture
            .client
            .clone()
            .list_stores(request)
            .await
            .unwrap()
            .into_inner();
        let codes: Vec<_> = answer.stores.iter().map(|store| store.code.as_str()).collect();
        assert_eq!(codes, ["c", "b"]);
        assert_eq!(answer.catalogue_url, "");
        let first = answer.stores[0].clone();
        assert_eq!(
            first,
            Store {
                id: first.id.clone(),
                version: 1,
                ..outlet("c", 1)
            }
        );
    }
}
