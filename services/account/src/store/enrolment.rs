//! Permissions to enrol a first second factor, and the links from mails that give them.

use kit::domain::{FamilyId, UserId};
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use crate::token::TokenHash;

/// Inserts a request for a link.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    request: Uuid,
    user: UserId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into enrolment_link (request_id, user_id) values ($1, $2)",
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
        "update enrolment_link set token_hash = $2, issued_at = clock_timestamp() where request_id = $1",
        request,
        token.bytes(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Uses a user's token that was issued in the last 24 hours: this family may enrol. Returns false if there is no such token.
pub(crate) async fn redeem(
    connection: &mut PgConnection,
    user: UserId,
    family: FamilyId,
    token: &TokenHash,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "with used as (
             delete from enrolment_link
             where user_id = $1 and token_hash = $3 and issued_at > clock_timestamp() - interval '24 hours'
             returning user_id
         )
         update desk_family set may_enrol = true
         from used
         where desk_family.user_id = used.user_id and family_id = $2",
        user.uuid(),
        family.uuid(),
        token.bytes(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Permits sign-ins with the password alone to enrol, for this time. Has no effect on a member with a confirmed factor.
pub(crate) async fn permit(
    connection: &mut PgConnection,
    user: UserId,
    time: Duration,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff set enrolment_until = clock_timestamp() + make_interval(secs => $2)
         where user_id = $1
           and not exists (select from second_factor as factor
                           where factor.user_id = staff.user_id and confirmed_at is not null)",
        user.uuid(),
        time.as_seconds_f64(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends the permission of sign-ins with the password alone.
pub(crate) async fn forbid(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff set enrolment_until = null where user_id = $1 and enrolment_until is not null",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends all permissions and links of a user, and deletes the factors that are not confirmed.
pub(crate) async fn end(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with links as (delete from enrolment_link where user_id = $1),
              pending as (delete from second_factor where user_id = $1 and confirmed_at is null)
         update staff set enrolment_until = null where user_id = $1",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes at most `limit` requests whose events have left the event stream and returns their number.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from enrolment_link
         where request_id in (
             select request_id from enrolment_link
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
