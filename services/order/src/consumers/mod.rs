//! Event consumers, one file each.

mod account_closed;
mod staff_changed;

pub(crate) use account_closed::CloseOrders;
pub(crate) use staff_changed::HandOver;
