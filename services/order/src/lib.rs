//! Orders, their lines and their status history.

pub mod server;

mod account;
mod address;
mod attempt;
mod catalog;
mod config;
mod error;
mod events;
mod grpc;
mod keyed_mutex;
mod metrics;
mod number;
mod order;
mod pricing;
mod search;
mod store;
mod sweeper;
#[cfg(test)]
mod testing;

pub use config::Config;

/// Its schema.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// What is fixed about this service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "order",
    migrations: &MIGRATIONS,
};
