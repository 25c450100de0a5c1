//! `cargo xtask bus-cluster`: the loss of servers of a NATS cluster, with servers of its own.

use std::time::Duration;

use anyhow::Result;
use local::{Postgres, PostgresOptions};
use tokio::process::Command;
use toolkit::{command, console::print_status, installation::Installation, workspace::Workspace};

/// Includes the build.
const TIMEOUT: Duration = Duration::from_mins(45);

/// The test that loses the servers.
const TEST: [&str; 5] = [
    "--package",
    "kit",
    "--test",
    "events",
    "cluster::handles_each_event_once_when_leaders_are_killed",
];

/// Options of `bus-cluster`.
#[derive(Debug, clap::Args)]
pub(crate) struct BusClusterArguments {
    /// A running PostgreSQL where the user may create databases; missing = a private one.
    #[arg(long, env = "STOREFRONT_TEST_POSTGRES_URL", hide_env_values = true)]
    postgres_url: Option<String>,
}

/// Runs the test; prints its steps with their durations, and its figures.
pub(crate) async fn run(arguments: BusClusterArguments) -> Result<()> {
    let workspace = Workspace::find().await?;
    let (url, private) = if let Some(url) = arguments.postgres_url {
        (url, None)
    } else {
        let data = Installation::open(&workspace.root)?.create_scratch()?;
        let server = Postgres::start(PostgresOptions {
            data: data.path().to_owned(),
            port: None,
            fsync: false,
        })
        .await?;
        (server.server_url(), Some((server, data)))
    };
    let mut test = Command::new("cargo");
    test.args(["test", "--quiet"])
        .args(TEST)
        .args(["--", "--ignored", "--exact", "--nocapture"])
        .env("STOREFRONT_TEST_POSTGRES_URL", url)
        .current_dir(&workspace.root);
    command::run(test, TIMEOUT).await?;
    if let Some((mut server, _data)) = private {
        server.stop().await?;
    }
    print_status("passed: each event is handled once, and the stream has three current replicas");
    Ok(())
}
