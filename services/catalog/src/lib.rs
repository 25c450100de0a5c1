//! The catalog service: products, categories, stock and its reservations, search.

mod clients;
mod columns;
mod config;
mod consumers;
mod desk;
mod error;
mod events;
mod grpc;
mod import;
mod importing;
mod index;
mod listing;
mod measures;
mod passive;
mod patch;
mod product;
mod record;
mod reservation;
mod save;
mod schedule;
mod search;
mod search_miss;
pub mod server;
mod stock;
mod store;
#[cfg(test)]
mod testing;
mod upkeep;

pub use config::Config;

/// Migrations of the service's database.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// Name and migrations of the service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "catalog",
    migrations: &MIGRATIONS,
};
