//! Users, sign-in, sessions, profile, addresses, wishlist.

pub mod server;
pub mod staff;

mod address;
mod clients;
mod config;
mod error;
mod events;
mod fields;
mod grpc;
mod hashing;
mod housekeeping;
mod limits;
mod password;
mod role;
mod session;
mod store;
#[cfg(test)]
mod testing;
mod token;

pub use config::{Command, Config};

/// Its schema.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// What is fixed about this service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "account",
    migrations: &MIGRATIONS,
};
