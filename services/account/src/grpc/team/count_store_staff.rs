//! Counts the staff of a store for the content service.

use kit::{caller::ServiceCaller, domain::StoreId, failure::Failure, validation::FieldErrors};
use proto::account::v1::{CountStoreStaffRequest, CountStoreStaffResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: CountStoreStaffRequest,
) -> Result<CountStoreStaffResponse, Failure> {
    let mut errors = FieldErrors::default();
    let id: Option<StoreId> = errors.parse("storeId", &request.store_id);
    let id = errors.finish(id)?;
    let count = store::team::count_of_store(&mut *state.pool.acquire().await?, id).await?;
    Ok(CountStoreStaffResponse { count })
}
