//! Queries of the limits on orders.

use kit::domain::UserId;
use sqlx::PgConnection;

/// Locks an account's limits until the transaction ends.
pub(crate) async fn lock_account(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        format!("order-limits {user}"),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts an account's unpaid orders that are neither delivered nor cancelled, and its open attempts.
pub(crate) async fn count_open(connection: &mut PgConnection, user: UserId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select (
               select count(*) from customer_order
               where user_id = $1 and status in ('pending', 'processing', 'shipped')
                 and payment_status in ('pending', 'processing', 'unpaid')
           ) + (
               select count(*) from checkout_attempt where user_id = $1 and state = 'open'
           ) as "open!""#,
        user.uuid(),
    )
    .fetch_one(connection)
    .await
}
