//! Cancels a pending order of the caller.

use kit::{
    caller::CustomerCaller,
    domain::{OrderId, UserId},
    failure::Failure,
};
use proto::order::v1::{CancelOrderRequest, CancelOrderResponse};
use sqlx::PgPool;

use super::{State, convert};
use crate::{error::OrderError, order::Order, status_change, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: CancelOrderRequest,
) -> Result<CancelOrderResponse, Failure> {
    let id = convert::order_id(&request.order_id)?;
    let order = cancel(&state.pool, user, id).await?;
    Ok(CancelOrderResponse {
        order: Some(order.into()),
    })
}

async fn cancel(pool: &PgPool, user: UserId, id: OrderId) -> Result<Order, OrderError> {
    let mut transaction = kit::database::begin(pool).await?;
    let mut order = store::order::lock(&mut transaction, user, id)
        .await?
        .ok_or(OrderError::NotFound)?;
    let change = order.cancel()?;
    status_change::record(&mut transaction, &order, change, None).await?;
    transaction.commit().await?;
    Ok(order)
}

#[cfg(test)]
mod tests {
    use kit::failure::{Code, Failure};
    use proto::order::v1::{
        CancellationReason, HistoryEntry, OrderCancelled, OrderStatus, OrderStatusChanged,
    };

    use crate::testing::{Fixture, SOFA};

    #[tokio::test]
    async fn cancels_a_pending_order_and_publishes_it() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let cancelled = customer.cancel(&order.id).await.unwrap();
        assert_eq!(cancelled.status(), OrderStatus::Cancelled);

        let found = customer.get(&order.id).await.unwrap();
        let history: Vec<_> = found.history.iter().map(HistoryEntry::status).collect();
        assert_eq!(history, [OrderStatus::Pending, OrderStatus::Cancelled]);
        let events = fixture.harness.published::<OrderCancelled>().await;
        assert_eq!(
            events,
            [OrderCancelled {
                order_id: order.id,
                user_id: customer.user.to_string(),
                order_number: order.order_number,
                reason: CancellationReason::Customer.into(),
                ..OrderCancelled::default()
            }]
        );
        assert_eq!(fixture.harness.published::<OrderStatusChanged>().await, []);
    }

    #[tokio::test]
    async fn exactly_one_of_parallel_cancels_succeeds() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let calls = (0..8).map(|_| customer.cancel(&order.id));
        let outcomes = futures::future::join_all(calls).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        for error in outcomes.into_iter().filter_map(Result::err) {
            let error = Failure::from_status(&error);
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::Conflict, "ORDER.NOT_CANCELLABLE")
            );
        }
        assert_eq!(fixture.harness.published::<OrderCancelled>().await.len(), 1);
    }

    #[tokio::test]
    async fn rejects_cancelling_an_order_in_processing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        fixture
            .change_status(&order.order_number, OrderStatus::Processing)
            .await
            .unwrap();
        let error = Failure::from_status(&customer.cancel(&order.id).await.unwrap_err());
        assert_eq!(error.code, Code::Conflict);
        assert_eq!(error.parameters["status"], "processing");
        assert_eq!(fixture.harness.published::<OrderCancelled>().await, []);
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_order() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer(), fixture.customer());
        let order = owner.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let error = Failure::from_status(&stranger.cancel(&order.id).await.unwrap_err());
        assert_eq!(error.code, Code::NotFound);
        let found = owner.get(&order.id).await.unwrap().order.unwrap();
        assert_eq!(found.status(), OrderStatus::Pending);
    }
}
