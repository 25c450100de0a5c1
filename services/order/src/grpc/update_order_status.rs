//! Staff: changes an order's status.

use kit::{
    caller::{Actor, StaffCaller},
    change,
    failure::Failure,
    validation::{REQUIRED, word},
};
use proto::order::v1::{UpdateOrderStatusRequest, UpdateOrderStatusResponse};
use sqlx::PgPool;

use super::{State, convert};
use crate::{
    error::OrderError,
    order::{self, Order},
    status_change::{self, StatusRequest},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdateOrderStatusRequest,
) -> Result<UpdateOrderStatusResponse, Failure> {
    let number = convert::number(&request.order_number)?;
    let next = word("status", request.status)?.ok_or_else(|| Failure::invalid_field("status", REQUIRED))?;
    actor.require_permission(order::permission(next))?;
    let order = update(&state.pool, &actor, "UpdateOrderStatus", &number, next).await?;
    Ok(UpdateOrderStatusResponse {
        order: Some(order.into()),
    })
}

/// Changes the status of an order for staff; `action` is the rpc in the audit log.
pub(super) async fn update(
    pool: &PgPool,
    actor: &Actor,
    action: &'static str,
    number: &str,
    next: order::Status,
) -> Result<Order, OrderError> {
    let requested = StatusRequest {
        action,
        from: None,
        to: next,
        reason: None,
        text: "",
    };
    change::run(pool, async |connection| {
        let order = status_change::lock(connection, actor, number).await?;
        let effect = status_change::apply(connection, actor, order, &requested).await?;
        let order = crate::store::order::lock_by_number(connection, number).await?;
        Ok(effect.with(order.ok_or(OrderError::NotFound)?))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::order::v1::{
        CancellationReason, HistoryEntry, OrderCancelled, OrderStatus, OrderStatusChanged,
    };

    use super::*;
    use crate::testing::{Fixture, SOFA};

    #[tokio::test]
    async fn every_change_is_published_and_audited() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let statuses = [
            OrderStatus::Processing,
            OrderStatus::Shipped,
            OrderStatus::Delivered,
            OrderStatus::Completed,
        ];
        for status in statuses {
            let updated = fixture.change_status(&order.order_number, status).await.unwrap();
            assert_eq!(updated.status(), status);
        }
        let events = fixture.harness.published::<OrderStatusChanged>().await;
        let published: Vec<_> = events.iter().map(|event| event.status.as_str()).collect();
        assert_eq!(published, ["processing", "shipped", "delivered", "completed"]);
        let found = customer.get(&order.id).await.unwrap();
        let history: Vec<_> = found.history.iter().skip(1).map(HistoryEntry::status).collect();
        assert_eq!(history, statuses);
        assert_eq!(fixture.audited_subjects("UpdateOrderStatus").await.len(), 4);
    }

    #[tokio::test]
    async fn cancellation_by_staff_is_published_as_cancellation() {
        let fixture = Fixture::start().await;
        let order = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap();
        fixture
            .change_status(&order.order_number, OrderStatus::Processing)
            .await
            .unwrap();
        fixture
            .change_status(&order.order_number, OrderStatus::Cancelled)
            .await
            .unwrap();
        let cancelled = fixture.harness.published::<OrderCancelled>().await;
        let reasons: Vec<_> = cancelled.iter().map(OrderCancelled::reason).collect();
        assert_eq!(reasons, [CancellationReason::Staff]);
        assert_eq!(fixture.harness.published::<OrderStatusChanged>().await.len(), 1);
    }

    #[tokio::test]
    async fn unreachable_status_changes_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let error = fixture
            .change_status(&order.order_number, OrderStatus::Shipped)
            .await
            .unwrap_err();
        let error = Failure::from_status(&error);
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
        );
        assert_eq!(error.parameters["from"], "pending");
        assert_eq!(error.parameters["to"], "shipped");
        let found = customer.get(&order.id).await.unwrap();
        assert_eq!(found.order.unwrap().status(), OrderStatus::Pending);
        assert_eq!(found.history.len(), 1);
        assert_eq!(
            fixture.audited_subjects("UpdateOrderStatus").await,
            Vec::<String>::new()
        );
    }

    #[tokio::test]
    async fn rejects_an_unknown_number_or_missing_status() {
        let fixture = Fixture::start().await;
        for number in ["SB-00000000", "", "SB-\0", &"S".repeat(21)] {
            let unknown = fixture
                .change_status(number, OrderStatus::Processing)
                .await
                .unwrap_err();
            assert_eq!(Failure::from_status(&unknown).code, Code::NotFound, "{number:?}");
        }
        let missing = fixture
            .change_status("SB-00000000", OrderStatus::Unspecified)
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&missing).code, Code::Invalid);
    }

    #[tokio::test]
    async fn rejects_customers() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let request = UpdateOrderStatusRequest {
            order_number: order.order_number,
            status: OrderStatus::Processing.into(),
        };
        let error = fixture
            .client()
            .update_order_status(on_behalf_of(&customer.caller(), request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&error).code, Code::Forbidden);
    }
}
