//! Accounts and sessions.

pub(crate) mod forgot_password;
pub(crate) mod register;
pub(crate) mod reset_password;
pub(crate) mod sign_in;
pub(crate) mod sign_out;
pub(crate) mod validate_session;
