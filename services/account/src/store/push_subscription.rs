//! The table `push_subscription`.

use kit::domain::{FamilyId, UserId};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use crate::sealing::SealedSecret;

/// Maximum number of subscriptions of a person.
const MAX_OF_PERSON: i64 = 10;

fn hash(endpoint: &str) -> Vec<u8> {
    Sha256::digest(endpoint).to_vec()
}

/// Stores the subscription of a session in place of its earlier one and of another one with the endpoint, and deletes the
/// oldest above the maximum of the person.
pub(crate) async fn replace(
    connection: &mut PgConnection,
    id: Uuid,
    (user, family): (UserId, FamilyId),
    endpoint: &str,
    sealed: &SealedSecret,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from push_subscription where family_id = $1 or endpoint_hash = $2",
        family.uuid(),
        hash(endpoint),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into push_subscription (subscription_id, user_id, family_id, endpoint_hash, sealed, key_id)
         values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing",
        id,
        user.uuid(),
        family.uuid(),
        hash(endpoint),
        sealed.bytes,
        sealed.key_id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from push_subscription where subscription_id in (
             select subscription_id from push_subscription where user_id = $1
             order by created_at desc, subscription_id desc offset $2
         )",
        user.uuid(),
        MAX_OF_PERSON,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the subscription of a user with an endpoint, if there is one.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    user: UserId,
    endpoint: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from push_subscription where user_id = $1 and endpoint_hash = $2",
        user.uuid(),
        hash(endpoint),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a subscription, if it exists.
pub(crate) async fn end(connection: &mut PgConnection, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from push_subscription where subscription_id = $1", id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the subscriptions of an active member whose sessions are live; `lifetime` is that of a session with its renewals.
pub(crate) async fn list(
    connection: &mut PgConnection,
    user: UserId,
    lifetime: Duration,
) -> Result<Vec<(Uuid, SealedSecret)>, sqlx::Error> {
    let rows = sqlx::query!(
        "select subscription_id, sealed, key_id
         from push_subscription join desk_family using (family_id) join staff on staff.user_id = push_subscription.user_id
         where push_subscription.user_id = $1 and ended_at is null and disabled_at is null
           and desk_family.created_at > clock_timestamp() - make_interval(secs => $2)
         order by push_subscription.created_at",
        user.uuid(),
        lifetime.as_seconds_f64(),
    )
    .fetch_all(connection)
    .await?;
    let subscriptions = rows.into_iter().map(|row| {
        let sealed = SealedSecret {
            bytes: row.sealed,
            key_id: Some(row.key_id),
        };
        (row.subscription_id, sealed)
    });
    Ok(subscriptions.collect())
}
