//! The timeline: status changes in `order_history`, payments in `payment`, all else in `order_event`.

use kit::{caller::Actor, domain::OrderId};
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    desk::{StaffReason, TimelineDetail, TimelineEntry},
    order::{CancellationReason, Status},
    payment::Payment,
};

/// Maximum number of entries that are read of each table.
const MAX_ENTRIES: i64 = 1_000;

/// Inserts an entry of `order_event` and returns its id.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: OrderId,
    actor: &Actor,
    text: &str,
    timeline_detail: &TimelineDetail,
) -> Result<Uuid, sqlx::Error> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into order_event (id, order_id, kind, actor, text, detail) values ($1, $2, $3, $4, $5, $6)",
        id,
        order.uuid(),
        timeline_detail.kind().name(),
        actor.to_string(),
        text,
        Json(timeline_detail) as _,
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// Returns an entry of `order_event`.
pub(crate) async fn find(
    connection: &mut PgConnection,
    order: OrderId,
    id: Uuid,
) -> Result<Option<TimelineEntry>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select id, at, actor, text, detail as "detail: Json<TimelineDetail>"
           from order_event where order_id = $1 and id = $2"#,
        order.uuid(),
        id,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| TimelineEntry {
        id: row.id,
        at: row.at,
        actor: row.actor,
        text: row.text,
        detail: row.detail.0,
    }))
}

/// Updates the text and the detail of an entry of `order_event`.
pub(crate) async fn update(
    connection: &mut PgConnection,
    id: Uuid,
    text: &str,
    timeline_detail: &TimelineDetail,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update order_event set text = $2, detail = $3 where id = $1",
        id,
        text,
        Json(timeline_detail) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts the notes of an order.
pub(crate) async fn count_notes(connection: &mut PgConnection, order: OrderId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from order_event where order_id = $1 and kind = 'note'"#,
        order.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Returns the ids of all files of an order's notes.
pub(crate) async fn list_files(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select distinct file ->> 'mediaId' as "id!"
           from order_event, jsonb_array_elements(detail -> 'files') as file where order_id = $1 order by 1"#,
        order.uuid(),
    )
    .fetch_all(connection)
    .await
}

/// Returns the timeline with these payments, oldest first.
pub(crate) async fn list(
    connection: &mut PgConnection,
    order: OrderId,
    payments: &[Payment],
) -> Result<Vec<TimelineEntry>, sqlx::Error> {
    let mut entries = status_changes(connection, order).await?;
    entries.extend(payments.iter().map(|payment| TimelineEntry {
        id: payment.id,
        at: payment.at,
        actor: payment.actor.clone(),
        text: payment.text.clone(),
        detail: TimelineDetail::Payment(payment.clone()),
    }));
    let others = sqlx::query!(
        r#"select id, at, actor, text, detail as "detail: Json<TimelineDetail>"
           from order_event where order_id = $1 order by at, id limit $2"#,
        order.uuid(),
        MAX_ENTRIES,
    )
    .fetch_all(&mut *connection)
    .await?;
    entries.extend(others.into_iter().map(|row| TimelineEntry {
        id: row.id,
        at: row.at,
        actor: row.actor,
        text: row.text,
        detail: row.detail.0,
    }));
    entries.extend(claim(connection, order).await?);
    // Entries of one transaction have the same time and keep this order.
    entries.sort_by_key(|entry| entry.at);
    entries.truncate(usize::try_from(MAX_ENTRIES).unwrap_or(usize::MAX));
    Ok(entries)
}

async fn status_changes(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<TimelineEntry>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select position as "position!", status as "status: Status", at, reason as "reason: CancellationReason", actor, text,
                  staff_reason as "staff_reason: StaffReason"
           from order_history where order_id = $1 order by position limit $2"#,
        order.uuid(),
        MAX_ENTRIES,
    )
    .fetch_all(connection)
    .await?;
    let mut previous = None;
    let entries = rows.into_iter().map(|row| TimelineEntry {
        id: row_id(order, "status", row.position),
        at: row.at,
        actor: row.actor,
        text: row.text,
        detail: TimelineDetail::Status {
            from: previous.replace(row.status),
            to: row.status,
            reason: row.reason,
            staff_reason: row.staff_reason,
        },
    });
    Ok(entries.collect())
}

/// Returns the entry of the customer's claim, which is no row of its own.
async fn claim(connection: &mut PgConnection, order: OrderId) -> Result<Option<TimelineEntry>, sqlx::Error> {
    let at = sqlx::query_scalar!(
        "select claimed_at from customer_order where id = $1",
        order.uuid()
    )
    .fetch_one(connection)
    .await?;
    Ok(at.map(|at| TimelineEntry {
        id: row_id(order, "claim", 0),
        at,
        actor: None,
        text: String::new(),
        detail: TimelineDetail::Claimed,
    }))
}

/// Returns the same id each time for a row of an order that has only a position.
pub(crate) fn row_id(order: OrderId, table: &str, position: i64) -> Uuid {
    let hash = Sha256::digest(format!("{order} {table} {position}"));
    let mut bytes = [0; 16];
    for (byte, hashed) in bytes.iter_mut().zip(hash) {
        *byte = hashed;
    }
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
