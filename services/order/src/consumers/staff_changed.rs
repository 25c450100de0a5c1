//! Hands over the orders of a disabled member of the team.

use async_trait::async_trait;
use kit::{
    caller::Actor,
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::account::v1::StaffChanged;
use sqlx::PgConnection;

use crate::{assignment::assign, error::OrderError, store};

/// Assigns the open orders of a disabled member to the receiver of the hand-over.
pub(crate) struct HandOver;

#[async_trait]
impl Handler for HandOver {
    type Event = StaffChanged;

    const NAME: &'static str = "order-hand-over";

    fn concerns(&self, event: &StaffChanged) -> bool {
        event.hand_over.is_some()
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        Received { id, event }: Received<StaffChanged>,
    ) -> Result<(), HandlerError> {
        let to: Option<UserId> = match event.hand_over.unwrap_or_default().to_id.as_str() {
            "" => None,
            to => Some(to.parse()?),
        };
        let actor = Actor::owner(&event.by)?;
        for order in store::desk::lock_open_of(connection, &event.user_id).await? {
            let effect = match assign(connection, &actor, order, None, to, Some(id)).await {
                Ok(effect) => effect,
                Err(OrderError::Database(error)) => return Err(error.into()),
                Err(error) => return Err(HandlerError::Rejected(error.into())),
            };
            effect.record(connection).await?;
        }
        Ok(())
    }
}
