//! Subcommands of the services, such as `migrate`, and the preparation of a shop's servers.

use std::time::Duration;

use anyhow::{Context as _, Result};
use futures::future::try_join_all;
use local::{ServiceSpec, Topology, create_database};
use tokio::process::Command;

use crate::{command, console::print_status};

/// The time that a migration may take.
const DEADLINE: Duration = Duration::from_mins(5);

/// Runs a subcommand of a service with its settings, and returns its standard output.
///
/// # Errors
/// If the program fails, or takes longer than 5 minutes.
pub async fn run_subcommand(spec: &ServiceSpec, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(&spec.binary);
    // The error is shown to a person, for whom a backtrace is noise.
    command
        .args(arguments)
        .envs(&spec.environment)
        .env("RUST_BACKTRACE", "0");
    let label = format!("{} {}", spec.name, arguments.join(" "));
    command::capture(&label, command, DEADLINE, |_| {}).await
}

/// Returns the services that have a database, in start order.
pub fn services_with_database(topology: &Topology) -> Vec<ServiceSpec> {
    let databases: Vec<_> = Topology::databases().collect();
    topology
        .services()
        .into_iter()
        .filter(|spec| databases.contains(&spec.name.as_str()))
        .collect()
}

/// Creates missing databases, migrates all schemas and sets up the stream.
///
/// # Errors
/// If a server cannot be reached, or a migration fails.
pub async fn prepare_servers(topology: &Topology, postgres_url: &str) -> Result<()> {
    for database in Topology::databases() {
        if create_database(postgres_url, database).await? {
            print_status(&format!("created the database {database}"));
        }
    }
    let specs = services_with_database(topology);
    try_join_all(specs.iter().map(|spec| run_subcommand(spec, &["migrate"]))).await?;
    // Only the operator's user may change the stream.
    let mut setup = specs.into_iter().next().context("no service has a database")?;
    setup
        .environment
        .insert("NATS_URL".to_owned(), topology.nats_url().to_owned());
    run_subcommand(&setup, &["bus", "setup"]).await?;
    Ok(())
}
