//! The operator's commands for a running shop, which call the staff rpcs of its services.

pub mod bus;
mod clients;
mod content_json;
pub mod demo;
pub mod seed;
pub mod staff;

pub use clients::Clients;
