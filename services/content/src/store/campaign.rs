//! Campaigns.

use kit::domain::{CampaignId, LocalizedText};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use super::MOST;
use crate::{
    campaign::{Campaign, Facts, View},
    picture::Picture,
    saving::Version,
};

struct Row {
    id: CampaignId,
    code: Option<String>,
    name: Json<LocalizedText>,
    description: Json<LocalizedText>,
    image: Json<Picture>,
    starts_at: Option<OffsetDateTime>,
    ends_at: OffsetDateTime,
    version: i64,
}

impl From<Row> for Campaign {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            version: Version(row.version),
            facts: Facts {
                code: row.code,
                name: row.name.0,
                description: row.description.0,
                image: row.image.0,
                starts_at: row.starts_at,
                ends_at: row.ends_at,
            },
        }
    }
}

/// The campaigns that somebody may see, the soonest to end first, then the newest.
pub(crate) async fn list(connection: &mut PgConnection, view: View) -> Result<Vec<Campaign>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version from campaign
         where $1 or ((starts_at is null or starts_at <= now()) and ends_at > now())
         order by ends_at, id desc
         limit $2",
        view == View::All,
        MOST,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Campaign::from).collect())
}

/// Of the campaigns that run, the soonest to end, then the newest.
pub(crate) async fn active(connection: &mut PgConnection) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version from campaign
         where (starts_at is null or starts_at <= now()) and ends_at > now()
         order by ends_at, id desc
         limit 1",
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// One campaign, if somebody may see it.
pub(crate) async fn by_id(
    connection: &mut PgConnection,
    id: CampaignId,
    view: View,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version from campaign
         where id = $1 and ($2 or ((starts_at is null or starts_at <= now()) and ends_at > now()))",
        id.get(),
        view == View::All,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// The campaign with this code.
pub(crate) async fn by_code(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version from campaign where code = $1",
        code,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// One campaign, which nobody else changes until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    id: CampaignId,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version from campaign
         where id = $1 for update",
        id.get(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// Adds a campaign; `None` where its code is taken.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    facts: &Facts,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into campaign (code, name, description, image, starts_at, ends_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (code) do nothing
         returning id, code, name, description, image, starts_at, ends_at, version",
        facts.code,
        Json(&facts.name) as _,
        Json(&facts.description) as _,
        Json(&facts.image) as _,
        facts.starts_at,
        facts.ends_at,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// Writes a campaign anew; its code stays.
pub(crate) async fn update(
    connection: &mut PgConnection,
    id: CampaignId,
    facts: &Facts,
) -> Result<Campaign, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update campaign
         set name = $2, description = $3, image = $4, starts_at = $5, ends_at = $6, version = version + 1
         where id = $1
         returning id, code, name, description, image, starts_at, ends_at, version",
        id.get(),
        Json(&facts.name) as _,
        Json(&facts.description) as _,
        Json(&facts.image) as _,
        facts.starts_at,
        facts.ends_at,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Removes a campaign; false where there is none.
pub(crate) async fn delete(connection: &mut PgConnection, id: CampaignId) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!("delete from campaign where id = $1", id.get())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}
