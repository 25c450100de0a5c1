//! One cart for each customer.

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

pub use config::Config;

/// Its schema.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// What is fixed about this service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "cart",
    migrations: &MIGRATIONS,
};
