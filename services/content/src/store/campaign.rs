//! Campaigns.

use kit::domain::{CampaignId, LocalizedText};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use super::MAX_ROWS;
use crate::{
    campaign::{Attributes, Campaign},
    picture::Picture,
    publication::{LastChange, Publication, Visibility},
    save::Version,
};

struct Row {
    id: CampaignId,
    code: Option<String>,
    name: Json<LocalizedText>,
    description: Json<LocalizedText>,
    image: Json<Picture>,
    starts_at: Option<OffsetDateTime>,
    ends_at: Option<OffsetDateTime>,
    version: i64,
    is_draft: bool,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
}

impl From<Row> for Campaign {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            version: Version(row.version),
            attributes: Attributes {
                code: row.code,
                name: row.name.0,
                description: row.description.0,
                image: row.image.0,
                publication: Publication {
                    is_draft: row.is_draft,
                    from: row.starts_at,
                    until: row.ends_at,
                },
            },
            last_change: LastChange {
                by: row.changed_by,
                at: row.changed_at,
            },
        }
    }
}

/// Returns the visible campaigns, ordered by end, then newest first.
pub(crate) async fn list(
    connection: &mut PgConnection,
    visibility: Visibility,
) -> Result<Vec<Campaign>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version, is_draft, changed_by,
                changed_at
         from campaign
         where $1 or (not is_draft and (starts_at is null or starts_at <= now()) and ends_at > now())
         order by ends_at, id desc
         limit $2",
        visibility == Visibility::All,
        MAX_ROWS,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Campaign::from).collect())
}

/// Returns the active campaign that ends first; of several, the newest.
pub(crate) async fn find_active(connection: &mut PgConnection) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version, is_draft, changed_by,
                changed_at
         from campaign
         where not is_draft and (starts_at is null or starts_at <= now()) and ends_at > now()
         order by ends_at, id desc
         limit 1",
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// Returns a campaign if it is visible.
pub(crate) async fn find(
    connection: &mut PgConnection,
    id: CampaignId,
    visibility: Visibility,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version, is_draft, changed_by,
                changed_at
         from campaign
         where id = $1 and ($2 or (not is_draft and (starts_at is null or starts_at <= now()) and ends_at > now()))",
        id.get(),
        visibility == Visibility::All,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// Returns the campaign with a code.
pub(crate) async fn find_by_code(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version, is_draft, changed_by,
                changed_at
         from campaign where code = $1",
        code,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// Returns a campaign and locks it until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    id: CampaignId,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select id, code, name, description, image, starts_at, ends_at, version, is_draft, changed_by,
                changed_at
         from campaign
         where id = $1 for update",
        id.get(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// Inserts a campaign; returns `None` if the code exists.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    attributes: &Attributes,
    actor: &str,
) -> Result<Option<Campaign>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into campaign (code, name, description, image, starts_at, ends_at, is_draft, changed_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (code) do nothing
         returning id, code, name, description, image, starts_at, ends_at, version, is_draft, changed_by,
                   changed_at",
        attributes.code,
        Json(&attributes.name) as _,
        Json(&attributes.description) as _,
        Json(&attributes.image) as _,
        attributes.publication.from,
        attributes.publication.until,
        attributes.publication.is_draft,
        actor,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(Campaign::from))
}

/// Updates a campaign, except its code.
pub(crate) async fn update(
    connection: &mut PgConnection,
    id: CampaignId,
    attributes: &Attributes,
    actor: &str,
) -> Result<Campaign, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "update campaign
         set name = $2, description = $3, image = $4, starts_at = $5, ends_at = $6, is_draft = $7,
             changed_by = $8, changed_at = now(), version = version + 1
         where id = $1
         returning id, code, name, description, image, starts_at, ends_at, version, is_draft, changed_by,
                   changed_at",
        id.get(),
        Json(&attributes.name) as _,
        Json(&attributes.description) as _,
        Json(&attributes.image) as _,
        attributes.publication.from,
        attributes.publication.until,
        attributes.publication.is_draft,
        actor,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}

/// Deletes a campaign.
pub(crate) async fn delete(connection: &mut PgConnection, id: CampaignId) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from campaign where id = $1", id.get())
        .execute(connection)
        .await?;
    Ok(())
}
