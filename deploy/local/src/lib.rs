//! Starts a shop on this machine: PostgreSQL, NATS and the services, each as a process.
//!
//! Used by the runner (`cargo xtask`) and by tests. The processes end with their parent: on `Drop`, and on Linux also when
//! the parent is killed.

mod backup;
mod folder;
mod keys;
mod mail;
mod nats;
mod nats_users;
mod ports;
mod postgres;
pub mod process;
mod readiness;
mod server_tools;
mod service;
mod service_ports;
mod services;
mod sql;
mod topology;

/// Installs the cryptography that HTTP clients need, also for addresses without TLS.
pub fn install_crypto() {
    // Fails if it is installed.
    let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
}

pub use backup::{Backups, Moment};
pub use folder::{checkout_root, data_folder};
pub use keys::Keys;
pub use mail::MailOptions;
pub use nats::{Nats, NatsOptions};
pub use nats_users::{NATS_OPERATOR, nats_authorization, nats_password_variable, nats_url_for, nats_users};
pub use ports::Ports;
pub use postgres::{Postgres, PostgresOptions};
pub use readiness::Readiness;
pub use server_tools::{nats_server, postgres_binaries};
pub use service::{Service, ServiceSpec};
pub use service_ports::ServicePorts;
pub use services::{ConsumerDefinition, ScratchFolder, ServiceDefinition, ServiceKey, USUAL_MEMORY_LIMIT};
pub use sql::{create_database, database_url, drop_database};
pub use topology::{Topology, TopologyOptions};
