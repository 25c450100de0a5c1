//! How much the caller has saved.

use kit::{caller::Caller, domain::UserId};
use proto::account::v1::{CountSavedRequest, CountSavedResponse};
use tonic::{Request, Response, Status};

use super::Rpcs;
use crate::{error::AccountError, store};

pub(super) async fn run(
    rpcs: &Rpcs,
    request: &Request<CountSavedRequest>,
) -> Result<Response<CountSavedResponse>, Status> {
    let user = Caller::of(request)?.require_user()?;
    let (wishes, addresses) = count(rpcs, user).await?;
    Ok(Response::new(CountSavedResponse { wishes, addresses }))
}

async fn count(rpcs: &Rpcs, user: UserId) -> Result<(i64, i64), AccountError> {
    Ok(store::user::count_saved(&mut *rpcs.pool.acquire().await?, user).await?)
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
