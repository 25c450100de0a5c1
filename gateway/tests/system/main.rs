//! The whole shop through its gateway: every part a process of its own, on a real PostgreSQL and NATS.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(
    clippy::indexing_slicing,
    reason = "a JSON value without the key is null, which fails the assertion"
)]

mod aborts;
mod account;
mod checkout;
mod content;
mod contract;
mod inquiries;
mod limits;
mod mail;
mod outage;
mod ownership;
mod pages;
mod sessions;
mod telemetry;
mod trace;
