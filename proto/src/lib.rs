//! The gRPC and event contracts: code generated from the `.proto` files.
//!
//! Services share nothing else. `proto/storefront/<service>/v1/` holds each service's rpcs and, in
//! `events.proto`, the events that it publishes.

#[allow(
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::as_conversions,
    reason = "generated code"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/storefront.rs"));
}

pub mod client;
pub mod event;

pub use generated::storefront::{account, cart, catalog, common, content, inquiry, notification, order};

/// The descriptors of all contracts, for gRPC reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));
