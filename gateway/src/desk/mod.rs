//! Sessions, access, requests and responses of the calls of the desk.
//!
//! A call of the desk is refused in the order of the contract: (1) the origin, by [`crate::csrf::check_origin`];
//! (2) the session, (3) its step, (4) the CSRF token, (5) the role and (6) the step-up, by [`Member`]; (7) the body, by
//! [`Json`]; (8) the idempotency key, by [`Keyed`]; (9) the fields, by the handler and the service. So a handler names
//! [`Member`] as its first extractor and [`Json`] as its last one. Each call declares its [`Requirement`] where its
//! route is registered.
//!
//! [`Json`]: crate::extract::Json
//! [`Keyed`]: crate::extract::Keyed

mod call;
mod device;
mod member;
mod render;
#[cfg(test)]
mod tests;

pub(crate) use call::{Call, Requirement, router};
pub(crate) use device::device_name;
pub(crate) use member::{DeskCsrfChecked, Member, SignedInLanguage};
pub(crate) use render::{
    has_desk_errors, is_conflict, is_desk, is_stale, present_on_conflict, refusal, set_headers,
};
