//! Campaigns.

mod calls;
mod campaign;
mod refused;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(calls::get_active_campaign))
        .routes(routes!(calls::list_campaigns, refused::create_campaign))
        .routes(routes!(
            calls::get_campaign,
            refused::update_campaign,
            refused::delete_campaign
        ))
}
