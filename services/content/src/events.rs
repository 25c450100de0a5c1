//! Events of the content service.

use kit::events;
use proto::content::v1::{ContentChanged, ContentKind, ShopHours, ShopHoursChanged};
use sqlx::PgConnection;

/// Publishes that content changed; `id` is empty for the brochure and the shop's terms, of which there is only one.
pub(crate) async fn content_changed(
    connection: &mut PgConnection,
    kind: ContentKind,
    id: &str,
) -> Result<(), sqlx::Error> {
    let event = ContentChanged {
        kind: kind.into(),
        id: id.to_owned(),
    };
    events::append(connection, &event).await?;
    Ok(())
}

/// Publishes the working hours of the shop.
pub(crate) async fn hours_changed(
    connection: &mut PgConnection,
    hours: &ShopHours,
) -> Result<(), sqlx::Error> {
    let event = ShopHoursChanged {
        days: hours.days.clone(),
        holidays: hours.holidays.clone(),
        version: hours.version,
    };
    events::append(connection, &event).await?;
    Ok(())
}
