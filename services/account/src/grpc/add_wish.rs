//! Adds a wish.

use kit::{
    caller::Caller,
    domain::{ProductId, UserId},
    failure::Failure,
};
use proto::account::v1::{AddWishRequest, AddWishResponse};
use tonic::Request;

use super::{State, convert};
use crate::{
    error::AccountError,
    store::{self, wish::MOST},
};

pub(super) async fn handle(
    state: &State,
    request: Request<AddWishRequest>,
) -> Result<AddWishResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let product = convert::product_id(request.get_ref().product_id)?;
    add(state, user, product).await?;
    Ok(AddWishResponse {})
}

async fn add(state: &State, user: UserId, product: ProductId) -> Result<(), AccountError> {
    // Asked before the lock is taken: no row is locked while another service thinks.
    state.catalog.require(product).await?;
    let mut transaction = state.pool.begin().await?;
    if !store::user::lock(&mut transaction, user).await? {
        return Err(AccountError::UserNotFound);
    }
    store::wish::insert(&mut transaction, user, product).await?;
    // Counted after: a wish that was there already is no new one.
    if store::wish::count(&mut transaction, user).await? > MOST {
        return Err(AccountError::TooManyWishes);
    }
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use crate::testing::{Fixture, MANY, RETIRED, SOFA, failure};

    #[tokio::test]
    async fn a_wish_is_kept_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let tries = (0..8).map(|_| fixture.wish(&customer, SOFA));
        futures::future::try_join_all(tries).await.unwrap();
        assert_eq!(fixture.wishes(&customer).await, [SOFA]);
    }

    #[tokio::test]
    async fn an_unknown_or_retired_product_is_not_found() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [4_711, RETIRED, 0, -1] {
            let refused = fixture.wish(&customer, product).await.unwrap_err();
            assert_eq!(failure(&refused).code, Code::NotFound);
            assert_eq!(failure(&refused).reason, "WISHLIST.PRODUCT_NOT_FOUND");
        }
        assert!(fixture.wishes(&customer).await.is_empty());
    }

    #[tokio::test]
    async fn a_customer_has_at_most_200() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let products: Vec<_> = MANY.take(200).collect();
        sqlx::query(
            "insert into wish (wish_id, user_id, product_id) select gen_random_uuid(), $1, unnest($2::bigint[])",
        )
        .bind(customer.user.uuid())
        .bind(&products)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        let refused = fixture.wish(&customer, SOFA).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::Conflict);
        assert_eq!(failure(&refused).reason, "WISHLIST.TOO_MANY");
        // One that is there already is no new one.
        fixture.wish(&customer, products[0]).await.unwrap();
        assert_eq!(fixture.wishes(&customer).await.len(), 200);
    }

    #[tokio::test]
    async fn without_the_catalogue_it_says_come_again() {
        let fixture = Fixture::without_catalogue().await;
        let customer = fixture.customer().await;
        let refused = fixture.wish(&customer, SOFA).await.unwrap_err();
        assert_eq!(failure(&refused).code, Code::Unavailable);
    }
}
