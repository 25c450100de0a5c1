//! Client of the account service.

use kit::{
    domain::{Percent, UserId},
    grpc::Client,
};
use proto::account::v1::{GetDiscountRequest, account_service_client::AccountServiceClient};

use crate::error::OrderError;

/// Client of the account service.
#[derive(Clone)]
pub(crate) struct Account(AccountServiceClient<Client>);

impl Account {
    pub(crate) const fn new(client: AccountServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Returns a user's personal discount.
    pub(crate) async fn get_discount(&self, user: UserId) -> Result<Percent, OrderError> {
        let response = self
            .0
            .clone()
            .get_discount(GetDiscountRequest {
                user_id: user.to_string(),
            })
            .await
            .map_err(OrderError::Account)?;
        Percent::try_from(response.into_inner().discount_percent)
            .map_err(|_| OrderError::Inconsistent("the account service returned an invalid discount"))
    }
}
