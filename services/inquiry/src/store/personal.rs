//! What is personal, once its time is over.

use sqlx::PgConnection;

/// Wipes who wrote, what they wrote and what the staff noted, of so many inquiries at most that are older than this.
/// Answers how many.
pub(crate) async fn wipe(connection: &mut PgConnection, days: u16, most: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with old as (
               select id from inquiry
               where wiped_at is null and created_at < now() - make_interval(days => $1::integer)
               limit $2
               for update skip locked
           ), wiped as (
               update inquiry
               set user_id = null, name = null, surname = null, phone = null, email = null, message = null,
                   wiped_at = now()
               from old where inquiry.id = old.id
               returning inquiry.id
           ), removed as (
               delete from inquiry_note using wiped where inquiry_note.inquiry_id = wiped.id
           )
           select count(*) as "count!" from wiped"#,
        i32::from(days),
        most,
    )
    .fetch_one(connection)
    .await
}
