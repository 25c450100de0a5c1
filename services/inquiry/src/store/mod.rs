//! SQL statements.

pub(crate) mod closed_account;
pub(crate) mod contact;
pub(crate) mod contact_total;
pub(crate) mod follow_up;
pub(crate) mod inbox;
pub(crate) mod inquiry;
pub(crate) mod item;
pub(crate) mod listing;
pub(crate) mod offer;
pub(crate) mod offer_end;
pub(crate) mod offer_line;
pub(crate) mod offer_summary;
pub(crate) mod order;
pub(crate) mod submission;
pub(crate) mod template;
pub(crate) mod timeline;
