//! Event consumers, one file each.

mod account_closed;
mod order_created;

pub(crate) use account_closed::DeleteCart;
pub(crate) use order_created::SubtractOrdered;
