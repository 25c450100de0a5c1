//! Clients of other services.

pub(crate) mod content;
