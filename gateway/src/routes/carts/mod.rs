//! The customer's cart.

pub(crate) mod add_item;
mod cart;
pub(crate) mod clear;
pub(crate) mod create;
pub(crate) mod current;
pub(crate) mod remove_item;
pub(crate) mod set_quantity;
