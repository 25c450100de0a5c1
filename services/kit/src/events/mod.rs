//! Transactional outbox and idempotent consumers on NATS JetStream.
//!
//! [`append`] writes an event to the `outbox` in the transaction of the change. The [`relay`] publishes it to JetStream
//! ([`bus`]), in order and one relay per database. Durable [`consumer`]s handle it and record its id in the `inbox` in
//! one transaction, so that a crash delays an event, but never loses or repeats its effect. An event that no retry can
//! fix moves to the [`dead_letters`].

pub mod bus;
pub mod consumer;
pub mod dead_letters;
mod delivery;
mod handler;
mod processing;
pub mod relay;

pub use handler::{BatchedEvent, Handler, HandlerError, Received};

pub use crate::outbox::{append, append_all, append_delayed, publish_now, withdraw};
