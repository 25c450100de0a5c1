//! Sets the quantity of a line of the caller's cart.

use kit::{
    caller::CustomerCaller,
    domain::{ProductId, Quantity, UserId},
    failure::Failure,
    validation::FieldErrors,
};
use proto::cart::v1::{SetQuantityRequest, SetQuantityResponse};

use super::{State, convert};
use crate::{
    cart::{Cart, Line},
    error::CartError,
    store,
};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: SetQuantityRequest,
) -> Result<SetQuantityResponse, Failure> {
    let product = convert::product_id(request.product_id)?;
    let mut errors = FieldErrors::default();
    let quantity = errors.quantity("quantity", request.quantity);
    let cart = set(state, user, product, errors.finish(quantity)?).await?;
    Ok(SetQuantityResponse {
        cart: Some(cart.into()),
    })
}

async fn set(state: &State, user: UserId, product: ProductId, quantity: Quantity) -> Result<Cart, Failure> {
    let stock = state.catalog.stock(product).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let cart = store::lock_cart(&mut transaction, user)
        .await?
        .ok_or(CartError::LineNotFound)?;
    let quantity = cart.set(product, quantity, stock)?;
    store::upsert_line(&mut transaction, cart.id, Line { product, quantity }).await?;
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
    async fn sets_the_quantity_and_keeps_the_order_of_lines() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(LAMP, 1).await.unwrap();
        customer.add(SOFA, 1).await.unwrap();
        customer.set(LAMP, 3).await.unwrap();
        assert_eq!(customer.lines().await, [(LAMP, 3), (SOFA, 1)]);
    }

    #[tokio::test]
    async fn returns_not_found_for_an_absent_line() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [SOFA, RETIRED, 4_711, 0] {
            let error = failure(&customer.set(product, 1).await.unwrap_err());
            assert_eq!(error.code, Code::NotFound, "{product}");
        }
    }

    #[tokio::test]
    async fn rejects_quantities_out_of_range_or_above_the_stock() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(LAMP, 1).await.unwrap();
        for pieces in [0, 100] {
            let error = failure(&customer.set(LAMP, pieces).await.unwrap_err());
            assert_eq!(error.code, Code::Invalid);
            assert_eq!(error.fields[0].0, "quantity");
        }
        let error = failure(&customer.set(LAMP, 4).await.unwrap_err());
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Conflict, "CART.NOT_ENOUGH")
        );
        assert_eq!(customer.lines().await, [(LAMP, 1)]);
    }
}
