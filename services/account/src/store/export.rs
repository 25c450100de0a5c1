//! Data of a user's export that no other rpc returns.

use kit::domain::{ProductId, UserId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Maximum sessions in an export.
const MAX_SESSIONS: i64 = 1_000;

/// A wish with its time.
pub(crate) struct ExportedWish {
    pub(crate) product: ProductId,
    pub(crate) added_at: OffsetDateTime,
}

/// A session family.
#[expect(clippy::struct_field_names, reason = "names of the columns")]
pub(crate) struct ExportedSession {
    pub(crate) signed_in_at: OffsetDateTime,
    pub(crate) last_used_at: OffsetDateTime,
    pub(crate) ended_at: Option<OffsetDateTime>,
}

/// Returns the time of a user's registration.
pub(crate) async fn created_at(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<OffsetDateTime>, sqlx::Error> {
    sqlx::query_scalar!("select created_at from app_user where user_id = $1", user.uuid())
        .fetch_optional(connection)
        .await
}

/// Returns a user's wishes, newest first.
pub(crate) async fn wishes(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Vec<ExportedWish>, sqlx::Error> {
    sqlx::query_as!(
        ExportedWish,
        r#"select product_id as "product: ProductId", created_at as added_at
           from wish where user_id = $1 order by created_at desc, wish_id desc"#,
        user.uuid(),
    )
    .fetch_all(connection)
    .await
}

/// Returns a user's newest session families, newest first.
pub(crate) async fn sessions(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Vec<ExportedSession>, sqlx::Error> {
    sqlx::query_as!(
        ExportedSession,
        "select created_at as signed_in_at, last_used_at, ended_at
         from session_family where user_id = $1 order by created_at desc limit $2",
        user.uuid(),
        MAX_SESSIONS,
    )
    .fetch_all(connection)
    .await
}
