//! Users, sign-in, sessions, profile, addresses, wishlist.

pub mod server;
pub mod staff;

mod address;
mod argon;
mod clients;
mod config;
mod desk;
mod error;
mod events;
mod grpc;
mod hashing;
mod limits;
mod password;
mod sealing;
mod second_factor;
mod session;
mod store;
#[cfg(test)]
mod testing;
mod token;
mod upkeep;

pub use config::{Command, Config};

/// Migrations of the database.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// The service's name and migrations.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "account",
    migrations: &MIGRATIONS,
};
