//! Every SQL statement of this service.

pub(crate) mod inquiry;
pub(crate) mod listing;
pub(crate) mod note;
pub(crate) mod personal;
pub(crate) mod submission;
