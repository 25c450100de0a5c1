//! Requests for a quote, contact messages and requests for the brochure.

pub mod server;

mod access;
mod adoption;
mod assignment;
mod clients;
mod config;
mod consumers;
mod contact;
mod contact_totals;
mod conversation;
mod design;
mod edit;
mod error;
mod events;
mod grpc;
mod inquiry;
mod item;
mod limits;
mod metrics;
mod offer;
mod offer_ends;
mod ordering;
mod price_book;
mod price_books;
mod reminders;
mod retention;
mod store;
mod submission;
mod template;
#[cfg(test)]
mod testing;
mod timeline;
mod wiping;
mod work;
mod working_hours;

pub use config::Config;
use kit::hours;
pub use offer::token::OfferKeys;

/// Migrations of the database.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// The service's name and migrations.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "inquiry",
    migrations: &MIGRATIONS,
};
