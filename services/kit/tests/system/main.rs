//! The kit on a real PostgreSQL and NATS, over TCP.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]

mod audit;
mod change;
mod connection;
mod database;
mod events;
mod grpc;
mod limits;
mod metrics;
mod resets;
mod transport;

use kit::service::Definition;
use sqlx::migrate::Migrator;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};
