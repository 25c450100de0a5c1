//! Event consumers, one file each.

mod account_closed;

pub(crate) use account_closed::CloseOrders;
