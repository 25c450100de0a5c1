//! The URL of the brochure, a PDF.

use sqlx::PgConnection;

/// Returns the URL; empty if it was never set.
pub(crate) async fn find_url(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let url = sqlx::query_scalar!("select url from catalogue")
        .fetch_optional(connection)
        .await?;
    Ok(url.unwrap_or_default())
}

/// Returns the URL and locks it until the transaction ends; empty if it was never set.
pub(crate) async fn lock_url(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let url = sqlx::query_scalar!("select url from catalogue for update")
        .fetch_optional(connection)
        .await?;
    Ok(url.unwrap_or_default())
}

/// Sets the URL if there is none or `replace` is true, and returns the old one.
pub(crate) async fn set_url(
    connection: &mut PgConnection,
    url: &str,
    replace: bool,
) -> Result<Option<String>, sqlx::Error> {
    let old = sqlx::query_scalar!("select url from catalogue for update")
        .fetch_optional(&mut *connection)
        .await?;
    if old.is_none() || replace {
        sqlx::query!(
            "insert into catalogue (url) values ($1)
             on conflict (only_row) do update set url = case when $2 then excluded.url else catalogue.url end",
            url,
            replace,
        )
        .execute(connection)
        .await?;
    }
    Ok(old)
}
