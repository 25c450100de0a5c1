//! Stores that customers can visit.

use kit::domain::{LocalizedText, StoreId};
use sqlx::{PgConnection, types::Json};

use super::MAX_PAGE_ROWS;
use crate::{
    picture::Picture,
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
            },
        }
    }
}

/// Returns the stores in the order of their positions.
pub(crate) async fn list(connection: &mut PgConnection) -> Result<Vec<StoreLocation>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                linkedin, map_url, images, position, version
         from outlet order by position, code limit $1",
        MAX_PAGE_ROWS,
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
                linkedin, map_url, images, position, version
         from outlet where code = $1 for update",
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
) -> Result<Option<StoreLocation>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into outlet (
             id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram, linkedin,
             map_url, images, position
         ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         on conflict (code) do nothing
         returning id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                   linkedin, map_url, images, position, version",
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
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(StoreLocation::from))
}

/// Updates a store.
pub(crate) async fn update(
    connection: &mut PgConnection,
    attributes: &Attributes,
) -> Result<StoreLocation, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update outlet
         set name = $2, address = $3, weekday_hours = $4, weekend_hours = $5, whatsapp = $6, email = $7,
             facebook = $8, instagram = $9, linkedin = $10, map_url = $11, images = $12, position = $13,
             version = version + 1
         where code = $1
         returning id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                   linkedin, map_url, images, position, version",
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
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Deletes a store and returns its id; `None` if it does not exist.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<StoreId>, sqlx::Error> {
    sqlx::query_scalar!("delete from outlet where code = $1 returning id", code)
        .fetch_optional(connection)
        .await
}
