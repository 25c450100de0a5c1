//! Sign-in to the desk.

pub(super) mod body;
pub(super) mod code;
mod second_factor;
mod sign_in;
mod sign_out;
mod step_up;
mod validate;

use utoipa_axum::routes;

use crate::{
    desk::{Call, Requirement},
    session::Step,
};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::open(routes!(sign_in::sign_in_to_desk)),
        Call::open(routes!(validate::validate_desk_session)),
        Call::open(routes!(sign_out::sign_out_of_desk)),
        Call::new(
            Requirement::ANY_ROLE.or_in(Step::Code),
            routes!(second_factor::verify_second_factor),
        ),
        Call::new(Requirement::ANY_ROLE, routes!(step_up::step_up)),
    ]
}
