//! Releases the offers of orders that were cancelled or never stored.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::{OrderAbandoned, OrderCancelled};
use sqlx::PgConnection;

use crate::ordering;

/// Releases the offer of a cancelled order.
pub(crate) struct ReleaseCancelled;

/// Releases the offer of an abandoned attempt to order.
pub(crate) struct ReleaseAbandoned;

#[async_trait]
impl Handler for ReleaseCancelled {
    type Event = OrderCancelled;

    const NAME: &'static str = "inquiry-release-cancelled";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderCancelled>,
    ) -> Result<(), HandlerError> {
        ordering::end(connection, received.event.order_id.parse()?).await?;
        Ok(())
    }
}

#[async_trait]
impl Handler for ReleaseAbandoned {
    type Event = OrderAbandoned;

    const NAME: &'static str = "inquiry-release-abandoned";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        ordering::end(connection, received.event.order_id.parse()?).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
