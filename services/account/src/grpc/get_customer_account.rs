//! Staff: returns the personal discount and the saved addresses of a user.

use kit::{caller::StaffCaller, domain::UserId, failure::Failure};
use proto::account::v1::{GetCustomerAccountRequest, GetCustomerAccountResponse};

use super::State;
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: GetCustomerAccountRequest,
) -> Result<GetCustomerAccountResponse, Failure> {
    let user: UserId = request.user_id.parse().map_err(|_| AccountError::UserNotFound)?;
    let mut connection = state.pool.acquire().await?;
    let profile = store::user::find_profile(&mut connection, user)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    let addresses = store::address::list(&mut connection, user).await?;
    Ok(GetCustomerAccountResponse {
        discount_percent: profile.discount.into(),
        email: profile.email,
        addresses: addresses.into_iter().map(Into::into).collect(),
    })
}
