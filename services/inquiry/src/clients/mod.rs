//! Clients of other services.

pub(crate) mod account;
pub(crate) mod catalog;
pub(crate) mod order;
