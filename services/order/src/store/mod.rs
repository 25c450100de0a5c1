//! SQL statements.

pub(crate) mod attempt;
pub(crate) mod closed_account;
pub(crate) mod lapse;
pub(crate) mod limit;
pub(crate) mod listing;
pub(crate) mod order;
