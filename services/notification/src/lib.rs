//! The notification service: consumes events and sends e-mails to customers and the shop.

pub mod server;

mod clients;
mod composer;
mod config;
mod consumers;
mod email;
mod error;
mod format;
mod grpc;
mod links;
mod mail;
mod message;
mod metrics;
mod notice;
mod notice_mails;
mod promised_days;
mod push;
mod recipient_limit;
mod sender;
mod store;
#[cfg(test)]
mod testing;
mod texts;
mod transport;
mod upkeep;

pub use config::Config;

/// Database migrations.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// Definition of the service.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "notification",
    migrations: &MIGRATIONS,
};
