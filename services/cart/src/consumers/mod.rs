//! What this service does on hearing events.

mod order_created;

pub(crate) use order_created::SubtractOrdered;
