//! Event consumers, one file each.

mod account_closed;
mod mail_changed;
mod order_completed;
mod order_created;
mod order_ended;
mod shop_hours_changed;
mod staff_changed;

pub(crate) use account_closed::WipeClosedAccount;
pub(crate) use mail_changed::EndBrochureRequest;
pub(crate) use order_completed::EndCompleted;
pub(crate) use order_created::WinOrdered;
pub(crate) use order_ended::{ReleaseAbandoned, ReleaseCancelled};
pub(crate) use shop_hours_changed::TakeHours;
pub(crate) use staff_changed::HandOver;
