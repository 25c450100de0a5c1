//! The runner, `cargo xtask`: starts a shop on this machine, and runs all checks and tests. The operator's commands are in
//! `deploy/operator`, the container laboratory in `deploy/containers`, the measurements in `deploy/bench`.

mod bench;
mod bus;
mod bus_cluster;
mod designs;
mod drill;
mod generate;
mod prepare;
mod servers;
mod test;
mod up;

use std::{os::unix::process::CommandExt as _, process::ExitCode};

use anyhow::{Context as _, Result};
use clap::Parser;
use operator::staff::StaffCommand;
use toolkit::{command::remove_package_variables, console::print_error};

/// Runs a shop on this machine, fills it, executes the staff's commands, and checks the repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Build and run the shop, until Ctrl-C.
    Up(up::UpArguments),
    /// Add the missing items of deploy/seed to the running shop.
    Seed(SeedArguments),
    /// Execute a command of the staff in the running shop.
    #[command(subcommand)]
    Staff(StaffCommand),
    /// Renew the `.sqlx` folders, against which builds check the SQL without a database.
    Prepare(prepare::PrepareArguments),
    /// Renew the deployment files that follow from the services' topology.
    Generate(generate::GenerateArguments),
    /// Run all checks and tests.
    Test(test::TestArguments),
    /// Build the images and run the manifests, without a cluster; as root on Debian.
    Containers {
        /// Use the images of an earlier run.
        #[arg(long)]
        built: bool,
    },
    /// Run the manifests in a Kubernetes below target/.
    #[command(subcommand)]
    Cluster(cluster::ClusterCommand),
    /// Measure a shop of its own beside the limits of this machine; writes docs/performance.md.
    Bench(bench::MeasurementArguments),
    /// Keep a shop of its own at half load for 30 minutes; writes docs/soak.md.
    Soak(bench::MeasurementArguments),
    /// Let parts of a shop of its own fail, and check what its operators rely on.
    Drill {
        #[arg(value_enum, default_value_t)]
        drill: drill::Drill,
    },
    /// Kill and restart the leaders of a NATS cluster under load, and check that each event is handled once.
    BusCluster(bus_cluster::BusClusterArguments),
    /// Compare what follows from random designs in Rust and in the browser's rules, or read damaged ones.
    Designs(designs::DesignsArguments),
    /// Manage the stream of events.
    #[command(subcommand)]
    Bus(bus::BusCommand),
}

#[derive(Debug, clap::Args)]
struct SeedArguments {
    /// Add a made-up team with a week of quotes, offers and orders, too, and print once how the team signs in.
    #[arg(long)]
    demo: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Up(arguments) => up::run(arguments).await,
        Command::Seed(arguments) => seed(&arguments).await,
        Command::Staff(command) => operator::staff::run(command).await,
        Command::Prepare(arguments) => prepare::run(arguments).await,
        Command::Generate(arguments) => generate::run(arguments).await,
        Command::Test(arguments) => return test::run(arguments).await,
        Command::Containers { built } => exec_containers(built),
        Command::Cluster(command) => cluster::run(command).await,
        Command::Bench(arguments) => bench::exec("bench", arguments).await,
        Command::Soak(arguments) => bench::exec("soak", arguments).await,
        Command::Drill { drill } => drill::run(drill).await,
        Command::BusCluster(arguments) => bus_cluster::run(arguments).await,
        Command::Designs(arguments) => designs::run(arguments).await,
        Command::Bus(command) => bus::run(command).await,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Adds the missing items, and with `--demo` the desk's demo.
async fn seed(arguments: &SeedArguments) -> Result<()> {
    operator::seed::run().await?;
    if arguments.demo {
        operator::demo::run().await?;
    }
    Ok(())
}

/// Replaces this process by the container laboratory, which is compiled only when it is used.
fn exec_containers(built: bool) -> Result<()> {
    let mut command = tokio::process::Command::new("cargo");
    command
        .args(["run", "--quiet", "--package", "containers", "--"])
        .args(built.then_some("--built"))
        .current_dir(local::checkout_root()?);
    remove_package_variables(&mut command);
    Err(command.into_std().exec()).context("cannot start cargo")
}
