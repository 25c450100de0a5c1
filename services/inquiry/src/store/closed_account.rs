//! The table `closed_account`.

use kit::domain::UserId;
use sqlx::PgConnection;

/// Records that a user has closed the account.
pub(crate) async fn insert(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into closed_account (user_id) values ($1) on conflict do nothing",
        user.uuid()
    )
    .execute(connection)
    .await?;
    Ok(())
}
