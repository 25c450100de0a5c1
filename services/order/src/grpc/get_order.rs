//! One order of the caller.

use kit::{caller::Caller, failure::Failure};
use proto::order::v1::{GetOrderRequest, GetOrderResponse};
use tonic::Request;

use super::State;
use crate::{error::OrderError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetOrderRequest>,
) -> Result<GetOrderResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let id = request
        .get_ref()
        .order_id
        .parse()
        .map_err(|_| OrderError::NotFound)?;
    let mut connection = state.pool.acquire().await.map_err(OrderError::from)?;
    let order = store::order::find(&mut connection, user, id)
        .await
        .map_err(OrderError::from)?
        .ok_or(OrderError::NotFound)?;
    let history = store::order::history(&mut connection, id)
        .await
        .map_err(OrderError::from)?;
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
    async fn an_order_is_as_it_was_answered_and_has_a_history() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let made = customer
            .order_with_key("a", &[(SOFA, 1), (WARDROBE, 2)])
            .await
            .unwrap();
        let found = customer.get(&made.id).await.unwrap();
        assert_eq!(found.order, Some(made.clone()));
        let history: Vec<_> = found.history.iter().map(HistoryEntry::status).collect();
        assert_eq!(history, [OrderStatus::Pending]);
        assert_eq!(found.history[0].at, made.ordered_at);
    }

    #[tokio::test]
    async fn another_ones_order_is_not_found() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer(), fixture.customer());
        let made = owner.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        for id in [made.id.as_str(), "no-id", "00000000-0000-7000-8000-000000000000"] {
            let refused = Failure::from_status(&stranger.get(id).await.unwrap_err());
            assert_eq!(
                (refused.code, refused.reason.as_str()),
                (Code::NotFound, "ORDER.NOT_FOUND")
            );
        }
    }
}
