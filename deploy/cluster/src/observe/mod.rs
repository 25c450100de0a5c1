//! Observations of the shop in a running cluster: `cargo xtask cluster test` and `upgrade`.

mod alerts;
mod chart;
mod customer;
mod failover;
mod load;
mod network;
mod objects;
mod pods;
mod postgres;
mod probe;
mod rollout;
mod trace;
mod upgrade;

pub(crate) use upgrade::{Upgrade, Versions};

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;
use local::Readiness;
use toolkit::{
    console::{print_error, print_status},
    report::{Outcome, Report},
};

use crate::{helm::Helm, kubectl::Kubectl, manifests};
use pods::Service;

/// The overlay and the image of the probes for a cluster that another program started.
const OVERLAY: &str = "k8s/overlays/production";
const PROBE_IMAGE: &str = "docker.io/library/busybox:1.37.0";

/// The reason of the step for the shop of the chart.
const NO_CHART: &str = "the shop is not the Helm chart of `cargo xtask cluster up --chart`";

/// The reason of the steps that send requests.
const NO_ADDRESS: &str = "it sends requests through the ingress: pass the shop's address with --url";

/// The reason of the step that reads traces.
const NO_STORES: &str =
    "it reads traces and logs from the stand-ins of Tempo and Loki, which `cluster up --production` starts";

const POSTGRES_TIMEOUT: Duration = Duration::from_mins(10);

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
    /// Run only this observation; repeatable. Missing = all but `trace`, `failover`, `alerts` and `chart`, which disturb the shop.
    #[arg(long, value_enum)]
    only: Vec<Observation>,
    /// Make only the fault of this alert in the step `alerts`; repeatable. Missing = all.
    #[arg(long, value_name = "ALERT")]
    alert: Vec<String>,
}

/// A step of `cluster test`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Observation {
    /// The API server admits every object of the overlay.
    Objects,
    /// Every pod is ready.
    Pods,
    /// The gateway is ready.
    Health,
    /// The network policies.
    Network,
    /// Each service restarts while the shop is read.
    Restarts,
    /// A new customer places an order, whose trace has the spans of seven services. The order is cancelled afterwards; the account
    /// stays.
    Trace,
    /// The primary of PostgreSQL, under `CloudNativePG`, is killed while the shop is read and three new customers fill carts and place up
    /// to 40 orders. The orders are cancelled afterwards; the accounts stay.
    Failover,
    /// Parts of the cluster fail, one after the other, until the shop's Prometheus names each: containers, an exporter, the name
    /// server, Traefik, the certificate, NATS, PostgreSQL under `CloudNativePG`, its pooler. It takes about 25 minutes.
    Alerts,
    /// Helm upgrades the shop of `up --chart` with a changed setting and rolls it back, while it is read.
    Chart,
}

impl Observation {
    /// The name as an option, which is the step's.
    const fn name(self) -> &'static str {
        match self {
            Self::Objects => "objects",
            Self::Pods => "pods",
            Self::Health => "health",
            Self::Network => "network",
            Self::Restarts => "restarts",
            Self::Trace => "trace",
            Self::Failover => "failover",
            Self::Alerts => "alerts",
            Self::Chart => "chart",
        }
    }

    /// Whether it leaves the shop as it is, but for restarts.
    const fn is_gentle(self) -> bool {
        !matches!(self, Self::Trace | Self::Failover | Self::Alerts | Self::Chart)
    }

    /// Whether it sends requests to the shop.
    const fn needs_address(self) -> bool {
        matches!(
            self,
            Self::Health | Self::Restarts | Self::Trace | Self::Failover | Self::Chart
        )
    }
}

/// The cluster and the shop to observe.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) kubectl: Kubectl,
    pub(crate) overlay: PathBuf,
    pub(crate) url: Option<String>,
    pub(crate) probe_image: String,
    /// Helm with the chart that the cluster runs, if it does.
    pub(crate) helm: Option<Helm>,
    /// Whether the stand-ins of Tempo and Loki run, whose files have traces and logs.
    pub(crate) has_telemetry_stores: bool,
    /// The observations to run; none = all that are gentle.
    pub(crate) only: Vec<Observation>,
    /// The alerts whose faults are made; none = all.
    pub(crate) alerts: Vec<String>,
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
                helm: None,
                has_telemetry_stores: false,
                only: Vec::new(),
                alerts: Vec::new(),
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
            helm: default.helm,
            has_telemetry_stores: default.has_telemetry_stores,
            only: self.only,
            alerts: self.alert,
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
    for observation in Observation::value_variants() {
        target.observe(*observation, &services, &mut steps).await;
    }
    print_status(&steps.report.summary_with_counts());
    Ok(steps.report.has_no_failure())
}

impl Target {
    fn includes(&self, observation: Observation) -> bool {
        if self.only.is_empty() {
            observation.is_gentle()
        } else {
            self.only.contains(&observation)
        }
    }

    /// Runs an observation, or notes why it does not run.
    async fn observe(&self, observation: Observation, services: &[Service], steps: &mut Steps) {
        let (kubectl, name) = (&self.kubectl, observation.name());
        if !self.includes(observation) {
            // Those that were not asked for are no news.
            if self.only.is_empty() {
                steps.skip(name, &format!("it disturbs the shop: --only {name}"));
            }
            return;
        }
        let url = self.url.as_deref().map(|url| url.trim_end_matches('/'));
        let url = match url {
            None if observation.needs_address() => return steps.skip(name, NO_ADDRESS),
            url => url.unwrap_or_default(),
        };
        match observation {
            Observation::Objects => {
                let check = async {
                    let objects = manifests::render(kubectl, &self.overlay).await?;
                    objects::check(kubectl, &objects).await
                };
                steps.run(name, check).await;
            }
            Observation::Pods => steps.run(name, pods::check(kubectl)).await,
            Observation::Health => steps.run(name, check_health(url)).await,
            Observation::Network => {
                let check = network::check(kubectl, services, &self.probe_image);
                steps.run(name, check).await;
            }
            Observation::Restarts => steps.run(name, rollout::check(kubectl, services, url)).await,
            Observation::Trace if !self.has_telemetry_stores => steps.skip(name, NO_STORES),
            Observation::Trace => steps.run(name, trace::check(kubectl, url)).await,
            Observation::Failover => steps.run(name, failover::check(kubectl, url)).await,
            Observation::Alerts => {
                let check = alerts::check(kubectl, &self.probe_image, &self.alerts);
                steps.run(name, check).await;
            }
            Observation::Chart => match &self.helm {
                Some(helm) => steps.run(name, chart::check(kubectl, helm, services, url)).await,
                None => steps.skip(name, NO_CHART),
            },
        }
    }
}

/// Waits up to five minutes until each pod of the shop is ready or has finished; returns how many there are.
///
/// # Errors
/// If a pod is not ready by then; the error says why.
pub(crate) async fn pods_ready(kubectl: &Kubectl) -> Result<String> {
    pods::check(kubectl).await
}

/// Waits up to ten minutes until three servers of PostgreSQL, which start one after the other, run as they should.
///
/// # Errors
/// If they do not by then; the error has the operator's phase.
pub(crate) async fn postgres_ready(kubectl: &Kubectl) -> Result<()> {
    postgres::wait_until_healthy(kubectl, POSTGRES_TIMEOUT)
        .await
        .map(drop)
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_step_has_the_name_of_its_option() {
        for observation in Observation::value_variants() {
            let option = observation.to_possible_value().unwrap();
            assert_eq!(option.get_name(), observation.name());
        }
    }

    #[test]
    fn what_disturbs_the_shop_runs_only_by_its_name() {
        let target = |only| Target {
            kubectl: Kubectl::with_kubeconfig(PathBuf::new(), Path::new("a"), Path::new("b")),
            overlay: PathBuf::new(),
            url: None,
            probe_image: String::new(),
            helm: None,
            has_telemetry_stores: false,
            only,
            alerts: Vec::new(),
        };
        let all = target(Vec::new());
        assert!(all.includes(Observation::Restarts));
        for disturbing in [
            Observation::Trace,
            Observation::Failover,
            Observation::Alerts,
            Observation::Chart,
        ] {
            assert!(!all.includes(disturbing), "{}", disturbing.name());
        }
        let one = target(vec![Observation::Failover]);
        assert!(one.includes(Observation::Failover) && !one.includes(Observation::Objects));
    }
}
