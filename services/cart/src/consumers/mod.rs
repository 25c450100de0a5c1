//! Event consumers, one file each.

mod order_created;

pub(crate) use order_created::SubtractOrdered;
