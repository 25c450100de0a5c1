//! Campaigns.

mod calls;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const WRITE: Requirement = Requirement::permission(Permission::ContentWrite);
    vec![
        Call::new(WRITE, routes!(calls::list_desk_campaigns)),
        Call::new(WRITE, routes!(calls::get_desk_campaign)),
        Call::new(WRITE, routes!(calls::create_desk_campaign)),
        Call::new(WRITE, routes!(calls::update_desk_campaign)),
        Call::new(WRITE, routes!(calls::delete_desk_campaign)),
    ]
}
