//! The table `inquiry_note`.

use kit::domain::InquiryId;
use sqlx::PgConnection;

use crate::inquiry::Note;

/// Inserts a note.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    text: &str,
    author: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into inquiry_note (inquiry_id, text, author) values ($1, $2, $3)",
        inquiry.uuid(),
        text,
        author,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts the notes on an inquiry.
pub(crate) async fn count(connection: &mut PgConnection, inquiry: InquiryId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from inquiry_note where inquiry_id = $1"#,
        inquiry.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Returns the notes on an inquiry, oldest first.
pub(crate) async fn list(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Vec<Note>, sqlx::Error> {
    sqlx::query_as!(
        Note,
        "select text, author, at from inquiry_note where inquiry_id = $1 order by position",
        inquiry.uuid(),
    )
    .fetch_all(connection)
    .await
}
