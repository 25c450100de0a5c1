//! The operator's program in containers and clusters, which have no checkout and no Rust: it calls the services of
//! `SHOP_SERVICES`, signed with `SIGNING_KEYS`. With a checkout, `cargo xtask` has the same commands.

use std::process::ExitCode;

use clap::Parser;
use operator::{seed, staff, staff::StaffCommand};
use toolkit::console::print_error;

/// Fills a running shop, and executes the staff's commands.
#[derive(Debug, Parser)]
#[command(name = "operator")]
enum Command {
    /// Add the missing items of the seed.
    Seed,
    /// Execute a command of the staff.
    #[command(subcommand)]
    Staff(StaffCommand),
}

#[tokio::main]
async fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::Seed => seed::run().await,
        Command::Staff(command) => staff::run(command).await,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn has_the_seed_and_the_staff_commands() {
        Command::command().debug_assert();
        assert!(matches!(
            Command::try_parse_from(["operator", "seed"]),
            Ok(Command::Seed)
        ));
        let staff = Command::try_parse_from(["operator", "staff", "orders"]);
        assert!(matches!(staff, Ok(Command::Staff(StaffCommand::Orders(_)))));
    }
}
