//! The working hours of the shop, at most one row.

use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::{
    publication::LastChange,
    save::Version,
    shop_hours::{Attributes, Holiday, ShopHours, WeekDay},
};

struct Row {
    days: Json<Vec<WeekDay>>,
    holidays: Json<Vec<Holiday>>,
    version: i64,
    changed_by: String,
    changed_at: OffsetDateTime,
}

impl From<Row> for ShopHours {
    fn from(row: Row) -> Self {
        Self {
            version: Version(row.version),
            attributes: Attributes {
                days: row.days.0,
                holidays: row.holidays.0,
            },
            last_change: LastChange {
                by: Some(row.changed_by),
                at: row.changed_at,
            },
        }
    }
}

/// Returns the hours; `None` if staff never set them.
pub(crate) async fn find(connection: &mut PgConnection) -> Result<Option<ShopHours>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select days, holidays, version, changed_by, changed_at from shop_hours"
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(ShopHours::from))
}

/// Inserts or replaces the hours; returns `None` if the stored version is not `version`, 0 without hours.
pub(crate) async fn save(
    connection: &mut PgConnection,
    version: i64,
    attributes: &Attributes,
    actor: &str,
) -> Result<Option<ShopHours>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "insert into shop_hours (days, holidays, changed_by) values ($2, $3, $4)
         on conflict (only_row) do update
         set days = excluded.days, holidays = excluded.holidays, version = shop_hours.version + 1,
             changed_by = excluded.changed_by, changed_at = now()
         where shop_hours.version = $1
         returning days, holidays, version, changed_by, changed_at",
        version,
        Json(&attributes.days) as _,
        Json(&attributes.holidays) as _,
        actor,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(ShopHours::from))
}
