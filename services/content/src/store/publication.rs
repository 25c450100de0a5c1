//! Times at which the shop begins or ends to show a record, and orders of records.

use proto::content::v1::ContentKind;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Locks the time until which changes are announced; `None` while another instance announces.
pub(crate) async fn lock_announced(
    connection: &mut PgConnection,
) -> Result<Option<OffsetDateTime>, sqlx::Error> {
    sqlx::query_scalar!("select until from announcement for update skip locked")
        .fetch_optional(connection)
        .await
}

/// Returns the records that began or ended to be shown after a time, up to the present.
pub(crate) async fn changed_since(
    connection: &mut PgConnection,
    since: OffsetDateTime,
) -> Result<Vec<(ContentKind, String)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"with planned (kind, id, at) as (
             select 'campaign', id::text, starts_at from campaign where not is_draft
             union all select 'campaign', id::text, ends_at from campaign where not is_draft
             union all select 'promo', code, show_at from promo where not is_draft
             union all select 'project', id::text, show_at from project where not is_draft
             union all select 'store', id::text, show_at from outlet where not is_draft
         )
         select distinct kind as "kind!", id as "id!" from planned where at > $1 and at <= now()"#,
        since,
    )
    .fetch_all(connection)
    .await?;
    let kind = |kind: &str| match kind {
        "campaign" => ContentKind::Campaign,
        "promo" => ContentKind::Promo,
        "project" => ContentKind::Project,
        _ => ContentKind::Store,
    };
    Ok(rows.into_iter().map(|row| (kind(&row.kind), row.id)).collect())
}

/// Marks all changes up to the present as announced.
pub(crate) async fn set_announced(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!("update announcement set until = now()")
        .execute(connection)
        .await?;
    Ok(())
}
