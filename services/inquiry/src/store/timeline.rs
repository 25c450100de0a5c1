//! The tables `inquiry_event` and `inquiry_mention`.

use kit::domain::{InquiryId, UserId};
use serde_json::json;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    inquiry::EntryCounts,
    timeline::{Detail, Entry},
};

/// A [`Detail`] as the columns `kind` and `detail`.
#[derive(serde::Deserialize)]
struct StoredDetail {
    kind: String,
    detail: serde_json::Value,
}

impl StoredDetail {
    fn of(detail: &Detail) -> Result<Self, sqlx::Error> {
        serde_json::to_value(detail)
            .and_then(serde_json::from_value)
            .map_err(|error| sqlx::Error::Encode(error.into()))
    }
}

struct Row {
    id: Uuid,
    at: OffsetDateTime,
    actor: Option<String>,
    kind: String,
    text: String,
    detail: serde_json::Value,
}

impl TryFrom<Row> for Entry {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let detail = json!({"kind": row.kind, "detail": row.detail});
        Ok(Self {
            id: row.id,
            at: row.at,
            actor: row.actor,
            text: row.text,
            detail: serde_json::from_value(detail).map_err(|error| sqlx::Error::Decode(error.into()))?,
        })
    }
}

/// Appends an entry to the timeline of an inquiry.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    entry: &Entry,
) -> Result<(), sqlx::Error> {
    let stored = StoredDetail::of(&entry.detail)?;
    sqlx::query!(
        "insert into inquiry_event (id, inquiry_id, at, actor, kind, text, detail)
         values ($1, $2, $3, $4, $5, $6, $7)",
        entry.id,
        inquiry.uuid(),
        entry.at,
        entry.actor,
        stored.kind,
        entry.text,
        stored.detail,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates the text and the detail of an entry.
pub(crate) async fn update(connection: &mut PgConnection, entry: &Entry) -> Result<(), sqlx::Error> {
    let stored = StoredDetail::of(&entry.detail)?;
    sqlx::query!(
        "update inquiry_event set text = $2, detail = $3 where id = $1",
        entry.id,
        entry.text,
        stored.detail,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts the entries of an inquiry.
pub(crate) async fn count(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<EntryCounts, sqlx::Error> {
    sqlx::query_as!(
        EntryCounts,
        r#"select count(*) as "entries!", count(*) filter (where kind in ('note', 'file')) as "notes!"
           from inquiry_event where inquiry_id = $1"#,
        inquiry.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Whether the timeline has an entry of this offer with these words since a time.
pub(crate) async fn has_offer_entry(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    offer: Uuid,
    what: &str,
    text: &str,
    since: OffsetDateTime,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (
               select from inquiry_event
               where inquiry_id = $1 and kind = 'offer' and detail ->> 'offerId' = $2 and detail ->> 'what' = $3
                     and text = $4 and at > $5
           ) as "exists!""#,
        inquiry.uuid(),
        offer.to_string(),
        what,
        text,
        since,
    )
    .fetch_one(connection)
    .await
}

/// Returns the newest 1,000 entries of an inquiry with its messages, oldest first.
pub(crate) async fn list(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Vec<Entry>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select id as "id!", at as "at!", actor, kind as "kind!", text as "text!", detail as "detail!"
           from (
               select id, at, actor, kind, text, detail, position
               from inquiry_event where inquiry_id = $1
               union all
               select id, created_at, author, 'message', text,
                      jsonb_build_object('isFromStaff', is_from_staff, 'photos', jsonb_array_length(files)), 0
               from inquiry_message where inquiry_id = $1
           ) as entry
           order by at desc, position desc limit 1000"#,
        inquiry.uuid(),
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().rev().map(Entry::try_from).collect()
}

/// Returns the ids of all files that staff attached to an inquiry, and the number of entries that have them.
pub(crate) async fn files(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<(Vec<String>, i64), sqlx::Error> {
    let found = sqlx::query!(
        r#"select coalesce(array_agg(file ->> 'mediaId'), '{}') as "ids!", count(distinct entry.id) as "entries!"
           from inquiry_event as entry, jsonb_array_elements(detail -> 'files') as file where inquiry_id = $1"#,
        inquiry.uuid(),
    )
    .fetch_one(connection)
    .await?;
    Ok((found.ids, found.entries))
}

/// Returns the newest 100 entries of the inquiries of a customer, with their messages and numbers, newest first.
pub(crate) async fn list_of_contact(
    connection: &mut PgConnection,
    contact: Uuid,
) -> Result<Vec<(String, Entry)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select inquiry.number, entry.id as "id!", at as "at!", actor, entry.kind as "kind!", text as "text!",
                  detail as "detail!"
           from (
               select id, inquiry_id, at, actor, kind, text, detail, position from inquiry_event
               union all
               select id, inquiry_id, created_at, author, 'message', text,
                      jsonb_build_object('isFromStaff', is_from_staff, 'photos', jsonb_array_length(files)), 0
               from inquiry_message
           ) as entry join inquiry on inquiry.id = inquiry_id
           where contact_id = $1
           order by at desc, position desc limit 100"#,
        contact,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let entry = Entry::try_from(Row {
                id: row.id,
                at: row.at,
                actor: row.actor,
                kind: row.kind,
                text: row.text,
                detail: row.detail,
            })?;
            Ok((row.number, entry))
        })
        .collect()
}

/// Returns a mail by staff with its inquiry.
pub(crate) async fn find_mail(
    connection: &mut PgConnection,
    mail: Uuid,
) -> Result<Option<(InquiryId, Entry)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select inquiry_id as "inquiry_id: InquiryId", id, at, actor, kind, text, detail
           from inquiry_event where id = $1 and kind = 'mail'"#,
        mail,
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let entry = Entry::try_from(Row {
            id: row.id,
            at: row.at,
            actor: row.actor,
            kind: row.kind,
            text: row.text,
            detail: row.detail,
        })?;
        Ok((row.inquiry_id, entry))
    })
    .transpose()
}

/// Records that notes mention staff members.
pub(crate) async fn mention(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    staff: &[Uuid],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into inquiry_mention (inquiry_id, staff_id) select $1, unnest($2::uuid[]) on conflict do nothing",
        inquiry.uuid(),
        staff,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a note mentions a staff member.
pub(crate) async fn is_mentioned(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    staff: UserId,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from inquiry_mention where inquiry_id = $1 and staff_id = $2) as "exists!""#,
        inquiry.uuid(),
        staff.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Returns the note of an entry, unless it is wiped.
pub(crate) fn note(entry: Entry) -> Option<crate::inquiry::Note> {
    let is_note = matches!(entry.detail, Detail::Note { .. }) && !entry.text.is_empty();
    is_note.then(|| crate::inquiry::Note {
        text: entry.text,
        author: entry.actor.unwrap_or_default(),
        at: entry.at,
    })
}
