//! The content service: campaigns, banner texts, portfolio projects, stores, the shop's terms, pictures and files.

mod announcing;
mod campaign;
mod clients;
mod config;
mod consumers;
mod error;
mod events;
mod grpc;
mod home_text;
mod media;
mod opening;
mod picture;
mod portfolio;
mod project;
mod promo;
mod publication;
mod save;
mod search;
pub mod server;
mod shop_hours;
mod shop_terms;
mod store;
mod store_location;
#[cfg(test)]
mod testing;

pub use config::Config;
pub use media::child::ARGUMENT as CONVERT;
pub use pictures::{EXIT_BROKEN, Step, run as convert};

/// Migrations of the service's database.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// Name and migrations of the service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "content",
    migrations: &MIGRATIONS,
};
