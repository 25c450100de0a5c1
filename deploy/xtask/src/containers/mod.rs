//! `cargo xtask containers`: the images, the manifests, Prometheus and the traces, really built and run on one Debian
//! machine that has neither a cluster nor a registry of images, and an honest list of what was not run.

mod bases;
mod images;
mod metrics;
mod needs;
mod patience;
mod played;
mod podman;
mod pods;
mod spans;
mod trace;
mod visitor;

use std::{path::Path, process::ExitCode, time::Instant};

use anyhow::Result;
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    console::{complain, say},
    installation::Installation,
    report::{Outcome, Report, exit_code},
    workspace::Workspace,
};
use played::Played;
use podman::Podman;
use visitor::Visitor;

/// How to run it.
#[derive(Debug, clap::Args)]
pub(crate) struct ContainersArguments {
    /// Take the images that an earlier run has built, as they are.
    #[arg(long)]
    built: bool,
}

/// What no run of this kind shows, and why.
const NEVER_RUN: [(&str, &str); 3] = [
    (
        "a cluster",
        "Services that balance, NetworkPolicies, probes, rollouts, scaling and operators take a cluster",
    ),
    ("pod-logs", "it reads the logs of a cluster's node"),
    (
        "compose",
        "podman asks no container how it is without systemd, and compose waits for the answers",
    ),
];

/// Runs all of it; the exit code says whether nothing failed.
pub(crate) async fn run(arguments: ContainersArguments) -> ExitCode {
    exit_code(all(&arguments).await)
}

async fn all(arguments: &ContainersArguments) -> Result<bool> {
    let workspace = Workspace::find().await?;
    let installation = Installation::of(&workspace.root)?;
    let mut steps = Steps::default();
    if let Some(lacking) = needs::lacking().await {
        steps.leave_out("containers", &lacking);
        say(&steps.report.text());
        return Ok(true);
    }
    let podman = Podman::in_folder(installation.folder().join("containers"))?;
    let played = Played::read(&podman, &workspace.root).await?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        () = take(&mut steps, arguments, &podman, &played, &workspace.root) => {}
        _ = interrupt.recv() => steps.fail("the run", "it was interrupted", 0.0),
        _ = terminate.recv() => steps.fail("the run", "it was asked to end", 0.0),
    }
    if let Err(error) = played::remove(&podman).await {
        let reason = format!("what was started could not be removed: {error:#}");
        steps.fail("the end", &reason, 0.0);
    }
    let left_out = played.left_out().join(", ");
    steps.leave_out(&left_out, "there is no registry to take their images from");
    for (what, reason) in NEVER_RUN {
        steps.leave_out(what, reason);
    }
    say(&steps.report.text());
    Ok(steps.report.is_well())
}

/// All steps, in their order.
async fn take(
    steps: &mut Steps,
    arguments: &ContainersArguments,
    podman: &Podman,
    played: &Played<'_>,
    root: &Path,
) {
    if arguments.built {
        steps.leave_out("stand-ins, images", "those of an earlier run were asked for");
    } else {
        let about = "the images that ours begin with";
        steps.take("stand-ins", about, bases::make(podman, root)).await;
        steps.take("images", "our own", images::build(podman, root)).await;
    }
    let about = "the manifests of the overlay local";
    steps.take("pods", about, played.start()).await;
    let about = "who made the schemas, and who may not";
    steps.take("roles", about, played.check_roles()).await;
    let about = "the seed, the page and the products";
    steps.take("shop", about, shop(played)).await;
    let about = "one order, from the browser to the mail";
    steps.take("trace", about, order(played)).await;
    let about = "Prometheus with our rules";
    steps.take("metrics", about, metrics::check(played)).await;
}

/// Takes one step after the other, none after one that failed.
#[derive(Default)]
struct Steps {
    report: Report,
}

impl Steps {
    async fn take(&mut self, name: &str, about: &str, step: impl Future<Output = Result<()>>) {
        if !self.report.is_well() {
            self.leave_out(name, "a step before it did not pass");
            return;
        }
        say(&format!("\n== {name} ({about})"));
        let began = Instant::now();
        let outcome = step.await;
        let seconds = began.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => self.report.add(name, Outcome::Passed, seconds),
            Err(error) => self.fail(name, &format!("{error:#}"), seconds),
        }
    }

    fn fail(&mut self, name: &str, reason: &str, seconds: f64) {
        complain(reason);
        self.report.add(name, Outcome::Failed(reason.to_owned()), seconds);
    }

    fn leave_out(&mut self, name: &str, reason: &str) {
        self.report.add(name, Outcome::NotRun(reason.to_owned()), 0.0);
    }
}

async fn shop(played: &Played<'_>) -> Result<()> {
    played.fill().await?;
    visitor(played).await?.look().await
}

async fn order(played: &Played<'_>) -> Result<()> {
    trace::follow(played, &visitor(played).await?).await
}

async fn visitor(played: &Played<'_>) -> Result<Visitor> {
    Visitor::new(format!("http://{}:8080", played.address("gateway").await?))
}
