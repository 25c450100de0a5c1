//! Events out and in.
//!
//! What happened is written to the `outbox` in the transaction of the change ([`append`]), sent in order by one
//! [`relay`] for each database, stored by JetStream ([`bus`]), and heard by durable [`consumer`]s, which note in
//! the `inbox` what they have done, in the transaction of its effect. So a crash delays an event and never loses
//! or doubles its effect. What can never succeed becomes a [`dead_letters`] row for a person to look at.

pub mod bus;
pub mod consumer;
pub mod dead_letters;
mod handler;
mod outbox;
pub mod relay;

pub use handler::{Handler, HandlerError, Received};
pub use outbox::append;
