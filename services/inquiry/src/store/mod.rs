//! SQL statements.

pub(crate) mod closed_account;
pub(crate) mod inquiry;
pub(crate) mod listing;
pub(crate) mod note;
pub(crate) mod submission;
