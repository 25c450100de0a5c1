//! Counts the open inquiries of a store for the content service.

use kit::{caller::ServiceCaller, domain::StoreId, failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{CountStoreQuotesRequest, CountStoreQuotesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: CountStoreQuotesRequest,
) -> Result<CountStoreQuotesResponse, Failure> {
    let mut errors = FieldErrors::default();
    let id: Option<StoreId> = errors.parse("storeId", &request.store_id);
    let id = errors.finish(id)?;
    let count = store::inquiry::count_open_of_store(&mut *state.pool.acquire().await?, id).await?;
    Ok(CountStoreQuotesResponse { count })
}
