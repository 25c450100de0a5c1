//! Cancels a pending order of the caller.

use kit::{
    caller::Caller,
    domain::{OrderId, UserId},
    failure::Failure,
};
use proto::order::v1::{CancelOrderRequest, CancelOrderResponse};
use sqlx::PgPool;
use tonic::Request;

use super::State;
use crate::{error::OrderError, events, order::Order, store};

pub(super) async fn handle(
    state: &State,
    request: Request<CancelOrderRequest>,
) -> Result<CancelOrderResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let id = request
        .get_ref()
        .order_id
        .parse()
        .map_err(|_| OrderError::NotFound)?;
    let order = cancel(&state.pool, user, id).await?;
    Ok(CancelOrderResponse {
        order: Some(order.into()),
    })
}

async fn cancel(pool: &PgPool, user: UserId, id: OrderId) -> Result<Order, OrderError> {
    let mut transaction = pool.begin().await?;
    let mut order = store::order::lock(&mut transaction, user, id)
        .await?
        .ok_or(OrderError::NotFound)?;
    let change = order.cancel()?;
    store::order::update_status(&mut transaction, &order).await?;
    store::order::insert_step(&mut transaction, &order).await?;
    events::changed(&mut transaction, &order, change).await?;
    transaction.commit().await?;
    Ok(order)
}

#[cfg(test)]
mod tests {
    use kit::failure::{Code, Failure};
    use proto::order::v1::{HistoryEntry, OrderCancelled, OrderStatus, OrderStatusChanged};

    use crate::testing::{Fixture, SOFA};

    #[tokio::test]
    async fn a_pending_order_is_cancelled_and_others_hear_of_it() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let cancelled = customer.cancel(&made.id).await.unwrap();
        assert_eq!(cancelled.status(), OrderStatus::Cancelled);

        let found = customer.get(&made.id).await.unwrap();
        let history: Vec<_> = found.history.iter().map(HistoryEntry::status).collect();
        assert_eq!(history, [OrderStatus::Pending, OrderStatus::Cancelled]);
        let events = fixture.harness.published::<OrderCancelled>().await;
        assert_eq!(
            events,
            [OrderCancelled {
                order_id: made.id,
                user_id: customer.user.to_string(),
                order_number: made.order_number,
            }]
        );
        assert_eq!(fixture.harness.published::<OrderStatusChanged>().await, []);
    }

    #[tokio::test]
    async fn of_parallel_cancels_one_succeeds() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let calls = (0..8).map(|_| customer.cancel(&made.id));
        let outcomes = futures::future::join_all(calls).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        for refused in outcomes.into_iter().filter_map(Result::err) {
            let refused = Failure::from_status(&refused);
            assert_eq!(
                (refused.code, refused.reason.as_str()),
                (Code::Conflict, "ORDER.NOT_CANCELLABLE")
            );
        }
        assert_eq!(fixture.harness.published::<OrderCancelled>().await.len(), 1);
    }

    #[tokio::test]
    async fn what_the_staff_works_on_cannot_be_cancelled_by_the_customer() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        fixture
            .move_order(&made.order_number, OrderStatus::Processing)
            .await
            .unwrap();
        let refused = Failure::from_status(&customer.cancel(&made.id).await.unwrap_err());
        assert_eq!(refused.code, Code::Conflict);
        assert_eq!(refused.parameters["status"], "processing");
        assert_eq!(fixture.harness.published::<OrderCancelled>().await, []);
    }

    #[tokio::test]
    async fn another_ones_order_is_not_found_and_stays() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer(), fixture.customer());
        let made = owner.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let refused = Failure::from_status(&stranger.cancel(&made.id).await.unwrap_err());
        assert_eq!(refused.code, Code::NotFound);
        let found = owner.get(&made.id).await.unwrap().order.unwrap();
        assert_eq!(found.status(), OrderStatus::Pending);
    }
}
