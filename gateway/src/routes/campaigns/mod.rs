//! Campaigns.

mod calls;
mod campaign;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(calls::get_active_campaign))
        .routes(routes!(calls::list_campaigns, calls::create_campaign))
        .routes(routes!(
            calls::get_campaign,
            calls::update_campaign,
            calls::delete_campaign
        ))
}
