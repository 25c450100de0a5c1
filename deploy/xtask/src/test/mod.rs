//! `cargo xtask test`: all checks and tests, and an honest list of what was not run.

mod browser;
mod contract;
mod deployment;
mod shop;
mod steps;

use std::{process::ExitCode, time::Instant};

use anyhow::Result;
use local::{Postgres, PostgresOptions};

use crate::{
    console::{complain, say},
    installation::{Installation, Scratch},
    report::{Outcome, Report, exit_code},
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
    exit_code(all(&arguments).await)
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
    let mut report = Report::default();
    for step in steps::chosen(&arguments.only) {
        say(&format!("\n== {} ({})", step.name(), step.about()));
        let began = Instant::now();
        let broken = step
            .needs()
            .iter()
            .find(|needed| !report.has_passed(&needed.name()));
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
        report.add(&step.name(), outcome, began.elapsed().as_secs_f64());
    }
    if let Some((mut server, _data)) = run.postgres {
        server.stop().await?;
    }
    say(&report.text_with_counts());
    Ok(report.is_well())
}
