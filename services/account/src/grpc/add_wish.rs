//! Adds a product to the wishlist.

use kit::{
    caller::CustomerCaller,
    domain::{ProductId, UserId},
    failure::Failure,
};
use proto::account::v1::{AddWishRequest, AddWishResponse};

use super::{State, convert};
use crate::{
    error::AccountError,
    store::{self, wish::MAX_WISHES},
};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: AddWishRequest,
) -> Result<AddWishResponse, Failure> {
    let product = convert::product_id(request.product_id)?;
    add(state, user, product).await?;
    Ok(AddWishResponse {})
}

async fn add(state: &State, user: UserId, product: ProductId) -> Result<(), AccountError> {
    // Checked before locking, so that no row is locked during a call to another service.
    state.catalog.require(product).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    if !store::user::lock(&mut transaction, user).await? {
        return Err(AccountError::UserNotFound);
    }
    store::wish::insert(&mut transaction, user, product).await?;
    // Counted after the insert, because it may have been a duplicate.
    if store::wish::count(&mut transaction, user).await? > MAX_WISHES {
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
    async fn keeps_a_product_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let calls = (0..8).map(|_| fixture.wish(&customer, SOFA));
        futures::future::try_join_all(calls).await.unwrap();
        assert_eq!(fixture.wishes(&customer).await, [SOFA]);
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_or_inactive_products() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [4_711, RETIRED, 0, -1] {
            let error = fixture.wish(&customer, product).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
            assert_eq!(failure(&error).reason, "WISHLIST.PRODUCT_NOT_FOUND");
        }
        assert!(fixture.wishes(&customer).await.is_empty());
    }

    #[tokio::test]
    async fn rejects_more_than_200_wishes() {
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
        let error = fixture.wish(&customer, SOFA).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Conflict);
        assert_eq!(failure(&error).reason, "WISHLIST.TOO_MANY");
        // A duplicate is accepted.
        fixture.wish(&customer, products[0]).await.unwrap();
        assert_eq!(fixture.wishes(&customer).await.len(), 200);
    }

    #[tokio::test]
    async fn is_unavailable_without_the_catalog() {
        let fixture = Fixture::without_catalog().await;
        let customer = fixture.customer().await;
        let error = fixture.wish(&customer, SOFA).await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Unavailable);
    }
}
