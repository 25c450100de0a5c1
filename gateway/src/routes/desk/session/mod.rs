//! Sign-in to the desk.

pub(super) mod body;
mod current;
pub(super) mod sign_in;

use utoipa_axum::routes;

use crate::{
    desk::{Call, Requirement},
    session::Step,
};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::open(routes!(sign_in::sign_in_to_desk)),
        Call::open(routes!(current::validate_desk_session)),
        Call::open(routes!(current::sign_out_of_desk)),
        Call::new(
            Requirement::ANY_ROLE.or_in(Step::Code),
            routes!(sign_in::verify_second_factor),
        ),
        Call::new(Requirement::ANY_ROLE, routes!(sign_in::step_up)),
    ]
}
