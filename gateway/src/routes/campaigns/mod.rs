//! Campaigns.

mod active;
mod campaign;
mod create;
mod delete;
mod get;
mod list;
mod update;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(active::get_active_campaign))
        .routes(routes!(list::list_campaigns, create::create_campaign))
        .routes(routes!(
            get::get_campaign,
            update::update_campaign,
            delete::delete_campaign
        ))
}
