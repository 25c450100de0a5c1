//! `cargo xtask test`: runs all checks and tests, and lists those that could not run.

mod admission;
pub(crate) mod alerts;
mod browser;
mod contract;
mod demo;
mod dependencies;
mod deployment;
mod rust_tests;
mod steps;
mod storage;
mod test_shop;

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Context as _, Result};
use local::{Postgres, PostgresOptions};
use tokio::sync::oneshot;
use toolkit::{
    console::{print_error, print_status},
    installation::{Installation, ScratchFolder},
    report::{Outcome, Report, exit_code},
    workspace::Workspace,
};

use steps::Step;

/// Options of `test`.
#[derive(Debug, clap::Args)]
pub(crate) struct TestArguments {
    /// Run only this step and those that it needs; repeatable.
    #[arg(long, value_enum)]
    only: Vec<Step>,
    /// Run the step contract for half an hour, with a random seed.
    #[arg(long)]
    long: bool,
    /// The seed of the calls in the step contract.
    #[arg(long)]
    seed: Option<u64>,
}

/// State shared by the steps.
pub(crate) struct TestRun {
    pub(crate) workspace: Workspace,
    pub(crate) installation: Installation,
    /// The data of the run's own servers and tests.
    scratch: ScratchFolder,
    /// The run's own PostgreSQL, started by the first step that needs it.
    postgres: Option<Postgres>,
    /// Options of the step contract.
    pub(crate) call_generation: contract::CallGeneration,
    /// Dropped when the tests of the crates' insides have ended.
    unit_tests: Option<oneshot::Sender<()>>,
}

impl TestRun {
    /// Returns the address of the run's PostgreSQL, without a database, as the superuser.
    pub(crate) async fn postgres_url(&mut self) -> Result<String> {
        if let Some(server) = &self.postgres {
            return Ok(server.server_url());
        }
        let options = PostgresOptions {
            data: self.scratch.path().join("postgres"),
            port: None,
            fsync: false,
        };
        let server = Postgres::start(options).await?;
        let url = server.server_url();
        self.postgres = Some(server);
        Ok(url)
    }

    /// Returns the folder for temporary files of tests, creating it if missing.
    pub(crate) fn temporary_folder(&self) -> Result<PathBuf> {
        let folder = self.scratch.path().join("tmp");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(folder)
    }
}

/// Runs the steps; fails if one failed.
pub(crate) async fn run(arguments: TestArguments) -> ExitCode {
    exit_code(run_steps(&arguments).await)
}

async fn run_steps(arguments: &TestArguments) -> Result<bool> {
    let workspace = Workspace::find().await?;
    let installation = Installation::open(&workspace.root)?;
    let (unit_tests, unit_tests_ended) = oneshot::channel();
    let mut run = TestRun {
        workspace,
        scratch: installation.create_test_scratch()?,
        installation,
        postgres: None,
        call_generation: contract::CallGeneration::new(arguments.long, arguments.seed),
        unit_tests: Some(unit_tests),
    };
    let (beside, others): (Vec<_>, Vec<_>) = steps::select(&arguments.only)
        .into_iter()
        .partition(|step| step.is_beside());
    let (last, first): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|step| step.needs().iter().any(|needed| needed.is_beside()));
    if !first.contains(&Step::Test) {
        run.unit_tests = None;
    }
    let workspace = run.workspace.clone();
    let steps_in_order = async {
        let results = run_in_order(&mut run, &first, Results::new()).await;
        // They were not run if a step before them failed.
        run.unit_tests = None;
        results
    };
    let (mut results, results_beside) =
        tokio::join!(steps_in_order, run_beside(&workspace, &beside, unit_tests_ended));
    results.extend(results_beside);
    let results = run_in_order(&mut run, &last, results).await;

    let mut report = Report::default();
    for (step, (outcome, seconds)) in results {
        report.add(&step.name(), outcome, seconds);
    }
    if let Some(mut server) = run.postgres {
        server.stop().await?;
    }
    print_status(&report.summary_with_counts());
    Ok(report.has_no_failure())
}

/// The outcomes of steps, each with its duration in seconds.
type Results = BTreeMap<Step, (Outcome, f64)>;

/// Runs steps after those with results, and adds their results.
async fn run_in_order(run: &mut TestRun, steps: &[Step], mut results: Results) -> Results {
    for step in steps {
        print_status(&format!("\n== {} ({})", step.name(), step.about()));
        run_step(*step, &mut results, Box::pin(step.run(run))).await;
    }
    results
}

/// Runs the steps of the web app, while others run. Its tests wait until Rust has compiled and the tests of the crates' insides have
/// ended: from then on the tests of whole programs leave half of the processors idle.
async fn run_beside(
    workspace: &Workspace,
    steps: &[Step],
    unit_tests_ended: oneshot::Receiver<()>,
) -> Results {
    let (tests, others): (Vec<_>, Vec<_>) = steps.iter().copied().partition(|step| *step == Step::WebTest);
    let mut results = run_each_beside(workspace, &others, Results::new()).await;
    if !tests.is_empty() {
        // The sender is dropped without a message.
        unit_tests_ended.await.ok();
        results = run_each_beside(workspace, &tests, results).await;
    }
    results
}

async fn run_each_beside(workspace: &Workspace, steps: &[Step], mut results: Results) -> Results {
    for step in steps {
        run_step(*step, &mut results, Box::pin(step.run_beside(workspace))).await;
        print_status(&format!("\n== {} has ended", step.name()));
    }
    results
}

/// Runs a step, unless one that it needs did not pass, and adds its result.
async fn run_step(step: Step, results: &mut Results, work: impl Future<Output = Result<Outcome>>) {
    let started = Instant::now();
    let failed = step.needs().iter().find(|needed| {
        !results
            .get(needed)
            .is_some_and(|(outcome, _)| outcome.has_passed())
    });
    let outcome = match failed {
        Some(needed) => Outcome::NotRun(format!("it needs {}, which did not pass", needed.name())),
        None => work
            .await
            .unwrap_or_else(|error| Outcome::Failed(format!("{error:#}"))),
    };
    if let Outcome::Failed(reason) = &outcome {
        print_error(&format!("{}: {reason}", step.name()));
    }
    results.insert(step, (outcome, started.elapsed().as_secs_f64()));
}
