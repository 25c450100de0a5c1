//! The gRPC server and client that all services share.

pub mod client;
mod deadline;
mod resolver;
mod response;
mod rpcs;
pub mod server;
mod unsent;

pub use client::Client;
pub use deadline::with_timeout;
