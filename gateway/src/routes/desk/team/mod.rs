//! The team.

mod access;
mod invite;
mod list;
mod staff;
mod update;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const WRITE: Requirement = Requirement::permission(Permission::TeamWrite);
    vec![
        Call::new(
            Requirement::permission(Permission::TeamRead),
            routes!(list::list_team),
        ),
        Call::new(Requirement::ANY_ROLE, routes!(list::list_team_names)),
        Call::new(WRITE.with_step_up(), routes!(invite::invite_staff)),
        Call::new(WRITE, routes!(invite::resend_invitation)),
        Call::new(WRITE.with_step_up(), routes!(update::update_staff)),
        Call::new(WRITE.with_step_up(), routes!(access::remove_staff)),
        Call::new(WRITE.with_step_up(), routes!(access::reset_second_factor)),
        Call::new(WRITE, routes!(access::end_staff_sessions)),
    ]
}
