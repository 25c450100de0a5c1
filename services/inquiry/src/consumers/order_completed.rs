//! Notes the end of completed orders.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderStatusChanged;
use sqlx::PgConnection;

use crate::ordering;

/// Name of the status.
const COMPLETED: &str = "completed";

/// Notes the end of a completed order: from then on the retention of its inquiry counts.
pub(crate) struct EndCompleted;

#[async_trait]
impl Handler for EndCompleted {
    type Event = OrderStatusChanged;

    const NAME: &'static str = "inquiry-end-completed";

    fn concerns(&self, event: &OrderStatusChanged) -> bool {
        event.status == COMPLETED
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderStatusChanged>,
    ) -> Result<(), HandlerError> {
        ordering::complete(connection, received.event.order_id.parse()?).await?;
        Ok(())
    }
}
