//! What every test stands on: a real PostgreSQL database and a real NATS of its own for each test.
//!
//! [`Bench`] holds one service in the test's own process, for the tests of its rpcs and consumers. [`Shop`] is the
//! whole shop, each service a process of its own, for the tests that go through the gateway.
//!
//! `cargo xtask test` starts PostgreSQL and names it in `STOREFRONT_TEST_POSTGRES_URL`; to run one test by hand,
//! set it to any server where databases may be created.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up fails, and says why"
)]

mod bench;
pub mod caller;
mod database;
mod fake;
mod freeze;
mod scrape;
mod shop;
mod shopper;
mod smtp;
mod traces;
mod wait;

pub use bench::Bench;
pub use database::TestDatabase;
pub use fake::{FakeServices, closed_address};
pub use freeze::{Frozen, freeze};
pub use scrape::{Family, Scrape};
pub use shop::{Shop, ShopOptions};
pub use shopper::{Answer, Shopper};
pub use smtp::{ReceivedLetter, SmtpSink};
pub use traces::{Span, TraceSink};
pub use wait::{eventually, eventually_within, insist};
