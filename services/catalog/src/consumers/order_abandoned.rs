//! An order never came to be: its pieces go back, and a reservation that comes late is refused.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderAbandoned;
use sqlx::PgConnection;

use super::conclude;
use crate::reservation::Heard;

/// Releases reservations.
pub(crate) struct Release;

#[async_trait]
impl Handler for Release {
    type Event = OrderAbandoned;

    const NAME: &'static str = "catalog-release";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderAbandoned>,
    ) -> Result<(), HandlerError> {
        conclude(connection, received.event.order_id.parse()?, Heard::Abandoned).await
    }
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1::StockChanged;

    use super::{
        super::tests::{abandoned, figures, reserved},
        *,
    };

    #[tokio::test]
    async fn gives_back_once_however_often_it_is_told_and_refuses_the_order_from_then_on() {
        let (fixture, product, order) = reserved().await;
        let event = abandoned(order);
        let id = fixture.harness.deliver(&event).await;
        fixture.heard(Release::NAME, id).await;
        assert_eq!(figures(&fixture, product).await, (Some(10), 0));
        fixture.harness.redeliver(id, &event).await;
        let another = fixture.harness.deliver(&event).await;
        fixture.heard(Release::NAME, another).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(figures(&fixture, product).await, (Some(10), 0));
        assert_eq!(fixture.harness.published::<StockChanged>().await.len(), 2);
        let failure = fixture.reserve(order, &[(product, 4)]).await.unwrap_err();
        assert_eq!(failure.reason, "RESERVATION.RELEASED");
    }
}
