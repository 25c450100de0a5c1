//! Clients of other services.

pub(crate) mod catalog;
pub(crate) mod inquiry;
