//! Observations of the shop in a running cluster: `cargo xtask cluster test` and `upgrade`.

mod alerts;
mod customer;
mod failover;
mod load;
mod network;
mod objects;
mod pods;
mod rollout;
mod upgrade;

pub(crate) use upgrade::{Upgrade, Versions};

use std::{path::PathBuf, time::Instant};

use anyhow::{Context as _, Result, bail};
use local::Readiness;
use toolkit::{
    console::{print_error, print_status},
    report::{Outcome, Report},
};

use crate::{kubectl::Kubectl, manifests};

/// The overlay and the image of the probes for a cluster that another program started.
const OVERLAY: &str = "k8s/overlays/production";
const PROBE_IMAGE: &str = "docker.io/library/busybox:1.37.0";

/// The reason of the steps that send requests.
const NO_ADDRESS: &str = "it sends requests through the ingress: pass the shop's address with --url";

const NO_FAILOVER: &str = "it kills the primary of PostgreSQL: pass --failover";

const NO_ALERTS: &str = "it lets parts of the cluster fail: pass --alerts";

/// Options of `cluster test`.
#[derive(Debug, clap::Args)]
pub struct ObservationArguments {
    /// The kubeconfig's context of the cluster; its shop is restarted service by service. Missing = the cluster of
    /// `cargo xtask cluster up`.
    #[arg(long)]
    context: Option<String>,
    /// The overlay that the cluster runs: a folder of k8s/overlays, or of your own. Missing = k8s/overlays/production with
    /// `--context`, else that of `up`.
    #[arg(long)]
    overlay: Option<PathBuf>,
    /// The shop's address at the ingress, such as <https://shop.example.com>.
    #[arg(long)]
    url: Option<String>,
    /// An image with the `sh`, `nc` and `timeout` of busybox that the nodes can pull, for the two pods that probe the
    /// network policies. Missing = docker.io/library/busybox:1.37.0 with `--context`, else that of `up`.
    #[arg(long)]
    probe_image: Option<String>,
    /// Also kills the primary of the shop's PostgreSQL cluster, under `CloudNativePG`, while the shop is read and six new
    /// customers fill carts and place up to 80 orders. The orders are cancelled afterwards; the accounts stay.
    #[arg(long)]
    failover: bool,
    /// Also lets parts of the cluster fail, one after the other, until the shop's Prometheus names each: containers, an exporter,
    /// PostgreSQL under `CloudNativePG`, its pooler, the name server. It takes about 40 minutes.
    #[arg(long)]
    alerts: bool,
}

/// The cluster and the shop to observe.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) kubectl: Kubectl,
    pub(crate) overlay: PathBuf,
    pub(crate) url: Option<String>,
    pub(crate) probe_image: String,
    /// Whether to kill the primary of the shop's PostgreSQL cluster, under `CloudNativePG`, while new customers place orders.
    pub(crate) failover: bool,
    /// Whether to let parts of the cluster fail until Prometheus names each.
    pub(crate) alerts: bool,
}

impl ObservationArguments {
    /// Completes the options; without a context from the cluster of `up`.
    ///
    /// # Errors
    /// If there is neither a context nor that cluster.
    pub(crate) fn target(self, find_running: impl FnOnce() -> Option<Target>) -> Result<Target> {
        let default = match &self.context {
            Some(context) => Target {
                kubectl: Kubectl::with_context(context),
                overlay: PathBuf::from(OVERLAY),
                url: None,
                probe_image: PROBE_IMAGE.to_owned(),
                failover: false,
                alerts: false,
            },
            None => find_running().context(
                "no cluster of `cargo xtask cluster up` runs; name another one's context with --context",
            )?,
        };
        Ok(Target {
            kubectl: default.kubectl,
            overlay: self.overlay.unwrap_or(default.overlay),
            url: self.url.or(default.url),
            probe_image: self.probe_image.unwrap_or(default.probe_image),
            failover: self.failover,
            alerts: self.alerts,
        })
    }
}

/// Runs all observations; returns whether none failed.
///
/// # Errors
/// If kubectl is missing or the cluster does not answer.
pub(crate) async fn run(target: &Target) -> Result<bool> {
    let kubectl = &target.kubectl;
    if !kubectl.is_installed().await {
        bail!("kubectl is not installed (https://kubernetes.io/docs/tasks/tools)");
    }
    kubectl.run(&["get", "--raw", "/readyz"]).await?;
    let services = pods::services(kubectl).await?;

    let mut steps = Steps::default();
    steps
        .run("objects", async {
            let objects = manifests::render(kubectl, &target.overlay).await?;
            objects::check(kubectl, &objects).await
        })
        .await;
    steps.run("pods", pods::check(kubectl)).await;
    let url = target.url.as_deref().map(|url| url.trim_end_matches('/'));
    match url {
        Some(url) => steps.run("health", check_health(url)).await,
        None => steps.skip("health", NO_ADDRESS),
    }
    steps
        .run("network", network::check(kubectl, &services, &target.probe_image))
        .await;
    match url {
        Some(url) => {
            steps
                .run("restarts", rollout::check(kubectl, &services, url))
                .await;
        }
        None => steps.skip("restarts", NO_ADDRESS),
    }
    match url {
        Some(url) if target.failover => steps.run("failover", failover::check(kubectl, url)).await,
        Some(_) => steps.skip("failover", NO_FAILOVER),
        None => steps.skip("failover", NO_ADDRESS),
    }
    if target.alerts {
        steps
            .run("alerts", alerts::check(kubectl, &target.probe_image))
            .await;
    } else {
        steps.skip("alerts", NO_ALERTS);
    }
    print_status(&steps.report.summary_with_counts());
    Ok(steps.report.has_no_failure())
}

/// Waits up to five minutes until each pod of the shop is ready or has finished; returns how many there are.
///
/// # Errors
/// If a pod is not ready by then; the error says why.
pub(crate) async fn pods_ready(kubectl: &Kubectl) -> Result<String> {
    pods::check(kubectl).await
}

/// Checks that the gateway is ready, through the ingress.
pub(crate) async fn check_health(url: &str) -> Result<String> {
    let url = format!("{url}/health/ready");
    if !Readiness::Http(url.clone()).is_ready().await {
        bail!("{url} did not return 200 within 2 s");
    }
    Ok(format!("{url} returns 200"))
}

/// The steps. Each runs whatever the result of the others, as each checks another part.
#[derive(Default)]
struct Steps {
    report: Report,
}

impl Steps {
    /// Runs a step, and prints the description of its success or its error.
    async fn run(&mut self, name: &str, step: impl Future<Output = Result<String>>) {
        print_status(&format!("\n== {name}"));
        let started = Instant::now();
        let result = Box::pin(step).await;
        let seconds = started.elapsed().as_secs_f64();
        let outcome = match result {
            Ok(seen) => {
                print_status(&seen);
                Outcome::Passed
            }
            Err(error) => {
                let reason = format!("{error:#}");
                print_error(&reason);
                Outcome::Failed(reason)
            }
        };
        self.report.add(name, outcome, seconds);
    }

    fn skip(&mut self, name: &str, reason: &str) {
        self.report.add(name, Outcome::NotRun(reason.to_owned()), 0.0);
    }
}
