//! `cargo xtask test`: all checks and tests, and an honest list of what was not run.

mod browser;
mod contract;
mod deployment;
mod shop;
mod steps;

use std::{collections::BTreeMap, process::ExitCode, time::Instant};

use anyhow::Result;
use local::{Postgres, PostgresOptions};

use crate::{
    console::{complain, say, table},
    installation::{Installation, Scratch},
    workspace::Workspace,
};
use steps::Step;

/// What to run.
#[derive(Debug, clap::Args)]
pub(crate) struct TestArguments {
    /// Only this step and what it needs; may be given several times.
    #[arg(long, value_enum)]
    only: Vec<Step>,
    /// Call the contract for half an hour, by other calls each time.
    #[arg(long)]
    long: bool,
    /// What the calls of the contract are made up from; the same seed makes up the same calls.
    #[arg(long)]
    seed: Option<u64>,
}

/// How a step ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It ran, and all was well.
    Passed,
    /// It ran, or tried to, and something is wrong.
    Failed(String),
    /// It could not run here, and why.
    NotRun(String),
}

/// What the steps share.
pub(crate) struct Run {
    /// The checkout.
    pub(crate) workspace: Workspace,
    /// The checkout's installation.
    pub(crate) installation: Installation,
    /// A PostgreSQL for this run alone; started by the first step that needs it.
    postgres: Option<(Postgres, Scratch)>,
    /// Which calls the step of the contract makes up.
    pub(crate) calls: contract::Calls,
}

impl Run {
    /// The address of the run's PostgreSQL, without a database, as a superuser.
    pub(crate) async fn postgres_url(&mut self) -> Result<String> {
        if let Some((server, _)) = &self.postgres {
            return Ok(server.server_url());
        }
        let data = self.installation.scratch()?;
        let options = PostgresOptions {
            data: data.path().to_owned(),
            port: None,
            fsync: false,
        };
        let server = Postgres::start(options).await?;
        let url = server.server_url();
        self.postgres = Some((server, data));
        Ok(url)
    }
}

/// Runs them; the exit code says whether all passed.
pub(crate) async fn run(arguments: TestArguments) -> ExitCode {
    match all(&arguments).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn all(arguments: &TestArguments) -> Result<bool> {
    let workspace = Workspace::find().await?;
    let installation = Installation::of(&workspace.root)?;
    let mut run = Run {
        workspace,
        installation,
        postgres: None,
        calls: contract::Calls::of(arguments.long, arguments.seed),
    };
    let mut outcomes: BTreeMap<Step, (Outcome, f64)> = BTreeMap::new();
    for step in steps::chosen(&arguments.only) {
        say(&format!("\n== {} ({})", step.name(), step.about()));
        let began = Instant::now();
        let broken = step
            .needs()
            .iter()
            .find(|needed| !matches!(outcomes.get(needed), Some((Outcome::Passed, _))));
        let outcome = match broken {
            Some(needed) => Outcome::NotRun(format!("it needs {}, which did not pass", needed.name())),
            None => step
                .run(&mut run)
                .await
                .unwrap_or_else(|error| Outcome::Failed(format!("{error:#}"))),
        };
        if let Outcome::Failed(reason) = &outcome {
            complain(reason);
        }
        outcomes.insert(step, (outcome, began.elapsed().as_secs_f64()));
    }
    if let Some((mut server, _data)) = run.postgres {
        server.stop().await?;
    }
    say(&report(&outcomes));
    Ok(!outcomes
        .values()
        .any(|(outcome, _)| matches!(outcome, Outcome::Failed(_))))
}

/// The steps with their times, those that were not run with their reasons, and last the counts.
fn report(outcomes: &BTreeMap<Step, (Outcome, f64)>) -> String {
    let ran = outcomes.iter().filter_map(|(step, (outcome, seconds))| {
        let word = match outcome {
            Outcome::Passed => "passed",
            Outcome::Failed(_) => "FAILED",
            Outcome::NotRun(_) => return None,
        };
        Some(vec![step.name(), word.to_owned(), format!("{seconds:.0} s")])
    });
    let heading = ["Step", "Outcome", "Time"].map(str::to_owned).to_vec();
    let mut text = format!(
        "\n{}\n",
        table(&std::iter::once(heading).chain(ran).collect::<Vec<_>>())
    );
    let left_out: Vec<_> = outcomes
        .iter()
        .filter_map(|(step, (outcome, _))| match outcome {
            Outcome::NotRun(reason) => Some(format!("  {}: {reason}", step.name())),
            _ => None,
        })
        .collect();
    if !left_out.is_empty() {
        text = format!("{text}\nNOT RUN:\n{}\n", left_out.join("\n"));
    }
    let count =
        |wanted: fn(&Outcome) -> bool| outcomes.values().filter(|(outcome, _)| wanted(outcome)).count();
    let passed = count(|outcome| matches!(outcome, Outcome::Passed));
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    format!("{text}\n{passed} passed, {failed} failed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_names_what_was_not_run_and_ends_with_the_counts() {
        let outcomes = BTreeMap::from([
            (Step::Format, (Outcome::Passed, 1.0)),
            (Step::Lint, (Outcome::Failed("a warning".to_owned()), 2.0)),
            (
                Step::Dependencies,
                (Outcome::NotRun("cargo-deny is not installed".to_owned()), 0.0),
            ),
        ]);
        let report = report(&outcomes);
        assert!(
            report.contains("NOT RUN:\n  dependencies: cargo-deny is not installed"),
            "{report}"
        );
        assert!(report.contains("FAILED"), "{report}");
        assert_eq!(report.lines().last(), Some("1 passed, 1 failed"));
    }
}
