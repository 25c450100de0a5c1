//! Requests for a quote, contact messages and requests for the catalogue.

pub mod server;

mod clients;
mod config;
mod error;
mod events;
mod fields;
mod grpc;
mod inquiry;
mod limits;
mod metrics;
mod number;
mod retention;
mod store;
mod submission;
#[cfg(test)]
mod testing;

pub use config::Config;

/// Its schema.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// What is fixed about this service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "inquiry",
    migrations: &MIGRATIONS,
};
