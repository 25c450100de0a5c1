//! Who of the staff changed what.

use sqlx::PgConnection;
use uuid::Uuid;

/// Writes down one staff call, in the transaction of its effect.
///
/// `actor` is what [`crate::caller::Caller::require_staff`] answers, `action` the rpc (`UpdateProduct`), `subject`
/// what it was done to (a code, an id), and `detail` what was asked for, without anything personal.
pub async fn record(
    connection: &mut PgConnection,
    actor: &str,
    action: &str,
    subject: &str,
    detail: serde_json::Value,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into audit (id, actor, action, subject, detail) values ($1, $2, $3, $4, $5)",
        Uuid::now_v7(),
        actor,
        action,
        subject,
        detail,
    )
    .execute(connection)
    .await?;
    Ok(())
}
