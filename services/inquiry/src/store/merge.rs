//! Merged customers: the tables `contact_merge`, `contact_merge_point` and `contact_merge_inquiry`.

use kit::{
    caller::Actor,
    domain::{InquiryId, UserId},
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::contact::{Contact, NOTE_SEPARATOR, SEARCH_SEPARATOR, joined, parted, search_text};

/// A merge that can be undone.
pub(crate) struct Merge {
    pub(crate) id: Uuid,
    pub(crate) other: Uuid,
    /// Name of the merged customer.
    pub(crate) name: String,
    pub(crate) at: OffsetDateTime,
    /// UUID of a staff member, or `operator`.
    pub(crate) by: String,
}

/// Returns the customer for which an id stands: that of a merged one stands for the one that it was merged into.
pub(crate) async fn resolve(connection: &mut PgConnection, contact: Uuid) -> Result<Uuid, sqlx::Error> {
    let found = sqlx::query_scalar!(
        r#"with recursive place as (
               select id, merged_into from contact where id = $1
               union
               select contact.id, contact.merged_into from contact join place on contact.id = place.merged_into)
           select id as "id!" from place where merged_into is null"#,
        contact,
    )
    .fetch_optional(connection)
    .await?;
    Ok(found.unwrap_or(contact))
}

/// Locks the customer for which an id stands until the transaction ends and returns its id. An unknown id stands for itself.
pub(crate) async fn lock_present(connection: &mut PgConnection, contact: Uuid) -> Result<Uuid, sqlx::Error> {
    let mut id = contact;
    loop {
        id = resolve(connection, id).await?;
        let is_merged = sqlx::query_scalar!(
            r#"select merged_into is not null as "is_merged!" from contact where id = $1 for update"#,
            id,
        )
        .fetch_optional(&mut *connection)
        .await?;
        // A merge can commit between the two statements.
        if !is_merged.unwrap_or_default() {
            return Ok(id);
        }
    }
}

/// Locks the inquiries of customers, which all calls lock before the customer, and returns them.
pub(crate) async fn lock_inquiries(
    connection: &mut PgConnection,
    contacts: &[Uuid],
) -> Result<Vec<InquiryId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select id as "id: InquiryId" from inquiry where contact_id = any($1) order by id for update"#,
        contacts,
    )
    .fetch_all(connection)
    .await
}

/// Returns the merges of a customer that can be undone, newest first.
pub(crate) async fn list(connection: &mut PgConnection, contact: Uuid) -> Result<Vec<Merge>, sqlx::Error> {
    sqlx::query_as!(
        Merge,
        r#"select contact_merge.id, other_id as other, coalesce(name, '') as "name!", at, actor as by
           from contact_merge join contact on contact.id = other_id
           where contact_id = $1 and at > now() - interval '30 days' order by at desc, contact_merge.id desc"#,
        contact,
    )
    .fetch_all(connection)
    .await
}

/// Merges a customer into another one. Both are locked, and neither is merged or wiped.
pub(crate) async fn merge(
    connection: &mut PgConnection,
    contact: &Contact,
    other: &Contact,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let merge = Uuid::now_v7();
    sqlx::query!(
        "insert into contact_merge (id, contact_id, other_id, actor, took_account, last_contact_at)
         values ($1, $2, $3, $4, $5, $6)",
        merge,
        contact.id,
        other.id,
        actor.to_string(),
        contact.user.is_none() && other.user.is_some(),
        contact.last_contact_at,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into contact_merge_point (merge_id, kind, value, contact_id, is_proven, added_at)
         select $1, kind, value, contact_id, is_proven, added_at from contact_point where contact_id in ($2, $3)",
        merge,
        contact.id,
        other.id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into contact_merge_inquiry (merge_id, inquiry_id) select $1, id from inquiry where contact_id = $2",
        merge,
        other.id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update contact_point set contact_id = $1 where contact_id = $2",
        contact.id,
        other.id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update inquiry set contact_id = $1 where contact_id = $2",
        contact.id,
        other.id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update contact
         set merged_into = $2, version = version + 1, changed_by = $3, changed_at = now() where id = $1",
        other.id,
        contact.id,
        actor.to_string(),
    )
    .execute(&mut *connection)
    .await?;
    let (own, others) = (
        search(connection, contact.id).await?,
        search(connection, other.id).await?,
    );
    sqlx::query!(
        "update contact
         set user_id = coalesce(user_id, $2), last_contact_at = greatest(last_contact_at, $3), note = $4,
             search = left($5, 4000), version = version + 1, changed_by = $6, changed_at = now()
         where id = $1",
        contact.id,
        other.user.map(UserId::uuid),
        other.last_contact_at,
        joined(&contact.note, &other.note, NOTE_SEPARATOR),
        joined(&own, &others, SEARCH_SEPARATOR),
        actor.to_string(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn search(connection: &mut PgConnection, contact: Uuid) -> Result<String, sqlx::Error> {
    let found = sqlx::query_scalar!("select search from contact where id = $1", contact)
        .fetch_one(connection)
        .await?;
    Ok(found.unwrap_or_default())
}

/// The two customers of a merge.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) contact: Uuid,
    pub(crate) other: Uuid,
}

/// Locks both customers of a merge with their inquiries. Returns `None` if it cannot be undone any more: it is not of this
/// customer, is undone, or is older than 30 days.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    contact: Uuid,
    merge: Uuid,
) -> Result<Option<Pair>, sqlx::Error> {
    let contact = resolve(connection, contact).await?;
    lock_inquiries(connection, &[contact]).await?;
    sqlx::query!(
        "select from contact
         where id = $1 or id = (select other_id from contact_merge where id = $2) order by id for update",
        contact,
        merge,
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query_as!(
        Pair,
        "select contact_id as contact, other_id as other from contact_merge
         where id = $1 and contact_id = $2 and at > now() - interval '30 days'
           and exists (select from contact where contact.id = $2 and merged_into is null)
         for update",
        merge,
        contact,
    )
    .fetch_optional(connection)
    .await
}

/// Takes the customers of a locked merge apart. The other one gets back what it had, with what happened to that since; all that
/// came later stays. `contact` and `other` are their rows.
pub(crate) async fn separate(
    connection: &mut PgConnection,
    merge: Uuid,
    contact: &Contact,
    other: &Contact,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    // A point that was removed since comes back, unless a third customer has it now.
    sqlx::query!(
        "insert into contact_point (kind, value, contact_id, is_proven, added_at)
         select kind, value, contact_id, is_proven, added_at from contact_merge_point
         where merge_id = $1 and contact_id = $3
         on conflict (kind, value) do update set contact_id = excluded.contact_id
         where contact_point.contact_id = $2",
        merge,
        contact.id,
        other.id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update inquiry set contact_id = $3
         from contact_merge_inquiry as part
         where part.merge_id = $1 and inquiry.id = part.inquiry_id and inquiry.contact_id = $2",
        merge,
        contact.id,
        other.id,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update contact
         set merged_into = null, version = version + 1, changed_by = $2, changed_at = now(),
             last_contact_at = greatest(
                 last_contact_at, (select max(inquiry.last_contact_at) from inquiry where contact_id = $1))
         where id = $1",
        other.id,
        actor.to_string(),
    )
    .execute(&mut *connection)
    .await?;
    let (own, others) = (
        search(connection, contact.id).await?,
        search(connection, other.id).await?,
    );
    let own = parted(&own, &others, SEARCH_SEPARATOR)
        .unwrap_or_else(|| search_text(contact.name.iter().map(String::as_str)));
    let note = parted(&contact.note, &other.note, NOTE_SEPARATOR);
    sqlx::query!(
        "update contact
         set user_id = case when took_account and user_id = $3 then null else user_id end,
             last_contact_at = coalesce(
                 (select max(inquiry.last_contact_at) from inquiry where inquiry.contact_id = contact.id),
                 contact_merge.last_contact_at),
             note = coalesce($4, note), search = $5, version = version + 1, changed_by = $6, changed_at = now()
         from contact_merge
         where contact.id = $1 and contact_merge.id = $2",
        contact.id,
        merge,
        other.user.map(UserId::uuid),
        note,
        own,
        actor.to_string(),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from contact_merge where id = $1", merge)
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends at most 500 merges that cannot be undone any more: those of 30 days ago, and those into a customer that is wiped.
/// The merged customers lose their personal data. Returns the number of merges.
pub(crate) async fn end(connection: &mut PgConnection) -> Result<u64, sqlx::Error> {
    let ended = sqlx::query!(
        "with ended as (
             delete from contact_merge
             where id in (
                 select contact_merge.id from contact_merge join contact on contact.id = contact_id
                 where at < now() - interval '30 days' or wiped_at is not null
                 limit 500 for update of contact_merge skip locked)
             returning other_id)
         update contact
         set name = null, search = null, user_id = null, orders_total = 0, wiped_at = coalesce(wiped_at, now())
         where id in (select other_id from ended)"
    )
    .execute(connection)
    .await?;
    Ok(ended.rows_affected())
}
