//! Returns the caller's second factors.

use kit::{caller::StaffMember, failure::Failure};
use proto::account::v1::{ListSecondFactorsRequest, ListSecondFactorsResponse};

use super::{State, convert};
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffMember { user, .. }: StaffMember,
    _: ListSecondFactorsRequest,
) -> Result<ListSecondFactorsResponse, Failure> {
    let factors = store::second_factor::list(&mut *state.pool.acquire().await?, user).await?;
    Ok(ListSecondFactorsResponse {
        factors: factors.into_iter().map(convert::factor).collect(),
    })
}
