//! The cart service: one cart per customer.

pub mod server;

mod cart;
mod clients;
mod config;
mod consumers;
mod error;
mod grpc;
mod metrics;
mod store;
#[cfg(test)]
mod testing;
mod upkeep;

pub use config::Config;

/// Migrations of the service's database.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// Name and migrations of the service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "cart",
    migrations: &MIGRATIONS,
};
