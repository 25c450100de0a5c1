//! What an operator does to a running shop, through the staff rpcs of its services.

pub mod bus;
mod clients;
mod content_json;
pub mod seed;
pub mod staff;

pub use clients::Clients;
