//! Pictures that files of imports name by their addresses.

use std::collections::HashMap;

use kit::domain::ImportId;
use sqlx::PgConnection;

/// Time after which a picture is looked at again if an instance ends meanwhile, in seconds.
const LEASE_SECONDS: f64 = 60.0;

/// A picture of a product of an import.
#[derive(Debug, Clone)]
pub(crate) struct Picture {
    pub(crate) import_id: ImportId,
    pub(crate) row: i64,
    pub(crate) position: i64,
    pub(crate) url: String,
    pub(crate) media_id: Option<String>,
}

/// Outcome of a picture.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fetched<'a> {
    /// It is not ready; its next look is after this many seconds.
    Waiting(f64),
    /// The product shows it, by this id unless it had the same picture.
    Shown(Option<&'a str>),
    /// It cannot be fetched, with a message key.
    Failed(&'a str),
}

/// Stores the pictures of all products of an import that are not refused.
pub(crate) async fn insert(connection: &mut PgConnection, id: ImportId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into product_import_picture (import_id, row, position, url)
         select import_id, number, place, url
         from product_import_row, unnest(images) with ordinality as image (url, place)
         where import_id = $1 and result <> 'refused'",
        id.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the pictures of an import.
pub(crate) async fn delete(connection: &mut PgConnection, id: ImportId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from product_import_picture where import_id = $1",
        id.uuid()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the pictures of an import that are not fetched yet.
pub(crate) async fn cancel(connection: &mut PgConnection, id: ImportId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from product_import_picture where import_id = $1 and due_at is not null",
        id.uuid()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Starts to fetch the pictures of an applied import, but for those of products that the applying refused.
pub(crate) async fn start(connection: &mut PgConnection, id: ImportId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with refused as (
             delete from product_import_picture p using product_import_row r
             where p.import_id = $1 and r.import_id = $1 and r.number = p.row and r.result = 'refused'
         )
         update product_import_picture set due_at = now() where import_id = $1",
        id.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Starts to fetch the pictures of an import again that could not be fetched.
pub(crate) async fn retry(connection: &mut PgConnection, id: ImportId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product_import_picture set due_at = now(), reason = '', media_id = null
         where import_id = $1 and reason <> ''",
        id.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes at most `limit` pictures whose look is due; no other instance takes them for [`LEASE_SECONDS`].
pub(crate) async fn take(connection: &mut PgConnection, limit: i64) -> Result<Vec<Picture>, sqlx::Error> {
    sqlx::query_as!(
        Picture,
        "update product_import_picture p
         set due_at = now() + make_interval(secs => $2)
         from (
             select import_id, row, position from product_import_picture
             where due_at <= now() order by due_at, import_id, row, position limit $1 for update skip locked
         ) as due
         where p.import_id = due.import_id and p.row = due.row and p.position = due.position
         returning p.import_id, p.row, p.position, p.url, p.media_id",
        limit,
        LEASE_SECONDS,
    )
    .fetch_all(connection)
    .await
}

/// Stores which picture in content an address is.
pub(crate) async fn set_media(
    connection: &mut PgConnection,
    picture: &Picture,
    media_id: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product_import_picture set media_id = $4 where import_id = $1 and row = $2 and position = $3",
        picture.import_id.uuid(),
        picture.row,
        picture.position,
        media_id,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the outcome of a picture, unless its import was undone meanwhile.
pub(crate) async fn finish(
    connection: &mut PgConnection,
    picture: &Picture,
    fetched: Fetched<'_>,
) -> Result<(), sqlx::Error> {
    let (wait, media_id, reason) = match fetched {
        Fetched::Waiting(seconds) => (Some(seconds), picture.media_id.as_deref(), ""),
        Fetched::Shown(media_id) => (None, media_id, ""),
        Fetched::Failed(reason) => (None, None, reason),
    };
    sqlx::query!(
        "update product_import_picture
         set due_at = now() + make_interval(secs => $4::float8), media_id = $5, reason = $6
         where import_id = $1 and row = $2 and position = $3",
        picture.import_id.uuid(),
        picture.row,
        picture.position,
        wait,
        media_id,
        reason,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the places of the pictures of a product that an import has added, by their ids in content.
pub(crate) async fn places(
    connection: &mut PgConnection,
    import: ImportId,
    row: i64,
) -> Result<HashMap<String, i64>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select media_id as "media_id!", position from product_import_picture
           where import_id = $1 and row = $2 and media_id is not null"#,
        import.uuid(),
        row,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.media_id, row.position)).collect())
}

/// A picture with its outcome so far.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) row: i64,
    pub(crate) url: String,
    pub(crate) is_waiting: bool,
    pub(crate) reason: String,
}

/// Returns the pictures of products of an import.
pub(crate) async fn find(
    connection: &mut PgConnection,
    id: ImportId,
    rows: &[i64],
) -> Result<Vec<Listed>, sqlx::Error> {
    sqlx::query_as!(
        Listed,
        r#"select row, url, due_at is not null as "is_waiting!", reason
           from product_import_picture where import_id = $1 and row = any($2) order by row, position"#,
        id.uuid(),
        rows,
    )
    .fetch_all(connection)
    .await
}

/// Counts the products of an import of which a picture could not be fetched.
pub(crate) async fn count_failed_rows(
    connection: &mut PgConnection,
    id: ImportId,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(distinct row) as "count!" from product_import_picture where import_id = $1 and reason <> ''"#,
        id.uuid(),
    )
    .fetch_one(connection)
    .await
}
