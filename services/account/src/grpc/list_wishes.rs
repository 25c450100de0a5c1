//! The caller's wishes, newest first.

use kit::{caller::Caller, domain::UserId, failure::Failure};
use proto::account::v1::{ListWishesRequest, ListWishesResponse, Wish};
use tonic::Request;

use super::State;
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<ListWishesRequest>,
) -> Result<ListWishesResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let wishes = list(state, user).await?;
    Ok(ListWishesResponse { wishes })
}

async fn list(state: &State, user: UserId) -> Result<Vec<Wish>, AccountError> {
    let wishes = store::wish::list(&mut *state.pool.acquire().await?, user).await?;
    Ok(wishes
        .into_iter()
        .map(|wish| Wish {
            id: wish.id.to_string(),
            product_id: wish.product.get(),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, SOFA, TABLE, WARDROBE, failure};

    #[tokio::test]
    async fn the_own_wishes_come_newest_first() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        for product in [SOFA, WARDROBE, TABLE] {
            fixture.wish(&customer, product).await.unwrap();
        }
        assert_eq!(fixture.wishes(&customer).await, [TABLE, WARDROBE, SOFA]);
        assert!(fixture.wishes(&other).await.is_empty());
    }

    #[tokio::test]
    async fn a_visitor_has_none_to_ask_for() {
        let fixture = Fixture::start().await;
        let caller = testkit::caller::anonymous();
        let refused = fixture
            .client()
            .list_wishes(on_behalf_of(&caller, ListWishesRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::Unauthenticated);
    }
}
