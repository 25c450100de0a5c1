//! Campaigns, texts of the banner, the portfolio of projects, stores.

mod campaign;
mod config;
mod error;
mod events;
mod grpc;
mod outlet;
mod picture;
mod project;
mod promo;
mod saving;
mod search;
pub mod server;
mod store;
#[cfg(test)]
mod testing;

pub use config::Config;

/// The schema.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// What is fixed about this service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "content",
    migrations: &MIGRATIONS,
};
