//! Adds pieces of a product to the caller's cart, once for each idempotency key.

use kit::{
    domain::{CartId, UserId},
    failure::Failure,
};
use sqlx::PgPool;

use super::State;
use crate::{
    cart::{Cart, Line},
    error::CartError,
    store,
};

/// Maximum number of keys of a cart. Above it, the oldest ones are forgotten before their 24 hours are over.
const MAX_KEYS: i64 = 200;

/// Adds a line, unless it was added with the key within 24 hours. Returns the present cart.
///
/// # Errors
///
/// Fails with [`CartError::KeyReused`] if the key was used for another line, and as an addition without a key.
pub(super) async fn add(
    state: &State,
    user: UserId,
    id: CartId,
    added: Line,
    key: &str,
) -> Result<Cart, Failure> {
    // Before the catalog is called, as the stock of today must not refuse a replay.
    if let Some(cart) = find_replayed(&state.pool, user, id, added, key).await? {
        return Ok(cart);
    }
    let stock = state.catalog.stock(added.product).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let mut cart = store::lock_cart(&mut transaction, user)
        .await?
        .filter(|cart| cart.id == id)
        .ok_or(CartError::CartNotFound)?;
    // A parallel call with the key may have added the line.
    if is_replay(store::addition::find(&mut transaction, id, key).await?, added)? {
        return Ok(cart);
    }
    let line = cart.add(added, stock)?;
    store::upsert_line(&mut transaction, id, line).await?;
    store::addition::insert(&mut transaction, id, key, added).await?;
    store::addition::delete_oldest(&mut transaction, id, MAX_KEYS).await?;
    transaction.commit().await?;
    cart.put(line);
    state.metrics.record_added(added.quantity);
    Ok(cart)
}

/// Returns the cart if the line was added to it with the key.
async fn find_replayed(
    pool: &PgPool,
    user: UserId,
    id: CartId,
    added: Line,
    key: &str,
) -> Result<Option<Cart>, Failure> {
    let mut connection = pool.acquire().await?;
    let cart = store::find_cart(&mut connection, user)
        .await?
        .filter(|cart| cart.id == id)
        .ok_or(CartError::CartNotFound)?;
    let is_replay = is_replay(store::addition::find(&mut connection, id, key).await?, added)?;
    Ok(is_replay.then_some(cart))
}

/// Whether the key has been used for the same line.
fn is_replay(earlier: Option<Line>, added: Line) -> Result<bool, CartError> {
    match earlier {
        None => Ok(false),
        Some(line) if line == added => Ok(true),
        Some(_) => Err(CartError::KeyReused),
    }
}

#[cfg(test)]
mod tests {
    use futures::future::try_join_all;
    use kit::failure::Code;
    use tonic::Status;

    use super::*;
    use crate::testing::{Customer, Fixture, LAMP, SOFA, TABLE, failure};

    /// Repeats the call until a connection to the database is free.
    async fn add_when_available(customer: &Customer, key: &str) -> Result<(), Status> {
        loop {
            match customer.add_once(SOFA, 2, key).await {
                Err(error) if failure(&error).code == Code::Unavailable => {}
                result => return result,
            }
        }
    }

    #[tokio::test]
    async fn parallel_calls_with_a_key_add_once() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        try_join_all((0..64).map(|_| add_when_available(&customer, "key")))
            .await
            .unwrap();
        assert_eq!(customer.lines().await, [(SOFA, 2)]);
    }

    #[tokio::test]
    async fn parallel_calls_with_different_keys_all_count() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let keys: Vec<_> = (0..16).map(|number| format!("key-{number}")).collect();
        try_join_all(keys.iter().map(|key| add_when_available(&customer, key)))
            .await
            .unwrap();
        assert_eq!(customer.lines().await, [(SOFA, 32)]);
    }

    #[tokio::test]
    async fn replays_return_the_present_cart_even_if_the_stock_is_gone() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add_once(LAMP, 3, "key").await.unwrap();
        customer.set(LAMP, 1).await.unwrap();
        customer.add(TABLE, 1).await.unwrap();
        customer.add_once(LAMP, 3, "key").await.unwrap();
        assert_eq!(customer.lines().await, [(LAMP, 1), (TABLE, 1)]);
    }

    #[tokio::test]
    async fn rejects_a_key_of_another_addition() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add_once(SOFA, 1, "key").await.unwrap();
        for (product, quantity) in [(SOFA, 2), (TABLE, 1)] {
            let error = customer.add_once(product, quantity, "key").await.unwrap_err();
            assert_eq!(failure(&error).code, Code::KeyReused);
        }
        assert_eq!(customer.lines().await, [(SOFA, 1)]);
    }

    #[tokio::test]
    async fn keys_belong_to_one_customer() {
        let fixture = Fixture::start().await;
        let (one, other) = (fixture.customer().await, fixture.customer().await);
        one.add_once(SOFA, 1, "key").await.unwrap();
        other.add_once(TABLE, 2, "key").await.unwrap();
        assert_eq!(one.lines().await, [(SOFA, 1)]);
        assert_eq!(other.lines().await, [(TABLE, 2)]);
    }

    #[tokio::test]
    async fn a_refused_addition_leaves_its_key_unused() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let error = customer.add_once(LAMP, 4, "key").await.unwrap_err();
        assert_eq!(failure(&error).code, Code::Conflict);
        customer.add_once(LAMP, 3, "key").await.unwrap();
        assert_eq!(customer.lines().await, [(LAMP, 3)]);
    }

    #[tokio::test]
    async fn keys_end_after_a_day() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        customer.add_once(SOFA, 1, "key").await.unwrap();
        sqlx::query("update cart_addition set created_at = now() - interval '25 hours'")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        customer.add_once(TABLE, 1, "key").await.unwrap();
        customer.add_once(TABLE, 1, "key").await.unwrap();
        assert_eq!(customer.lines().await, [(SOFA, 1), (TABLE, 1)]);
    }

    #[tokio::test]
    async fn keeps_the_newest_keys_of_a_cart() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let count = async || {
            sqlx::query_scalar::<_, i64>("select count(*) from cart_addition")
                .fetch_one(fixture.harness.pool())
                .await
                .unwrap()
        };
        sqlx::query(
            "insert into cart_addition (cart_id, key, product_id, quantity, created_at)
             select id, 'old-' || number, 2, 1, now() - interval '1 hour' from cart, generate_series(1, $1) as number",
        )
        .bind(MAX_KEYS)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        customer.add_once(TABLE, 1, "key").await.unwrap();
        customer.add_once(TABLE, 1, "key").await.unwrap();
        assert_eq!(count().await, MAX_KEYS);
        assert_eq!(customer.lines().await, [(TABLE, 1)]);
    }
}
