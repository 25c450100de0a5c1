//! The gRPC server and client that all services share.

mod answer;
pub mod client;
mod deadline;
mod resolver;
pub mod server;
mod unsent;

pub use client::Client;
pub use deadline::within;
