//! Adds pieces to a line.

use kit::{
    caller::Caller,
    domain::{CartId, ProductId, Quantity, UserId},
    failure::{Code, Failure},
};
use proto::cart::v1::{AddItemRequest, AddItemResponse};
use tonic::Request;

use super::{State, convert};
use crate::{
    cart::{Cart, Line},
    error::CartError,
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<AddItemRequest>,
) -> Result<AddItemResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let (id, product, pieces) = decode(request.get_ref())?;
    let cart = add(state, user, id, product, pieces).await?;
    Ok(AddItemResponse {
        cart: Some(cart.into()),
    })
}

fn decode(request: &AddItemRequest) -> Result<(CartId, ProductId, Quantity), Failure> {
    let cart = request.cart_id.parse::<CartId>();
    let product = ProductId::try_from(request.product_id);
    let pieces = convert::quantity(request.quantity);
    match (cart, product, pieces) {
        (Ok(cart), Ok(product), Ok(pieces)) => Ok((cart, product, pieces)),
        (cart, product, pieces) => {
            let mut failure = Failure::new(Code::Invalid);
            if cart.is_err() {
                failure = failure.with_field("cartId", "FIELD.INVALID");
            }
            if product.is_err() {
                failure = failure.with_field("productId", "FIELD.INVALID");
            }
            if let Err(wrong) = pieces {
                failure.fields.extend(wrong.fields);
            }
            Err(failure)
        }
    }
}

async fn add(
    state: &State,
    user: UserId,
    id: CartId,
    product: ProductId,
    pieces: Quantity,
) -> Result<Cart, CartError> {
    // Asked before the lock is taken: no row is locked while another service thinks.
    let stock = state.catalog.stock_of(product).await?;
    let mut transaction = state.pool.begin().await?;
    let cart = store::lock_cart(&mut transaction, user)
        .await?
        .filter(|cart| cart.id == id)
        .ok_or(CartError::CartNotFound)?;
    let quantity = cart.add(product, pieces, stock)?;
    store::put_line(&mut transaction, cart.id, Line { product, quantity }).await?;
    let cart = store::find_cart(&mut transaction, user)
        .await?
        .ok_or(CartError::CartNotFound)?;
    transaction.commit().await?;
    state.metrics.added(pieces);
    Ok(cart)
}

#[cfg(test)]
mod tests {
    use futures::future::try_join_all;
    use kit::{domain::UserId, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, LAMP, RETIRED, SOFA, failure};

    #[tokio::test]
    async fn pieces_are_summed_up_to_99() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 60).await.unwrap();
        customer.add(SOFA, 39).await.unwrap();
        let refused = failure(&customer.add(SOFA, 1).await.unwrap_err());
        assert_eq!(refused.code, Code::Invalid);
        assert_eq!(
            refused.fields,
            [("quantity".to_owned(), "CART.TOO_MANY_PIECES".to_owned())]
        );
        assert_eq!(customer.lines().await, [(SOFA, 99)]);
    }

    #[tokio::test]
    async fn parallel_adds_all_count() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        try_join_all((0..32).map(|_| customer.add(SOFA, 2)))
            .await
            .unwrap();
        assert_eq!(customer.lines().await, [(SOFA, 64)]);
    }

    #[tokio::test]
    async fn more_than_there_is_changes_nothing() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(LAMP, 2).await.unwrap();
        let refused = failure(&customer.add(LAMP, 2).await.unwrap_err());
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "CART.NOT_ENOUGH")
        );
        assert_eq!(refused.parameters["available"], "3");
        assert_eq!(customer.lines().await, [(LAMP, 2)]);
    }

    #[tokio::test]
    async fn an_unknown_or_retired_product_is_not_found() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [RETIRED, 4_711] {
            let refused = failure(&customer.add(product, 1).await.unwrap_err());
            assert_eq!(
                (refused.code, refused.reason.as_str()),
                (Code::NotFound, "CART.PRODUCT_NOT_FOUND")
            );
        }
        assert_eq!(customer.lines().await, []);
    }

    #[tokio::test]
    async fn another_ones_cart_is_not_found() {
        let fixture = Fixture::start().await;
        let (owner, stranger) = (fixture.customer().await, fixture.customer().await);
        for user in [stranger.user, UserId::generate()] {
            let request = AddItemRequest {
                cart_id: owner.cart.clone(),
                product_id: SOFA,
                quantity: 1,
            };
            let refused = fixture
                .client()
                .add_item(on_behalf_of(&testkit::caller::customer(user), request))
                .await
                .unwrap_err();
            assert_eq!(failure(&refused).code, Code::NotFound);
        }
        assert_eq!(owner.lines().await, []);
        assert_eq!(stranger.lines().await, []);
    }

    #[tokio::test]
    async fn all_wrong_fields_are_named() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = AddItemRequest {
            cart_id: "x".to_owned(),
            product_id: 0,
            quantity: 100,
        };
        let refused = fixture
            .client()
            .add_item(on_behalf_of(&customer.caller(), request))
            .await
            .unwrap_err();
        let refused = failure(&refused);
        let names: Vec<_> = refused.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(refused.code, Code::Invalid);
        assert_eq!(names, ["cartId", "productId", "quantity"]);
    }

    #[tokio::test]
    async fn a_cart_has_at_most_100_lines() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in Fixture::many(100) {
            customer.add(product, 1).await.unwrap();
        }
        let refused = failure(&customer.add(SOFA, 1).await.unwrap_err());
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "CART.FULL")
        );
        assert_eq!(customer.lines().await.len(), 100);
    }

    #[tokio::test]
    async fn without_the_catalogue_nothing_is_added() {
        let fixture = Fixture::without_catalogue().await;
        let customer = fixture.customer().await;
        let refused = failure(&customer.add(SOFA, 1).await.unwrap_err());
        assert_eq!(refused.code, Code::Unavailable);
        assert_eq!(customer.lines().await, []);
    }
}
