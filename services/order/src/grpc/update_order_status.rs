//! Staff: moves an order to another status.

use kit::{audit, caller::Caller, failure::Failure};
use proto::order::v1::{UpdateOrderStatusRequest, UpdateOrderStatusResponse};
use serde_json::json;
use sqlx::PgPool;
use tonic::Request;

use super::{State, convert};
use crate::{
    error::OrderError,
    events,
    order::{self, Order},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<UpdateOrderStatusRequest>,
) -> Result<UpdateOrderStatusResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let number = convert::number(&request.get_ref().order_number)?;
    let next = convert::status(request.get_ref().status)?
        .ok_or_else(|| Failure::invalid_field("status", "FIELD.REQUIRED"))?;
    let order = update(&state.pool, &actor, &number, next).await?;
    Ok(UpdateOrderStatusResponse {
        order: Some(order.into()),
    })
}

async fn update(pool: &PgPool, actor: &str, number: &str, next: order::Status) -> Result<Order, OrderError> {
    let mut transaction = pool.begin().await?;
    let mut order = store::order::lock_by_number(&mut transaction, number)
        .await?
        .ok_or(OrderError::NotFound)?;
    let from = order.status;
    let change = order.move_to(next)?;
    store::order::update_status(&mut transaction, &order).await?;
    store::order::insert_step(&mut transaction, &order).await?;
    events::changed(&mut transaction, &order, change).await?;
    let detail = json!({"from": from.name(), "to": next.name()});
    audit::record(&mut transaction, actor, "UpdateOrderStatus", number, detail).await?;
    transaction.commit().await?;
    Ok(order)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::order::v1::{HistoryEntry, OrderCancelled, OrderStatus, OrderStatusChanged};

    use super::*;
    use crate::testing::{Fixture, SOFA};

    #[tokio::test]
    async fn the_whole_way_is_told_and_written_down() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let way = [
            OrderStatus::Processing,
            OrderStatus::Shipped,
            OrderStatus::Delivered,
            OrderStatus::Completed,
        ];
        for status in way {
            let moved = fixture.move_order(&made.order_number, status).await.unwrap();
            assert_eq!(moved.status(), status);
        }
        let told = fixture.harness.published::<OrderStatusChanged>().await;
        let told: Vec<_> = told.iter().map(|event| event.status.as_str()).collect();
        assert_eq!(told, ["processing", "shipped", "delivered", "completed"]);
        let found = customer.get(&made.id).await.unwrap();
        let history: Vec<_> = found.history.iter().skip(1).map(HistoryEntry::status).collect();
        assert_eq!(history, way);
        assert_eq!(fixture.audited("UpdateOrderStatus").await.len(), 4);
    }

    #[tokio::test]
    async fn a_cancel_by_the_staff_is_told_as_one() {
        let fixture = Fixture::start().await;
        let made = fixture
            .customer()
            .order_with_key("a", &[(SOFA, 1)])
            .await
            .unwrap();
        fixture
            .move_order(&made.order_number, OrderStatus::Processing)
            .await
            .unwrap();
        fixture
            .move_order(&made.order_number, OrderStatus::Cancelled)
            .await
            .unwrap();
        assert_eq!(fixture.harness.published::<OrderCancelled>().await.len(), 1);
        assert_eq!(fixture.harness.published::<OrderStatusChanged>().await.len(), 1);
    }

    #[tokio::test]
    async fn a_way_that_there_is_not_changes_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let refused = fixture
            .move_order(&made.order_number, OrderStatus::Shipped)
            .await
            .unwrap_err();
        let refused = Failure::from_status(&refused);
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
        );
        assert_eq!(refused.parameters["from"], "pending");
        assert_eq!(refused.parameters["to"], "shipped");
        let found = customer.get(&made.id).await.unwrap();
        assert_eq!(found.order.unwrap().status(), OrderStatus::Pending);
        assert_eq!(found.history.len(), 1);
        assert_eq!(fixture.audited("UpdateOrderStatus").await, Vec::<String>::new());
    }

    #[tokio::test]
    async fn an_unknown_number_or_no_status_is_refused() {
        let fixture = Fixture::start().await;
        for number in ["SB-00000000", "", "SB-\0", &"S".repeat(21)] {
            let unknown = fixture
                .move_order(number, OrderStatus::Processing)
                .await
                .unwrap_err();
            assert_eq!(Failure::from_status(&unknown).code, Code::NotFound, "{number:?}");
        }
        let missing = fixture
            .move_order("SB-00000000", OrderStatus::Unspecified)
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&missing).code, Code::Invalid);
    }

    #[tokio::test]
    async fn a_customer_moves_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let request = UpdateOrderStatusRequest {
            order_number: made.order_number,
            status: OrderStatus::Processing.into(),
        };
        let refused = fixture
            .client()
            .update_order_status(on_behalf_of(&customer.caller(), request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&refused).code, Code::Forbidden);
    }
}
