//! The gRPC server and client that all services share.

pub mod client;
mod client_tls;
pub(crate) mod deadline;
mod endpoints;
mod limits;
mod resolver;
mod response;
mod retry;
mod rpcs;
pub mod server;
pub(crate) mod server_tls;

pub use client::Client;
pub use deadline::with_timeout;
pub use limits::{LimitedClient, LimitedServer};
pub use rpcs::Rpc;
