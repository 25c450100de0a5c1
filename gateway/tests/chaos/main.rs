//! Kills processes while customers place a hundred orders and accept offers, while steps of orders rest, and while
//! products are imported and a picture is converted.
//!
//! A separate test binary, so that no other test runs in parallel.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]
#![expect(
    clippy::indexing_slicing,
    reason = "indexing a JSON value without the key returns null, which fails the assertion"
)]

mod drill;
mod faults;
mod imports;
mod kills;
mod offers;
mod orders;
mod prometheus;
mod steps;
