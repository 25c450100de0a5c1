//! Checkout, and the shape of an order.

pub(crate) mod create;
pub(crate) mod order;
pub(crate) mod status;
