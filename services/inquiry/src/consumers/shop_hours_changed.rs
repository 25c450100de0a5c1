//! Stores the working hours of the shop.

use async_trait::async_trait;
use kit::{
    events::{Handler, HandlerError, Received},
    hours::WorkingHours,
};
use prost::Message as _;
use proto::content::v1::ShopHoursChanged;
use sqlx::PgConnection;

use crate::store;

/// Stores the latest working hours; [`crate::working_hours`] follows them.
pub(crate) struct TakeHours;

#[async_trait]
impl Handler for TakeHours {
    type Event = ShopHoursChanged;

    const NAME: &'static str = "inquiry-take-hours";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        Received { event, .. }: Received<ShopHoursChanged>,
    ) -> Result<(), HandlerError> {
        WorkingHours::try_from(&event).map_err(|error| HandlerError::Malformed(error.into()))?;
        store::working_hours::put(connection, &event.encode_to_vec(), event.version).await?;
        Ok(())
    }
}
