//! Returns the caller's second factors.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{ListSecondFactorsRequest, ListSecondFactorsResponse};
use tonic::Request;

use super::{State, convert, own};
use crate::store;

pub(super) async fn handle(
    state: &State,
    request: Request<ListSecondFactorsRequest>,
) -> Result<ListSecondFactorsResponse, Failure> {
    let (_, user) = own(Caller::from_request(&request)?)?;
    let factors = store::second_factor::list(&mut *state.pool.acquire().await?, user).await?;
    Ok(ListSecondFactorsResponse {
        factors: factors.into_iter().map(convert::factor).collect(),
    })
}
