//! Settings and second factors of the signed-in staff member.

mod devices;
mod factors;
mod push;
mod recovery_codes;
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
            routes!(factors::add_second_factor),
        ),
        Call::new(ANY.or_in(Step::Enrol), routes!(factors::request_enrolment_link)),
        Call::new(ANY.or_in(Step::Enrol), routes!(factors::confirm_second_factor)),
        Call::new(ANY.with_step_up(), routes!(factors::remove_second_factor)),
        Call::new(ANY, routes!(recovery_codes::get_recovery_codes)),
        Call::new(ANY.with_step_up(), routes!(recovery_codes::renew_recovery_codes)),
        Call::new(ANY, routes!(devices::list_devices)),
        Call::new(ANY, routes!(devices::remove_device)),
        Call::new(ANY, routes!(devices::remove_devices)),
        Call::new(ANY, routes!(push::get_push)),
        Call::new(ANY, routes!(push::save_push)),
        Call::new(ANY, routes!(push::remove_push)),
    ]
}
