//! How much the caller has saved.

use kit::{caller::Caller, domain::UserId, failure::Failure};
use proto::account::v1::{CountSavedRequest, CountSavedResponse};
use tonic::Request;

use super::State;
use crate::{error::AccountError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<CountSavedRequest>,
) -> Result<CountSavedResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let (wishes, addresses) = count(state, user).await?;
    Ok(CountSavedResponse { wishes, addresses })
}

async fn count(state: &State, user: UserId) -> Result<(i64, i64), AccountError> {
    Ok(store::user::count_saved(&mut *state.pool.acquire().await?, user).await?)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, SOFA, WARDROBE, failure};

    #[tokio::test]
    async fn only_the_own_is_counted() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        fixture.wish(&customer, SOFA).await.unwrap();
        fixture.wish(&customer, WARDROBE).await.unwrap();
        fixture.add_address(&customer, false, false).await;
        for (customer, wishes, addresses) in [(&customer, 2, 1), (&other, 0, 0)] {
            let caller = testkit::caller::customer(customer.user);
            let answer = fixture
                .client()
                .count_saved(on_behalf_of(&caller, CountSavedRequest {}))
                .await
                .unwrap();
            assert_eq!(answer.into_inner(), CountSavedResponse { wishes, addresses });
        }
    }

    #[tokio::test]
    async fn a_visitor_has_saved_nothing_to_ask_for() {
        let fixture = Fixture::start().await;
        let caller = testkit::caller::anonymous();
        let refused = fixture
            .client()
            .count_saved(on_behalf_of(&caller, CountSavedRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&refused).code, Code::Unauthenticated);
    }
}
