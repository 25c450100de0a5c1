//! What an order asks the accounts.

use kit::{
    domain::{Percent, UserId},
    grpc::Client,
};
use proto::account::v1::{GetDiscountRequest, account_service_client::AccountServiceClient};

use crate::error::OrderError;

/// The accounts, as far as an order needs them.
#[derive(Clone)]
pub(crate) struct Account(AccountServiceClient<Client>);

impl Account {
    pub(crate) const fn new(client: AccountServiceClient<Client>) -> Self {
        Self(client)
    }

    /// The customer's own discount.
    pub(crate) async fn discount_of(&self, user: UserId) -> Result<Percent, OrderError> {
        let answer = self
            .0
            .clone()
            .get_discount(GetDiscountRequest {
                user_id: user.to_string(),
            })
            .await
            .map_err(OrderError::Account)?;
        Percent::try_from(answer.into_inner().discount_percent)
            .map_err(|_| OrderError::Broken("the accounts said a discount that is none"))
    }
}
