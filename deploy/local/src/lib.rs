//! Starts a whole shop on this machine: PostgreSQL, NATS and the services, each as a process of its own.
//!
//! The runner (`cargo xtask`) and the tests stand on it. Whatever is started here ends with its parent: by `Drop`,
//! and on Linux even where the parent is killed.

mod folder;
mod mail;
mod nats;
mod ports;
mod postgres;
mod process;
mod readiness;
mod server_tools;
mod service;
mod sql;
mod topology;

pub use folder::{checkout, data_folder};
pub use mail::MailOptions;
pub use nats::{Nats, NatsOptions};
pub use ports::Ports;
pub use postgres::{Postgres, PostgresOptions};
pub use readiness::Readiness;
pub use server_tools::{nats_server, postgres_binaries};
pub use service::{Service, ServiceSpec};
pub use sql::{create_database, database_url, drop_database};
pub use topology::{Keys, ServicePorts, Topology, TopologyOptions};
