//! Mail: hears what happened, writes to those whom it concerns, and sends each letter once.

pub mod server;

mod config;
mod consumers;
mod error;
mod grpc;
mod housekeeping;
mod letter;
mod links;
mod mail;
mod message;
mod metrics;
mod owners;
mod post;
mod sender;
mod store;
#[cfg(test)]
mod testing;
mod texts;
mod wording;
mod writer;

pub use config::Config;

/// Its schema.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// What is fixed about this service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "notification",
    migrations: &MIGRATIONS,
};
