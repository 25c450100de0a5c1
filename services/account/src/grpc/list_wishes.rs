//! Lists the caller's wishes, newest first.

use kit::{caller::CustomerCaller, failure::Failure};
use proto::account::v1::{ListWishesRequest, ListWishesResponse, Wish};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: ListWishesRequest,
) -> Result<ListWishesResponse, Failure> {
    let wishes = store::wish::list(&mut *state.pool.acquire().await?, user).await?;
    let wishes = wishes
        .into_iter()
        .map(|wish| Wish {
            id: wish.id.to_string(),
            product_id: wish.product.get(),
        })
        .collect();
    Ok(ListWishesResponse { wishes })
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, SOFA, TABLE, WARDROBE, failure};

    #[tokio::test]
    async fn lists_the_callers_wishes_newest_first() {
        let fixture = Fixture::start().await;
        let (customer, other) = (fixture.customer().await, fixture.customer().await);
        for product in [SOFA, WARDROBE, TABLE] {
            fixture.wish(&customer, product).await.unwrap();
        }
        assert_eq!(fixture.wishes(&customer).await, [TABLE, WARDROBE, SOFA]);
        assert!(fixture.wishes(&other).await.is_empty());
    }

    #[tokio::test]
    async fn rejects_anonymous_callers() {
        let fixture = Fixture::start().await;
        let caller = testkit::caller::anonymous();
        let error = fixture
            .client()
            .list_wishes(on_behalf_of(&caller, ListWishesRequest {}))
            .await
            .unwrap_err();
        assert_eq!(failure(&error).code, Code::Unauthenticated);
    }
}
