//! Accounts and sessions.

mod forgot_password;
mod register;
mod reset_password;
mod send_email_verification;
mod sign_in;
mod sign_out;
mod validate_session;
mod verify_email;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(register::register))
        .routes(routes!(sign_out::sign_out))
        .routes(routes!(forgot_password::forgot_password))
        .routes(routes!(reset_password::reset_password))
        .routes(routes!(verify_email::verify_email))
        .routes(routes!(send_email_verification::send_email_verification))
}

pub(super) fn session_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(validate_session::validate_session))
}
