//! Content of the shop: campaigns, banner, projects, stores, the brochure, the texts of the home page and the working hours.

mod banner;
mod campaigns;
mod catalogue;
mod home;
mod hours;
mod projects;
mod record;
mod stores;

use kit::staff::{Permission, StaffRole};
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const WRITE: Requirement = Requirement::permission(Permission::ContentWrite);
    vec![
        Call::new(WRITE, routes!(campaigns::list_desk_campaigns)),
        Call::new(WRITE, routes!(campaigns::get_desk_campaign)),
        Call::new(WRITE, routes!(campaigns::create_desk_campaign)),
        Call::new(WRITE, routes!(campaigns::update_desk_campaign)),
        Call::new(WRITE, routes!(campaigns::delete_desk_campaign)),
        Call::new(WRITE, routes!(banner::list_desk_banner)),
        Call::new(WRITE, routes!(banner::get_desk_banner_text)),
        Call::new(WRITE, routes!(banner::save_desk_banner_text)),
        Call::new(WRITE, routes!(banner::delete_desk_banner_text)),
        Call::new(WRITE, routes!(banner::order_desk_banner)),
        Call::new(WRITE, routes!(projects::list_desk_projects)),
        Call::new(WRITE, routes!(projects::get_desk_project)),
        Call::new(WRITE, routes!(projects::save_desk_project)),
        Call::new(WRITE, routes!(projects::delete_desk_project)),
        Call::new(WRITE, routes!(projects::order_desk_projects)),
        Call::new(WRITE, routes!(stores::list_desk_stores)),
        Call::new(WRITE, routes!(stores::get_desk_store)),
        Call::new(WRITE, routes!(stores::save_desk_store)),
        Call::new(WRITE, routes!(stores::delete_desk_store)),
        Call::new(WRITE, routes!(stores::order_desk_stores)),
        Call::new(WRITE, routes!(catalogue::get_desk_catalogue)),
        Call::new(WRITE, routes!(catalogue::set_desk_catalogue)),
        Call::new(WRITE, routes!(home::list_desk_home_texts)),
        Call::new(WRITE, routes!(home::get_desk_home_text)),
        Call::new(WRITE, routes!(home::save_desk_home_text)),
        Call::new(WRITE, routes!(home::delete_desk_home_text)),
        Call::new(WRITE, routes!(hours::get_desk_hours)),
        Call::new(WRITE.without(StaffRole::Editor), routes!(hours::save_desk_hours)),
    ]
}
