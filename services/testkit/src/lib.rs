//! Fixtures for integration and system tests, with a PostgreSQL database and a NATS server per test.
//!
//! [`Harness`] runs one service in the test's process, for tests of rpcs and consumers. [`Shop`] runs all services and
//! the gateway as processes, for system tests.
//!
//! `cargo xtask test` starts PostgreSQL and sets `STOREFRONT_TEST_POSTGRES_URL`. To run a single test, set it to a server
//! where the user may create databases.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::indexing_slicing,
    reason = "panics fail the test"
)]

mod browser;
pub mod caller;
mod callers;
pub mod certificates;
mod database;
mod fake;
mod freeze;
mod harness;
mod keys;
mod member;
mod proxy;
mod scrape;
mod shop;
mod smtp;
mod traces;
mod wait;

pub use browser::{ApiResponse, Browser};
pub use callers::check_callers;
pub use database::{TestDatabase, text_columns_with};
pub use fake::{FakeServices, closed_address};
pub use freeze::{FreezeGuard, freeze};
pub use harness::Harness;
pub use keys::{caller_settings, signer};
pub use member::{Member, desk_call, response_data};
pub use proxy::{CutOff, DatabaseProxy, HeldResponses};
pub use scrape::{Family, Scrape};
pub use shop::{Shop, ShopOptions};
pub use smtp::{ReceivedMail, SmtpSink};
pub use traces::{Span, TraceSink};
pub use wait::{eventually, eventually_within, retry_until_available, until_connected};
