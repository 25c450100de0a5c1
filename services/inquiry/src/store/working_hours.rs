//! The working hours of the shop, at most one row.

use sqlx::PgConnection;

/// Stores an event with the hours of a version, unless this or a later one is stored.
pub(crate) async fn put(
    connection: &mut PgConnection,
    event: &[u8],
    version: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into working_hours (event, version) values ($1, $2)
         on conflict (only_row) do update set event = excluded.event, version = excluded.version
         where working_hours.version < excluded.version",
        event,
        version,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the last event with hours; `None` if staff never set them.
pub(crate) async fn find(connection: &mut PgConnection) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!("select event from working_hours")
        .fetch_optional(connection)
        .await
}
