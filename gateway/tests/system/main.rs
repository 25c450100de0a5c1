//! System tests through the gateway; all services are processes.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]
#![expect(
    clippy::indexing_slicing,
    reason = "indexing a JSON value without the key returns null, which fails the assertion"
)]

mod aborts;
mod account;
mod checkout;
mod content;
mod contract;
mod conversation;
mod costs;
mod designs;
mod desk;
mod desk_persons;
mod desk_products;
mod desk_work;
mod files;
mod inquiries;
mod lapse;
mod limits;
mod mail;
mod orders_by_link;
mod outage;
mod ownership;
mod pages;
mod price_books;
mod reads;
mod sessions;
mod strangers;
mod telemetry;
mod trace;
mod workshop;
