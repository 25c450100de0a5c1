//! Where the catalogue is.

use sqlx::PgConnection;

/// The address; empty where nobody has said one.
pub(crate) async fn url(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let url = sqlx::query_scalar!("select url from catalogue")
        .fetch_optional(connection)
        .await?;
    Ok(url.unwrap_or_default())
}

/// Writes the address, where none is or it may be `replace`d; answers the old one where there was one.
pub(crate) async fn set(
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
