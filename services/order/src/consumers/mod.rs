//! Event consumers, one file each.

mod account_closed;
mod contact_changed;
mod staff_changed;

pub(crate) use account_closed::CloseOrders;
pub(crate) use contact_changed::WipeNotes;
pub(crate) use staff_changed::HandOver;
