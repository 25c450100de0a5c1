//! The gRPC server and client that all services share.

pub mod client;
mod deadline;
mod limits;
mod resolver;
mod response;
mod retry;
mod rpcs;
pub mod server;

pub use client::Client;
pub use deadline::with_timeout;
pub use limits::{LimitedClient, LimitedServer};
pub use rpcs::Rpc;
