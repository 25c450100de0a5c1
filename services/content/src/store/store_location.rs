//! Stores that customers can visit.

use kit::domain::{LocalizedText, StoreId};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use super::max_rows;
use crate::{
    picture::Picture,
    publication::{LastChange, Publication, Visibility},
    save::Version,
    store_location::{Attributes, StoreLocation},
};

struct Row {
    id: StoreId,
    code: String,
    name: Json<LocalizedText>,
    address: Json<LocalizedText>,
    weekday_hours: Json<LocalizedText>,
    weekend_hours: Json<LocalizedText>,
    whatsapp: String,
    email: String,
    facebook: String,
    instagram: String,
    linkedin: String,
    map_url: String,
    images: Json<Vec<Picture>>,
    position: i32,
    version: i64,
    is_draft: bool,
    show_at: Option<OffsetDateTime>,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
}

impl From<Row> for StoreLocation {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            version: Version(row.version),
            attributes: Attributes {
                code: row.code,
                name: row.name.0,
                address: row.address.0,
                weekday_hours: row.weekday_hours.0,
                weekend_hours: row.weekend_hours.0,
                whatsapp: row.whatsapp,
                email: row.email,
                facebook: row.facebook,
                instagram: row.instagram,
                linkedin: row.linkedin,
                map_url: row.map_url,
                images: row.images.0,
                position: row.position,
                publication: Publication {
                    is_draft: row.is_draft,
                    from: row.show_at,
                    until: None,
                },
            },
            last_change: LastChange {
                by: row.changed_by,
                at: row.changed_at,
            },
        }
    }
}

/// Returns the visible stores in the order of their positions.
pub(crate) async fn list(
    connection: &mut PgConnection,
    visibility: Visibility,
) -> Result<Vec<StoreLocation>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                linkedin, map_url, images, position, version, is_draft, show_at, changed_by, changed_at
         from outlet
         where $1 or (not is_draft and (show_at is null or show_at <= now()))
         order by position, code limit $2",
        visibility == Visibility::All,
        max_rows(visibility),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(StoreLocation::from).collect())
}

/// Returns the store with a code and locks it until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<StoreLocation>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                linkedin, map_url, images, position, version, is_draft, show_at, changed_by, changed_at
         from outlet where code = $1 for update",
        code,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(StoreLocation::from))
}

/// Returns the store with a code.
pub(crate) async fn find(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<StoreLocation>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                linkedin, map_url, images, position, version, is_draft, show_at, changed_by, changed_at
         from outlet where code = $1",
        code,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(StoreLocation::from))
}

/// Inserts a store; returns `None` if a concurrent transaction inserted the code.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    attributes: &Attributes,
    actor: &str,
) -> Result<Option<StoreLocation>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into outlet (
             id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram, linkedin,
             map_url, images, position, is_draft, show_at, changed_by
         ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         on conflict (code) do nothing
         returning id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                   linkedin, map_url, images, position, version, is_draft, show_at, changed_by, changed_at",
        StoreId::generate().uuid(),
        attributes.code,
        Json(&attributes.name) as _,
        Json(&attributes.address) as _,
        Json(&attributes.weekday_hours) as _,
        Json(&attributes.weekend_hours) as _,
        attributes.whatsapp,
        attributes.email,
        attributes.facebook,
        attributes.instagram,
        attributes.linkedin,
        attributes.map_url,
        Json(&attributes.images) as _,
        attributes.position,
        attributes.publication.is_draft,
        attributes.publication.from,
        actor,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(StoreLocation::from))
}

/// Updates a store.
pub(crate) async fn update(
    connection: &mut PgConnection,
    attributes: &Attributes,
    actor: &str,
) -> Result<StoreLocation, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update outlet
         set name = $2, address = $3, weekday_hours = $4, weekend_hours = $5, whatsapp = $6, email = $7,
             facebook = $8, instagram = $9, linkedin = $10, map_url = $11, images = $12, position = $13,
             is_draft = $14, show_at = $15, changed_by = $16, changed_at = now(), version = version + 1
         where code = $1
         returning id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                   linkedin, map_url, images, position, version, is_draft, show_at, changed_by, changed_at",
        attributes.code,
        Json(&attributes.name) as _,
        Json(&attributes.address) as _,
        Json(&attributes.weekday_hours) as _,
        Json(&attributes.weekend_hours) as _,
        attributes.whatsapp,
        attributes.email,
        attributes.facebook,
        attributes.instagram,
        attributes.linkedin,
        attributes.map_url,
        Json(&attributes.images) as _,
        attributes.position,
        attributes.publication.is_draft,
        attributes.publication.from,
        actor,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Deletes a store.
pub(crate) async fn delete(connection: &mut PgConnection, code: &str) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from outlet where code = $1", code)
        .execute(connection)
        .await?;
    Ok(())
}
