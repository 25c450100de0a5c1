//! Accounts and sessions.

mod email;
mod password;
mod register;
mod session;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(session::sign_in))
        .routes(routes!(register::register))
        .routes(routes!(session::sign_out))
        .routes(routes!(password::forgot_password))
        .routes(routes!(password::reset_password))
        .routes(routes!(email::verify_email))
        .routes(routes!(email::send_email_verification))
}

pub(super) fn session_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(session::validate_session))
}
