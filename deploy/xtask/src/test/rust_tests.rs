//! Runs the Rust tests: those of the crates' insides beside those of whole programs, which wait for restarts and
//! timers much of their time.

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use tokio::process::Command;
use toolkit::{command, console::print_status, report::Outcome};

use super::{
    TestRun,
    steps::{TIMEOUT, linting_cargo},
};

/// Tests within the crates.
const UNIT_TESTS: [&str; 2] = ["--lib", "--bins"];

/// Tests in the crates' `tests` folders.
const INTEGRATION_TESTS: [&str; 2] = ["--test", "*"];

/// Compiles all tests, then runs them in two groups at once. The second group's output is printed at its end.
pub(super) async fn run(run: &mut TestRun) -> Result<Outcome> {
    command::run(cargo_test(run, &["--all-targets", "--no-run"]).await?, TIMEOUT).await?;

    let integration_tests = cargo_test(run, &INTEGRATION_TESTS).await?;
    let unit_tests = cargo_test(run, &UNIT_TESTS).await?;
    let mut output = String::new();
    let (integration_tests, unit_tests) = tokio::join!(
        command::run(integration_tests, TIMEOUT),
        command::capture("unit tests", unit_tests, TIMEOUT, |line| {
            let _ = writeln!(output, "{line}");
        })
    );
    print_status(&output);
    let documentation_tests = command::run(cargo_test(run, &["--doc"]).await?, TIMEOUT).await;

    let failed: Vec<_> = [
        ("unit tests", unit_tests.is_err()),
        ("integration tests", integration_tests.is_err()),
        ("documentation tests", documentation_tests.is_err()),
    ]
    .into_iter()
    .filter_map(|(name, has_failed)| has_failed.then_some(name))
    .collect();
    ensure!(failed.is_empty(), "{} failed", failed.join(", "));
    Ok(Outcome::Passed)
}

async fn cargo_test(run: &mut TestRun, arguments: &[&str]) -> Result<Command> {
    let mut command = linting_cargo(&run.workspace, &["test", "--workspace", "--no-fail-fast"]);
    command
        .args(arguments)
        .env("STOREFRONT_TEST_POSTGRES_URL", run.postgres_url().await?)
        .env("TMPDIR", run.temporary_folder()?);
    Ok(command)
}
