//! Ends the orders of a closed account.

use async_trait::async_trait;
use kit::{
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::account::v1::AccountClosed;
use sqlx::PgConnection;

use crate::{closed_accounts, error::OrderError, store};

/// Cancels a user's pending orders and wipes the personal data of those that have ended.
pub(crate) struct CloseOrders;

#[async_trait]
impl Handler for CloseOrders {
    type Event = AccountClosed;

    const NAME: &'static str = "order-close-account";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<AccountClosed>,
    ) -> Result<(), HandlerError> {
        let user: UserId = received.event.user_id.parse()?;
        store::closed_account::insert(connection, user).await?;
        closed_accounts::close(connection, user)
            .await
            .map_err(|error| match error {
                OrderError::Database(error) => error.into(),
                error => HandlerError::Rejected(error.into()),
            })
    }
}
