//! Adds pieces of a product to the caller's cart.

use kit::{
    caller::CustomerCaller,
    domain::{CartId, UserId},
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::cart::v1::{AddItemRequest, AddItemResponse};
use sqlx::PgPool;

use super::{State, add_item_once};
use crate::{
    cart::{Cart, Line, Stock},
    error::CartError,
    store,
};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: AddItemRequest,
) -> Result<AddItemResponse, Failure> {
    let (id, added, key) = decode(&request)?;
    let cart = if key.is_empty() {
        add(state, user, id, added).await?
    } else {
        add_item_once::add(state, user, id, added, key).await?
    };
    Ok(AddItemResponse {
        cart: Some(cart.into()),
    })
}

/// Returns the id of the cart, what to add to it, and the idempotency key, which may be empty.
fn decode(request: &AddItemRequest) -> Result<(CartId, Line, &str), Failure> {
    let mut errors = FieldErrors::default();
    let cart = errors.check("cartId", request.cart_id.parse().map_err(|_| INVALID));
    let product = errors.product("productId", request.product_id);
    let quantity = errors.quantity("quantity", request.quantity);
    let key = errors.idempotency_key(&request.idempotency_key);
    errors.finish(match (cart, product, quantity, key) {
        (Some(cart), Some(product), Some(quantity), Some(key)) => {
            Some((cart, Line { product, quantity }, key))
        }
        _ => None,
    })
}

async fn add(state: &State, user: UserId, id: CartId, added: Line) -> Result<Cart, Failure> {
    // Called before the cart is locked, so that no row stays locked while the catalog is slow.
    let stock = state.catalog.stock(added.product).await?;
    let cart = match add_without_lock(&state.pool, user, id, added, stock).await? {
        Some(cart) => cart,
        None => add_to_locked(&state.pool, user, id, added, stock).await?,
    };
    state.metrics.record_added(added.quantity);
    Ok(cart)
}

/// Adds to the cart in one statement. Returns nothing if a limit forbids it or the cart changes at the same time.
async fn add_without_lock(
    pool: &PgPool,
    user: UserId,
    id: CartId,
    added: Line,
    stock: Stock,
) -> Result<Option<Cart>, Failure> {
    let Some(most) = stock.most_pieces().filter(|most| added.quantity <= *most) else {
        return Ok(None);
    };
    let mut connection = pool.acquire().await?;
    Ok(store::add_to_line(&mut connection, user, id, added, most).await?)
}

async fn add_to_locked(
    pool: &PgPool,
    user: UserId,
    id: CartId,
    added: Line,
    stock: Stock,
) -> Result<Cart, Failure> {
    let mut transaction = kit::database::begin(pool).await?;
    let mut cart = store::lock_cart(&mut transaction, user)
        .await?
        .filter(|cart| cart.id == id)
        .ok_or(CartError::CartNotFound)?;
    let line = cart.add(added, stock)?;
    store::upsert_line(&mut transaction, cart.id, line).await?;
    cart.put(line);
    transaction.commit().await?;
    Ok(cart)
}

#[cfg(test)]
mod tests {
    use futures::future::{join_all, try_join_all};
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, LAMP, RETIRED, SOFA, TABLE, failure};

    #[tokio::test]
    async fn adds_up_to_99_pieces() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(SOFA, 60).await.unwrap();
        customer.add(SOFA, 39).await.unwrap();
        let error = failure(&customer.add(SOFA, 1).await.unwrap_err());
        assert_eq!(error.code, Code::Invalid);
        assert_eq!(error.reason, "CART.TOO_MANY_PIECES");
        assert_eq!(
            error.fields,
            [("quantity".to_owned(), "CART.TOO_MANY_PIECES".to_owned())]
        );
        assert_eq!(customer.lines().await, [(SOFA, 99)]);
    }

    #[tokio::test]
    async fn counts_all_parallel_additions() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        try_join_all((0..32).map(|_| customer.add(SOFA, 2)))
            .await
            .unwrap();
        assert_eq!(customer.lines().await, [(SOFA, 64)]);
    }

    #[tokio::test]
    async fn rejects_quantities_above_the_stock() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add(LAMP, 2).await.unwrap();
        let error = failure(&customer.add(LAMP, 2).await.unwrap_err());
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Conflict, "CART.NOT_ENOUGH")
        );
        assert_eq!(error.parameters["available"], "3");
        assert_eq!(customer.lines().await, [(LAMP, 2)]);
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_and_inactive_products() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in [RETIRED, 4_711] {
            let error = failure(&customer.add(product, 1).await.unwrap_err());
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::NotFound, "CART.PRODUCT_NOT_FOUND")
            );
        }
        assert_eq!(customer.lines().await, []);
    }

    #[tokio::test]
    async fn returns_not_found_for_another_users_cart() {
        let fixture = Fixture::start().await;
        let (owner, other) = (fixture.customer().await, fixture.customer().await);
        for user in [other.user, UserId::generate()] {
            let request = AddItemRequest {
                cart_id: owner.cart.clone(),
                product_id: SOFA,
                quantity: 1,
                ..AddItemRequest::default()
            };
            let error = fixture
                .client()
                .add_item(on_behalf_of(&testkit::caller::customer(user), request))
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
        assert_eq!(owner.lines().await, []);
        assert_eq!(other.lines().await, []);
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = AddItemRequest {
            cart_id: "x".to_owned(),
            product_id: 0,
            quantity: 100,
            idempotency_key: "a key".to_owned(),
        };
        let error = fixture
            .client()
            .add_item(on_behalf_of(&customer.caller(), request))
            .await
            .unwrap_err();
        let error = failure(&error);
        let names: Vec<_> = error.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(error.code, Code::Invalid);
        assert_eq!(names, ["cartId", "productId", "quantity", "Idempotency-Key"]);
    }

    #[tokio::test]
    async fn limits_the_cart_to_100_lines() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for product in Fixture::products(100) {
            customer.add(product, 1).await.unwrap();
        }
        let error = failure(&customer.add(SOFA, 1).await.unwrap_err());
        assert_eq!((error.code, error.reason.as_str()), (Code::Conflict, "CART.FULL"));
        assert_eq!(customer.lines().await.len(), 100);
    }

    #[tokio::test]
    async fn limits_the_lines_of_parallel_additions() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let products: Vec<_> = Fixture::products(100).collect();
        for product in &products[..96] {
            customer.add(*product, 1).await.unwrap();
        }
        let additions = [SOFA, LAMP, TABLE]
            .into_iter()
            .chain(products[96..].iter().copied());
        let results = join_all(additions.map(|product| customer.add(product, 1))).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 4);
        assert_eq!(customer.lines().await.len(), 100);
    }

    #[tokio::test]
    async fn adds_nothing_without_the_catalog() {
        let fixture = Fixture::without_catalog().await;
        let customer = fixture.customer().await;
        let error = failure(&customer.add(SOFA, 1).await.unwrap_err());
        assert_eq!(error.code, Code::Unavailable);
        assert_eq!(customer.lines().await, []);
    }
}
