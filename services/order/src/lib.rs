//! Orders, their lines and their status history.

pub mod server;

mod address;
mod assignment;
mod attempt;
mod backfill;
mod cart;
mod city;
mod clients;
mod closed_accounts;
mod config;
mod consumers;
mod contact;
mod correction;
mod creation;
mod design;
mod desk;
mod desk_pricing;
mod error;
mod events;
mod figures;
mod grpc;
mod held;
mod holds;
mod kept_sums;
mod lapse;
mod limit_kind;
mod limits;
mod link;
mod metrics;
mod offer;
mod order;
mod payment;
mod pricing;
mod search;
mod status_change;
mod store;
mod sweeper;
#[cfg(test)]
mod testing;

pub use config::Config;

/// Migrations of the database.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// The service's name and migrations.
pub const DEFINITION: kit::service::Definition = kit::service::Definition {
    name: "order",
    migrations: &MIGRATIONS,
};
