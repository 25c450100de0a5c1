//! Returns an order of the caller.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::order::v1::{GetOrderRequest, GetOrderResponse};

use super::{State, convert};
use crate::{error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: GetOrderRequest,
) -> Result<GetOrderResponse, Failure> {
    let id = convert::order_id(&request.order_id)?;
    let mut connection = state.pool.acquire().await?;
    let order = store::order::find(&mut connection, user, id)
        .await?
        .ok_or(OrderError::NotFound)?;
    let history = store::order::history(&mut connection, id).await?;
    Ok(GetOrderResponse {
        order: Some(order.into()),
        history: history.into_iter().map(Into::into).collect(),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::{Code, Failure};
    use proto::order::v1::{HistoryEntry, OrderStatus};

    use crate::testing::{Fixture, SOFA, WARDROBE};

    #[tokio::test]
    async fn returns_the_created_order_with_its_history() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer
            .order_with_key("a", &[(SOFA, 1), (WARDROBE, 2)])
            .await
            .unwrap();
        let found = customer.get(&order.id).await.unwrap();
        assert_eq!(found.order, Some(order.clone()));
        let history: Vec<_> = found.history.iter().map(HistoryEntry::status).collect();
        assert_eq!(history, [OrderStatus::Pending]);
        assert_eq!(found.history[0].at, order.ordered_at);
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_order() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer(), fixture.customer());
        let order = owner.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        for id in [order.id.as_str(), "no-id", "00000000-0000-7000-8000-000000000000"] {
            let error = Failure::from_status(&stranger.get(id).await.unwrap_err());
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::NotFound, "ORDER.NOT_FOUND")
            );
        }
    }
}
