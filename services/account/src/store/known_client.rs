//! Addresses from which users have signed in.

use kit::{client_address::ClientAddress, domain::UserId};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

/// Returns whether a user has signed in from this address before.
pub(crate) async fn exists(
    connection: &mut PgConnection,
    user: UserId,
    address: &ClientAddress,
) -> Result<bool, sqlx::Error> {
    let found = sqlx::query_scalar!(
        "select 1 as found from known_client where user_id = $1 and client_hash = $2",
        user.uuid(),
        hash(user, address),
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

/// Records that a user has signed in from this address.
pub(crate) async fn record(
    connection: &mut PgConnection,
    user: UserId,
    address: &ClientAddress,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into known_client (user_id, client_hash) values ($1, $2)
         on conflict (user_id, client_hash) do update set last_used_at = now()",
        user.uuid(),
        hash(user, address),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes at most `limit` addresses that were not used for 180 days and returns their number.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from known_client
         where (user_id, client_hash) in (
             select user_id, client_hash from known_client
             where last_used_at < now() - interval '180 days'
             limit $1
             for update skip locked
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}

/// Hashes an address with its user: addresses are personal data.
fn hash(user: UserId, address: &ClientAddress) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(user.uuid());
    hash.update(address.as_str().as_bytes());
    hash.finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_of_an_address_differs_by_user() {
        let address = ClientAddress::parse("203.0.113.7");
        assert_ne!(
            hash(UserId::generate(), &address),
            hash(UserId::generate(), &address)
        );
    }
}
