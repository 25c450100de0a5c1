//! The table `checkout_attempt`, timed by the database clock.

use std::time::Duration;

use kit::domain::{CartId, OrderId, UserId};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::attempt::{Attempt, AttemptState as State, Key, Subject};

/// Inserts an open attempt and returns true, or returns false if the key has one or if the subject has an open one.
pub(crate) async fn open(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
    order: OrderId,
    subject: Option<Subject>,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "insert into checkout_attempt (user_id, key, request_hash, order_id, state, expires_at, offer_id, cart_id)
         values ($1, $2, $3, $4, 'open', now() + make_interval(secs => $5::integer), $6, $7)
         on conflict do nothing",
        user.uuid(),
        key.text,
        key.request_hash,
        order.uuid(),
        key.lifetime,
        subject.and_then(Subject::offer),
        subject.and_then(Subject::cart).map(CartId::uuid),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the attempt of a key.
pub(crate) async fn find(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
) -> Result<Option<Attempt>, sqlx::Error> {
    sqlx::query_as!(
        Attempt,
        r#"select order_id as "order_id: OrderId", request_hash, state as "state: State", answer,
                  expires_at <= now() as "expired!"
           from checkout_attempt where user_id = $1 and key = $2"#,
        user.uuid(),
        key.text,
    )
    .fetch_optional(connection)
    .await
}

/// Reopens an ended attempt with a new order id. Returns false if another request has done so. A new attempt of a
/// subject fails on the unique index if the subject has another open one.
pub(crate) async fn reopen(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
    old: OrderId,
    new: OrderId,
    subject: Option<Subject>,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update checkout_attempt
         set order_id = $4, request_hash = $5, state = 'open', answer = null, created_at = now(),
             expires_at = now() + make_interval(secs => $6::integer), offer_id = $7, cart_id = $8
         where user_id = $1 and key = $2 and order_id = $3 and state <> 'open'",
        user.uuid(),
        key.text,
        old.uuid(),
        new.uuid(),
        key.request_hash,
        key.lifetime,
        subject.and_then(Subject::offer),
        subject.and_then(Subject::cart).map(CartId::uuid),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Locks an attempt until the transaction ends, and returns the transaction's start time, which the database stores
/// without loss. Returns `None` if the attempt is no longer open for this order.
pub(crate) async fn lock_open(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
    order: OrderId,
) -> Result<Option<OffsetDateTime>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select now() as "now!" from checkout_attempt
           where user_id = $1 and key = $2 and order_id = $3 and state = 'open' for update"#,
        user.uuid(),
        key.text,
        order.uuid(),
    )
    .fetch_optional(connection)
    .await
}

/// Marks a locked attempt as done and stores its response.
pub(crate) async fn finish(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
    response: &[u8],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update checkout_attempt set state = 'done', answer = $3 where user_id = $1 and key = $2",
        user.uuid(),
        key.text,
        response,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Abandons an attempt. Returns false if it is no longer open for this order.
pub(crate) async fn abandon(
    connection: &mut PgConnection,
    user: UserId,
    key: &Key,
    order: OrderId,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update checkout_attempt set state = 'abandoned'
         where user_id = $1 and key = $2 and order_id = $3 and state = 'open'",
        user.uuid(),
        key.text,
        order.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Abandons the attempt of a cart with another key that is open for longer than `timeout`, and returns its order id.
pub(crate) async fn abandon_of_cart(
    connection: &mut PgConnection,
    cart: CartId,
    key: &Key,
    timeout: Duration,
) -> Result<Option<OrderId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"update checkout_attempt set state = 'abandoned'
           where cart_id = $1 and key <> $2 and state = 'open'
             and created_at <= now() - make_interval(secs => $3::float8)
           returning order_id as "order_id: OrderId""#,
        cart.uuid(),
        key.text,
        timeout.as_secs_f64(),
    )
    .fetch_optional(connection)
    .await
}

/// Abandons at most `limit` attempts that are open for longer than `timeout` and not locked by a request, and returns
/// their order ids.
pub(crate) async fn abandon_stale(
    connection: &mut PgConnection,
    timeout: Duration,
    limit: u64,
) -> Result<Vec<OrderId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with stale as (
               select user_id, key from checkout_attempt
               where state = 'open' and created_at <= now() - make_interval(secs => $1::float8)
               order by created_at limit $2 for update skip locked
           )
           update checkout_attempt as attempt set state = 'abandoned'
           from stale where attempt.user_id = stale.user_id and attempt.key = stale.key
           returning attempt.order_id as "order_id: OrderId""#,
        timeout.as_secs_f64(),
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .fetch_all(connection)
    .await
}

/// Deletes at most `limit` ended and expired attempts and returns their number.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: u64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from checkout_attempt where (user_id, key) in (
             select user_id, key from checkout_attempt
             where state <> 'open' and expires_at <= now()
             order by expires_at limit $1 for update skip locked
         )",
        i64::try_from(limit).unwrap_or(i64::MAX),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
