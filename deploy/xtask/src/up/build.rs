//! Compiles the services.

use std::{
    fs,
    time::{Duration, Instant},
};

use anyhow::Result;
use local::Topology;
use tokio::process::Command;
use toolkit::{
    command,
    console::print_status,
    workspace::{Profile, Workspace},
};

/// Long enough for a first build on a slow machine.
const TIMEOUT: Duration = Duration::from_hours(1);
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

/// Compiles the programs of all services, and prints the progress.
pub(crate) async fn services(workspace: &Workspace, profile: Profile) -> Result<()> {
    let mut command = Command::new("cargo");
    // The features of the whole workspace, so that the tests and this build share the crates.
    command
        .args(["build", "--workspace", "--profile", profile.name()])
        .current_dir(&workspace.root);
    for program in Topology::programs() {
        command.args(["--bin", program]);
    }
    let started = Instant::now();
    // An upper bound: the lock file includes the crates of other platforms and of tests.
    let lock = fs::read_to_string(workspace.root.join("Cargo.lock")).unwrap_or_default();
    let total = lock.lines().filter(|line| *line == "[[package]]").count();
    let mut compiled = 0_usize;
    let mut last_printed = started;
    command::capture("building the services", command, TIMEOUT, |line| {
        if !line.trim_start().starts_with("Compiling ") {
            return;
        }
        compiled += 1;
        if compiled == 1 {
            print_status("compiling the services (the first time takes minutes)");
        }
        if last_printed.elapsed() > PROGRESS_INTERVAL {
            last_printed = Instant::now();
            print_status(&format!(
                "compiling the services: {compiled} of at most {total} crates started"
            ));
        }
    })
    .await?;
    if compiled > 0 {
        print_status(&format!(
            "compiled the services in {:.0} s",
            started.elapsed().as_secs_f64()
        ));
    }
    Ok(())
}
