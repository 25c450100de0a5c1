//! Settings and second factors of the signed-in staff member.

mod add_factor;
mod confirm_factor;
mod devices;
mod factors;
mod recovery_codes;
mod remove_device;
mod remove_devices;
mod remove_factor;
mod renew_recovery_codes;
mod update;

use utoipa_axum::routes;

use crate::{
    desk::{Call, Requirement},
    session::Step,
};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const ANY: Requirement = Requirement::ANY_ROLE;
    vec![
        Call::new(ANY, routes!(update::update_me)),
        Call::new(ANY, routes!(factors::list_second_factors)),
        Call::new(
            ANY.with_step_up().or_in(Step::Enrol),
            routes!(add_factor::add_second_factor),
        ),
        Call::new(
            ANY.or_in(Step::Enrol),
            routes!(confirm_factor::confirm_second_factor),
        ),
        Call::new(ANY.with_step_up(), routes!(remove_factor::remove_second_factor)),
        Call::new(ANY, routes!(recovery_codes::get_recovery_codes)),
        Call::new(
            ANY.with_step_up(),
            routes!(renew_recovery_codes::renew_recovery_codes),
        ),
        Call::new(ANY, routes!(devices::list_devices)),
        Call::new(ANY, routes!(remove_device::remove_device)),
        Call::new(ANY, routes!(remove_devices::remove_devices)),
    ]
}
