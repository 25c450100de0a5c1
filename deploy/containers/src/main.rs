//! The container laboratory, `cargo xtask containers`: builds the images and runs the manifests, Prometheus and the
//! tracing on one Debian machine without a cluster or an image registry, and reports what it did not run.

mod base_images;
mod customer;
mod images;
mod metrics;
mod overlay;
mod podman;
mod pods;
mod requirements;
mod spans;
mod trace;

use std::{path::Path, process::ExitCode, time::Instant};

use anyhow::Result;
use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};
use toolkit::{
    console::{print_error, print_status},
    installation::Installation,
    report::{Outcome, Report, exit_code},
};

use customer::Customer;
use overlay::Overlay;
use podman::Podman;

/// Build the images and run the manifests, without a cluster; as root on Debian.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask containers", bin_name = "cargo xtask containers")]
struct Arguments {
    /// Use the images of an earlier run.
    #[arg(long)]
    built: bool,
}

/// Checks that need more than one machine, with the reason.
const NOT_COVERED: [(&str, &str); 3] = [
    (
        "a cluster",
        "load balancing, NetworkPolicies, probes, rollouts, scaling and operators need a cluster",
    ),
    ("pod-logs", "it reads the logs of a cluster's node"),
    (
        "compose",
        "podman runs no health checks without systemd, and compose waits for them",
    ),
];

#[tokio::main]
async fn main() -> ExitCode {
    exit_code(run(&Arguments::parse()).await)
}

/// Runs all steps; returns whether none failed.
async fn run(arguments: &Arguments) -> Result<bool> {
    let root = local::checkout_root()?;
    let installation = Installation::open(&root)?;
    let mut steps = Steps::default();
    if let Some(reason) = requirements::find_missing().await {
        steps.skip("containers", &reason);
        print_status(&steps.report.summary());
        return Ok(true);
    }
    let podman = Podman::in_folder(installation.folder().join("containers"))?;
    let overlay = Overlay::read(&podman, &root).await?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        () = run_steps(&mut steps, arguments, &podman, &overlay, &root) => {}
        _ = interrupt.recv() => steps.fail("the run", "interrupted", 0.0),
        _ = terminate.recv() => steps.fail("the run", "terminated", 0.0),
    }
    if let Err(error) = overlay::remove(&podman).await {
        let reason = format!("cannot remove the containers: {error:#}");
        steps.fail("cleanup", &reason, 0.0);
    }
    let without_image = overlay.workloads_without_image().join(", ");
    steps.skip(&without_image, "there is no registry to pull their images from");
    for (name, reason) in NOT_COVERED {
        steps.skip(name, reason);
    }
    print_status(&steps.report.summary());
    Ok(steps.report.has_no_failure())
}

async fn run_steps(
    steps: &mut Steps,
    arguments: &Arguments,
    podman: &Podman,
    overlay: &Overlay<'_>,
    root: &Path,
) {
    if arguments.built {
        steps.skip("stand-ins, images", "--built uses those of an earlier run");
    } else {
        let about = "base images and servers";
        steps
            .run("stand-ins", about, base_images::build(podman, root))
            .await;
        steps
            .run("images", "the shop's images", images::build(podman, root))
            .await;
    }
    let about = "the manifests of the overlay local";
    steps.run("pods", about, overlay.start()).await;
    let about = "owners and permissions of the schemas";
    steps.run("roles", about, overlay.check_roles()).await;
    let about = "the seed, the page and the products";
    steps.run("shop", about, check_shop(overlay)).await;
    let about = "one order, from the browser to the mail";
    steps.run("trace", about, check_trace(overlay)).await;
    let about = "Prometheus with the shop's rules";
    steps.run("metrics", about, metrics::check(overlay)).await;
}

/// Runs steps in order, and none after a failure.
#[derive(Default)]
struct Steps {
    report: Report,
}

impl Steps {
    async fn run(&mut self, name: &str, about: &str, step: impl Future<Output = Result<()>>) {
        if !self.report.has_no_failure() {
            self.skip(name, "an earlier step did not pass");
            return;
        }
        print_status(&format!("\n== {name} ({about})"));
        let started = Instant::now();
        let outcome = step.await;
        let seconds = started.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => self.report.add(name, Outcome::Passed, seconds),
            Err(error) => self.fail(name, &format!("{error:#}"), seconds),
        }
    }

    fn fail(&mut self, name: &str, reason: &str, seconds: f64) {
        print_error(reason);
        self.report.add(name, Outcome::Failed(reason.to_owned()), seconds);
    }

    fn skip(&mut self, name: &str, reason: &str) {
        self.report.add(name, Outcome::NotRun(reason.to_owned()), 0.0);
    }
}

async fn check_shop(overlay: &Overlay<'_>) -> Result<()> {
    overlay.seed().await?;
    customer(overlay).await?.check_pages().await
}

async fn check_trace(overlay: &Overlay<'_>) -> Result<()> {
    trace::check(overlay, &customer(overlay).await?).await
}

async fn customer(overlay: &Overlay<'_>) -> Result<Customer> {
    Customer::new(format!("http://{}:8080", overlay.address("gateway").await?))
}
