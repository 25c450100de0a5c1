//! Requests to reset a password, and their tokens.

use kit::domain::UserId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::token::TokenHash;

/// Inserts a request.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    request: Uuid,
    user: UserId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into password_reset (request_id, user_id) values ($1, $2)",
        request,
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Sets or replaces a request's token. Returns false if there is no such request.
pub(crate) async fn set_token(
    connection: &mut PgConnection,
    request: Uuid,
    token: &TokenHash,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update password_reset set token_hash = $2, issued_at = clock_timestamp() where request_id = $1",
        request,
        token.bytes(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the user of a token that is unused and was issued in the last 30 minutes.
pub(crate) async fn find(
    connection: &mut PgConnection,
    token: &TokenHash,
) -> Result<Option<UserId>, sqlx::Error> {
    sqlx::query_scalar!(
        "select user_id from password_reset
         where token_hash = $1 and issued_at > clock_timestamp() - interval '30 minutes'",
        token.bytes(),
    )
    .fetch_optional(connection)
    .await
}

/// Deletes a live token and returns its user.
pub(crate) async fn consume(
    connection: &mut PgConnection,
    token: &TokenHash,
) -> Result<Option<UserId>, sqlx::Error> {
    sqlx::query_scalar!(
        "delete from password_reset
         where token_hash = $1 and issued_at > clock_timestamp() - interval '30 minutes'
         returning user_id",
        token.bytes(),
    )
    .fetch_optional(connection)
    .await
}

/// Deletes all requests of a user.
pub(crate) async fn delete_all(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from password_reset where user_id = $1", user.uuid())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes at most `limit` requests whose events have left the event stream and returns their number.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from password_reset
         where request_id in (
             select request_id from password_reset
             where created_at < now() - interval '30 days'
             limit $1
             for update skip locked
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
