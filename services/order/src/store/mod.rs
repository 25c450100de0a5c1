//! SQL statements.

pub(crate) mod attempt;
pub(crate) mod backfill;
pub(crate) mod cart;
pub(crate) mod closed_account;
pub(crate) mod customer_orders;
pub(crate) mod desk;
pub(crate) mod desk_list;
pub(crate) mod hold;
pub(crate) mod lapse;
pub(crate) mod limit;
pub(crate) mod link;
pub(crate) mod listing;
pub(crate) mod order;
pub(crate) mod payment;
pub(crate) mod timeline;
pub(crate) mod undo;
