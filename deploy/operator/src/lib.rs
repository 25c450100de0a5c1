//! The operator's commands for a running shop, which call the staff rpcs of its services.

pub mod bus;
mod clients;
pub mod demo;
mod json;
pub mod seed;
pub mod staff;

pub use clients::Clients;
