//! `cargo xtask designs`: random designs have one outcome by the crate `rules` and by the browser's rules, which are two programs
//! of one rule book.

use std::{collections::BTreeSet, io::Write as _, process::Stdio, time::Duration};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use designs::{Difference, Outcome};
use rules::{Design, PriceBook, Rates};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    process::{ChildStdin, ChildStdout, Command},
    sync::mpsc,
    task::JoinSet,
    time::{Instant, timeout},
};
use toolkit::{command::remove_package_variables, console::print_status, workspace::Workspace};

use crate::up::web;

/// Longer than a million designs take on a busy machine.
const TIMEOUT: Duration = Duration::from_hours(2);

/// Designs that are sent before their answers are read.
const AHEAD: usize = 256;

/// Inputs of a round of the fuzz run.
const ROUND: u32 = 10_000;

/// Options of `designs`.
#[derive(Debug, clap::Args)]
pub(crate) struct DesignsArguments {
    /// The number of designs.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// The seed; equal seeds give equal designs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Read damaged codes and JSON of designs instead, for so many seconds.
    #[arg(long, value_name = "SECONDS", conflicts_with = "count", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    fuzz: Option<u64>,
}

/// Runs the command.
pub(crate) async fn run(arguments: DesignsArguments) -> Result<()> {
    if let Some(seconds) = arguments.fuzz {
        let (seed, limit) = (arguments.seed, Duration::from_secs(seconds));
        let summary = tokio::task::spawn_blocking(move || fuzz(seed, limit)).await??;
        print_status(&summary);
        return Ok(());
    }
    let workspace = Workspace::find().await?;
    web::install(&workspace).await?;
    let started = Instant::now();
    let summary = compare(&workspace, arguments.count, arguments.seed).await?;
    let seconds = started.elapsed().as_secs_f64();
    print_status(&format!("{summary}, in {seconds:.0} s"));
    Ok(())
}

/// Reads damaged codes and JSON in rounds until the time is over, and returns a sentence on them.
fn fuzz(seed: u64, limit: Duration) -> Result<String> {
    let started = Instant::now();
    let (mut read, mut designs, mut rounds) = (0_u64, 0_u64, 0);
    while started.elapsed() < limit {
        let round = seed.wrapping_add(rounds);
        let inputs = designs::read_inputs(ROUND, round);
        let inputs = inputs.map_err(|error| anyhow!("round {round}: {error}"))?;
        read += u64::from(inputs.read);
        designs += u64::from(inputs.designs);
        rounds += 1;
    }
    Ok(format!(
        "{read} codes and JSON, from seed {seed} in {rounds} rounds, were refused or gave their design back: {designs} are designs"
    ))
}

/// Compares the outcomes of random designs, and returns a sentence on them.
///
/// # Errors
///
/// Fails with the first design whose outcomes differ.
pub(crate) async fn compare(workspace: &Workspace, count: u32, seed: u64) -> Result<String> {
    let book: PriceBook = serde_json::from_str(rules::MADE_UP_PRICE_BOOK)?;
    let rates = book.rates()?;
    let mut file = tempfile::NamedTempFile::new().context("cannot create a file for the rates")?;
    serde_json::to_writer(&mut file, &rates)?;
    file.flush()?;

    let mut command = Command::new("node");
    command
        .arg("scripts/rules-twin.mjs")
        .arg(file.path())
        .current_dir(workspace.web())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    remove_package_variables(&mut command);
    let mut twin = command.spawn().context("cannot start node")?;
    let stdin = twin.stdin.take().context("a child without an input")?;
    let stdout = twin.stdout.take().context("a child without an output")?;

    // Tasks of their own, as they compute much. Dropping the set ends both.
    let mut tasks = JoinSet::new();
    let (sender, receiver) = mpsc::channel(AHEAD);
    tasks.spawn(async move {
        send(stdin, sender, count, seed).await?;
        Ok(None)
    });
    tasks.spawn(async move {
        let summary = receive(stdout, receiver, &rates).await?;
        Ok(Some(summary))
    });
    let finished = timeout(TIMEOUT, finish(&mut tasks)).await;
    let summary = finished.context("the comparison takes too long")??;
    ensure!(
        summary.designs == count,
        "{} of {count} designs were compared",
        summary.designs
    );
    Ok(summary.sentence(seed))
}

/// Waits for all tasks, or for the first error.
async fn finish(tasks: &mut JoinSet<Result<Option<Summary>>>) -> Result<Summary> {
    let mut summary = None;
    while let Some(task) = tasks.join_next().await {
        summary = task.context("a task of the comparison panicked")??.or(summary);
    }
    summary.context("a comparison without a result")
}

/// Sends designs to the browser's rules, one a line.
async fn send(mut twin: ChildStdin, sent: mpsc::Sender<Design>, count: u32, seed: u64) -> Result<()> {
    for (design, _) in designs::designs(seed).zip(0..count) {
        let line = format!("{}\n", design.to_json());
        // The other side has ended, with the error to report.
        if sent.send(design).await.is_err() || twin.write_all(line.as_bytes()).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// Compares the answers with the outcomes in Rust.
async fn receive(twin: ChildStdout, mut sent: mpsc::Receiver<Design>, rates: &Rates) -> Result<Summary> {
    let mut answers = BufReader::new(twin).lines();
    let mut summary = Summary::default();
    while let Some(design) = sent.recv().await {
        let outcome = Outcome::of(&design, rates)?;
        let answer = answers.next_line().await?;
        let answer = answer.context("the browser's rules ended before the last design")?;
        if let Some(difference) = difference(&outcome, &answer)? {
            bail!(
                "design {} {} has two outcomes: {}",
                summary.designs + 1,
                outcome.code,
                difference.describe("Rust", "TypeScript")
            );
        }
        summary.add(&outcome);
    }
    Ok(summary)
}

/// Returns the first difference of an outcome and an answer.
fn difference(outcome: &Outcome, answer: &str) -> Result<Option<Difference>> {
    // Most answers are equal to the byte, which is faster to see.
    if serde_json::to_string(outcome)? == answer {
        return Ok(None);
    }
    let answer: Value = serde_json::from_str(answer).context("an answer that is no JSON")?;
    Ok(Difference::first(&serde_json::to_value(outcome)?, &answer))
}

/// Counts of the compared designs.
#[derive(Default)]
struct Summary {
    designs: u32,
    built: u32,
    checks: BTreeSet<&'static str>,
}

impl Summary {
    fn add(&mut self, outcome: &Outcome) {
        self.designs += 1;
        self.built += u32::from(outcome.is_built());
        self.checks.extend(outcome.checks.iter().map(|check| check.key));
    }

    fn sentence(&self, seed: u64) -> String {
        format!(
            "{} designs of seed {seed} have one outcome in Rust and TypeScript: {} can be built, {} kinds of checks occur",
            self.designs,
            self.built,
            self.checks.len()
        )
    }
}
