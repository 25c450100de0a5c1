//! `cargo xtask`: runs the shop on this machine, fills it, speaks for its staff, and checks all of it.

mod bus;
mod child;
mod clients;
mod console;
mod containers;
mod content;
mod installation;
mod prepare;
mod report;
mod seed;
mod shop;
mod staff;
mod test;
mod up;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

/// Runs the shop on this machine, fills it, speaks for its staff, and checks all of it.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Build the shop and run all of it, until Ctrl-C.
    Up(up::UpArguments),
    /// Add what deploy/seed has and the running shop does not have yet.
    Seed,
    /// Do what the staff does, in the running shop.
    #[command(subcommand)]
    Staff(staff::StaffCommand),
    /// Renew the `.sqlx` folders, by which the SQL is checked without a database.
    Prepare(prepare::PrepareArguments),
    /// Run all checks and tests.
    Test(test::TestArguments),
    /// Build the images and run the manifests, without a cluster; as root on Debian.
    Containers(containers::ContainersArguments),
    /// The stream of events.
    #[command(subcommand)]
    Bus(bus::BusCommand),
}

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Up(arguments) => up::run(arguments).await,
        Command::Seed => seed::run().await,
        Command::Staff(command) => staff::run(command).await,
        Command::Prepare(arguments) => prepare::run(arguments).await,
        Command::Test(arguments) => return test::run(arguments).await,
        Command::Containers(arguments) => return containers::run(arguments).await,
        Command::Bus(command) => bus::run(command).await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            console::complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}
