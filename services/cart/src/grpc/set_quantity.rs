//! Sets the pieces of a line.

use kit::{
    caller::Caller,
    domain::{ProductId, Quantity, UserId},
    failure::Failure,
};
use proto::cart::v1::{SetQuantityRequest, SetQuantityResponse};
use tonic::Request;

use super::{State, convert};
use crate::{
    cart::{Cart, Line},
    error::CartError,
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<SetQuantityRequest>,
) -> Result<SetQuantityResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let product = convert::product_in_path(request.get_ref().product_id)?;
    let pieces = convert::quantity(request.get_ref().quantity)?;
    let cart = set(state, user, product, pieces).await?;
    Ok(SetQuantityResponse {
        cart: Some(cart.into()),
    })
}

async fn set(state: &State, user: UserId, product: ProductId, pieces: Quantity) -> Result<Cart, CartError> {
    let stock = state.catalog.stock_of(product).await?;
    let mut transaction = state.pool.begin().await?;
    let cart = store::lock_cart(&mut transaction, user)
        .await?
        .ok_or(CartError::LineNotFound)?;
    let quantity = cart.set(product, pieces, stock)?;
    store::put_line(&mut transaction, cart.id, Line { product, quantity }).await?;
    let cart = store::find_cart(&mut transaction, user)
        .await?
        .ok_or(CartError::CartNotFound)?;
    transaction.commit().await?;
    Ok(cart)
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use crate::testing::{Fixture, LAMP, RETIRED, SOFA, failure};

    #[tokio::test]
    async fn the_line_has_so_many_pieces_and_keeps_its_place() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(LAMP, 1).await.unwrap();
        customer.add(SOFA, 1).await.unwrap();
        customer.set(LAMP, 3).await.unwrap();
        assert_eq!(customer.lines().await, [(LAMP, 3), (SOFA, 1)]);
    }

    #[tokio::test]
    async fn an_absent_line_is_not_found() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [SOFA, RETIRED, 4_711, 0] {
            let refused = failure(&customer.set(product, 1).await.unwrap_err());
            assert_eq!(refused.code, Code::NotFound, "{product}");
        }
    }

    #[tokio::test]
    async fn a_wrong_number_or_more_than_there_is_changes_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(LAMP, 1).await.unwrap();
        for pieces in [0, 100] {
            let refused = failure(&customer.set(LAMP, pieces).await.unwrap_err());
            assert_eq!(refused.code, Code::Invalid);
            assert_eq!(refused.fields[0].0, "quantity");
        }
        let refused = failure(&customer.set(LAMP, 4).await.unwrap_err());
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "CART.NOT_ENOUGH")
        );
        assert_eq!(customer.lines().await, [(LAMP, 1)]);
    }
}
