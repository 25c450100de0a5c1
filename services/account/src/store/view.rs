//! The table `saved_view`.

use kit::{domain::UserId, vocabulary::account::Screen};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// A saved view.
#[derive(Debug, Clone)]
pub(crate) struct View {
    pub(crate) id: Uuid,
    pub(crate) screen: Screen,
    pub(crate) owner: UserId,
    pub(crate) name: String,
    pub(crate) filter: String,
    pub(crate) columns: Vec<String>,
    pub(crate) is_shared: bool,
    pub(crate) version: i64,
    pub(crate) changed_at: OffsetDateTime,
}

/// Selects views.
macro_rules! select_view {
    ($condition:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            View,
            r#"select view_id as id, screen as "screen: Screen", owner_id as "owner: UserId", name, filter, columns, is_shared,
                      version, changed_at
               from saved_view "# + $condition,
            $($argument),+
        )
    };
}

/// Returns the views of a screen that a member sees, by name.
pub(crate) async fn list(
    connection: &mut PgConnection,
    screen: Screen,
    member: UserId,
) -> Result<Vec<View>, sqlx::Error> {
    select_view!(
        r#"where screen = $1 and (owner_id = $2 or is_shared) order by name collate "az-x-icu", view_id"#,
        screen.name(),
        member.uuid()
    )
    .fetch_all(connection)
    .await
}

/// Locks a view until the transaction ends and returns it.
pub(crate) async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Option<View>, sqlx::Error> {
    select_view!("where view_id = $1 for update", id)
        .fetch_optional(connection)
        .await
}

/// Returns the number of views that a member has on a screen. Parallel calls of one member wait for each other.
pub(crate) async fn count_own(
    connection: &mut PgConnection,
    screen: Screen,
    owner: UserId,
) -> Result<i64, sqlx::Error> {
    super::staff::lock(connection, owner).await?;
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from saved_view where screen = $1 and owner_id = $2"#,
        screen.name(),
        owner.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Stores a view, a new one or the present one with its next version. Returns false if another one has the id.
pub(crate) async fn save(connection: &mut PgConnection, view: &View) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "insert into saved_view (view_id, screen, owner_id, name, filter, columns, is_shared, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (view_id) do update
         set name = excluded.name, filter = excluded.filter, columns = excluded.columns, is_shared = excluded.is_shared,
             version = excluded.version, changed_at = clock_timestamp()
         where saved_view.version < excluded.version",
        view.id,
        view.screen.name(),
        view.owner.uuid(),
        view.name,
        view.filter,
        &view.columns,
        view.is_shared,
        view.version,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Deletes a view.
pub(crate) async fn delete(connection: &mut PgConnection, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from saved_view where view_id = $1", id)
        .execute(connection)
        .await?;
    Ok(())
}
