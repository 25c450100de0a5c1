//! The customer's own: details, orders, addresses, wishes.

pub(crate) mod add_wish;
mod address;
pub(crate) mod addresses;
pub(crate) mod cancel_order;
pub(crate) mod clear_wishlist;
pub(crate) mod create_address;
pub(crate) mod dashboard;
pub(crate) mod default_address;
pub(crate) mod delete_address;
pub(crate) mod details;
pub(crate) mod order;
pub(crate) mod orders;
pub(crate) mod remove_wish;
pub(crate) mod update_address;
pub(crate) mod update_details;
pub(crate) mod wishlist;
