//! Stores.

use kit::domain::{LocalizedText, StoreId};
use sqlx::{PgConnection, types::Json};

use super::MOST_SHOWN;
use crate::{
    outlet::{Facts, Outlet},
    picture::Picture,
    saving::Version,
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

impl From<Row> for Outlet {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            version: Version(row.version),
            facts: Facts {
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

/// The stores, in their order.
pub(crate) async fn list(connection: &mut PgConnection) -> Result<Vec<Outlet>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                linkedin, map_url, images, position, version
         from outlet order by position, code limit $1",
        MOST_SHOWN,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Outlet::from).collect())
}

/// The store with this code, which nobody else changes until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, code: &str) -> Result<Option<Outlet>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                linkedin, map_url, images, position, version
         from outlet where code = $1 for update",
        code,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Outlet::from))
}

/// Adds a store; `None` where its code was taken just now.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    facts: &Facts,
) -> Result<Option<Outlet>, sqlx::Error> {
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
        facts.code,
        Json(&facts.name) as _,
        Json(&facts.address) as _,
        Json(&facts.weekday_hours) as _,
        Json(&facts.weekend_hours) as _,
        facts.whatsapp,
        facts.email,
        facts.facebook,
        facts.instagram,
        facts.linkedin,
        facts.map_url,
        Json(&facts.images) as _,
        facts.position,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Outlet::from))
}

/// Writes a store anew.
pub(crate) async fn update(connection: &mut PgConnection, facts: &Facts) -> Result<Outlet, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update outlet
         set name = $2, address = $3, weekday_hours = $4, weekend_hours = $5, whatsapp = $6, email = $7,
             facebook = $8, instagram = $9, linkedin = $10, map_url = $11, images = $12, position = $13,
             version = version + 1
         where code = $1
         returning id, code, name, address, weekday_hours, weekend_hours, whatsapp, email, facebook, instagram,
                   linkedin, map_url, images, position, version",
        facts.code,
        Json(&facts.name) as _,
        Json(&facts.address) as _,
        Json(&facts.weekday_hours) as _,
        Json(&facts.weekend_hours) as _,
        facts.whatsapp,
        facts.email,
        facts.facebook,
        facts.instagram,
        facts.linkedin,
        facts.map_url,
        Json(&facts.images) as _,
        facts.position,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Removes a store and answers what its id was; `None` where there is none.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<StoreId>, sqlx::Error> {
    sqlx::query_scalar!("delete from outlet where code = $1 returning id", code)
        .fetch_optional(connection)
        .await
}
