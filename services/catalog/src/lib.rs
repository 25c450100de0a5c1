//! Products, categories, stock and its reservations, search.

mod config;
mod consumers;
mod error;
mod events;
mod grpc;
mod index;
mod listing;
mod product;
mod reservation;
mod search;
pub mod server;
mod stock;
mod store;
#[cfg(test)]
mod testing;

pub use config::Config;

/// The schema.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// What is fixed about this service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "catalog",
    migrations: &MIGRATIONS,
};
