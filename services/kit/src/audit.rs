//! The audit log of staff calls.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::caller::Actor;

/// Records a staff call, in the transaction of its change.
///
/// `actor` is the result of [`crate::caller::Caller::require_permission`], `action` the rpc (`UpdateProduct`), `subject`
/// the changed entity (a code, an id), and `detail` the requested change, without personal data.
///
/// # Errors
///
/// Fails if the query fails.
pub async fn record(
    connection: &mut PgConnection,
    actor: &Actor,
    action: &str,
    subject: &str,
    detail: serde_json::Value,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into audit (id, actor, action, subject, detail) values ($1, $2, $3, $4, $5)",
        Uuid::now_v7(),
        actor.to_string(),
        action,
        subject,
        detail,
    )
    .execute(connection)
    .await?;
    Ok(())
}
