//! `cargo xtask drill`: the restore of docs/operations/restore.md on this machine, with servers of its own.

use std::time::Duration;

use anyhow::Result;
use tokio::process::Command;
use toolkit::{command, console::print_status, workspace::Workspace};

const BUILD_TIMEOUT: Duration = Duration::from_mins(40);
const TIMEOUT: Duration = Duration::from_mins(20);

/// The test that is the drill.
const TEST: [&str; 5] = [
    "--package",
    "gateway",
    "--test",
    "chaos",
    "drill::restores_all_databases_to_one_moment",
];

/// Builds the programs and runs the drill; prints its steps with their durations.
pub(crate) async fn run() -> Result<()> {
    let workspace = Workspace::find().await?;
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(&workspace.root);
        command
    };
    command::run(cargo(&["build", "--workspace", "--bins"]), BUILD_TIMEOUT).await?;
    let mut test = cargo(&["test", "--quiet"]);
    test.args(TEST)
        .args(["--", "--ignored", "--exact", "--nocapture"]);
    command::run(test, BUILD_TIMEOUT + TIMEOUT).await?;
    print_status("passed: the databases agree, and no order from before the moment is missing");
    Ok(())
}
