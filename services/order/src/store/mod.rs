//! Every SQL statement of this service.

pub(crate) mod attempt;
pub(crate) mod listing;
pub(crate) mod order;
