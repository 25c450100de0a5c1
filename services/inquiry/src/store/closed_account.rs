//! The table `closed_account`.

use kit::domain::UserId;
use sqlx::PgConnection;

/// Maximum inquiries per statement, so that none exceeds the statement timeout.
pub(crate) const BATCH: i64 = 500;

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

/// Wipes sender, user and notes of at most `limit` inquiries of closed accounts and returns their number.
pub(crate) async fn wipe_inquiries(connection: &mut PgConnection, limit: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with closed as (
               select inquiry.id from closed_account join inquiry using (user_id)
               limit $1
               for update of inquiry skip locked
           ), wiped as (
               update inquiry
               set user_id = null, name = null, surname = null, phone = null, email = null, message = null,
                   wiped_at = now()
               from closed where inquiry.id = closed.id
               returning inquiry.id
           ), removed as (
               delete from inquiry_note using wiped where inquiry_note.inquiry_id = wiped.id
           )
           select count(*) as "count!" from wiped"#,
        limit,
    )
    .fetch_one(connection)
    .await
}
