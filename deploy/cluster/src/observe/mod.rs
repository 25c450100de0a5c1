//! Observations of the shop in a running cluster: `cargo xtask cluster test`.

mod network;
mod objects;
mod pods;
mod rollout;

use std::{path::PathBuf, time::Instant};

use anyhow::{Result, bail};
use local::Readiness;
use toolkit::{
    command::succeeds,
    console::{print_error, print_status},
    report::{Outcome, Report},
};

use crate::{kubectl::Kubectl, manifests};

/// The reason of the steps that send requests.
const NO_ADDRESS: &str = "it sends requests through the ingress: pass the shop's address with --url";

/// Options of `cluster test`.
#[derive(Debug, clap::Args)]
pub struct ObservationArguments {
    /// The kubeconfig's context of the cluster; its shop is restarted service by service.
    #[arg(long)]
    context: String,
    /// The overlay that the cluster runs: a folder of k8s/overlays, or of your own.
    #[arg(long, default_value = "k8s/overlays/production")]
    overlay: PathBuf,
    /// The shop's address at the ingress, such as <https://shop.example.com>.
    #[arg(long)]
    url: Option<String>,
    /// An image with the `sh`, `nc` and `timeout` of busybox that the nodes can pull, for the two pods that probe the
    /// network policies.
    #[arg(long, default_value = "docker.io/library/busybox:1.37.0")]
    probe_image: String,
}

/// Runs all observations; returns whether none failed.
///
/// # Errors
/// If kubectl is missing or the cluster does not answer.
pub(crate) async fn run(arguments: &ObservationArguments) -> Result<bool> {
    if !succeeds("kubectl", &["version", "--client"]).await {
        bail!("kubectl is not installed (https://kubernetes.io/docs/tasks/tools)");
    }
    let kubectl = Kubectl::with_context(&arguments.context);
    kubectl.run(&["get", "--raw", "/readyz"]).await?;
    let services = pods::services(&kubectl).await?;

    let mut steps = Steps::default();
    steps
        .run("objects", async {
            let objects = manifests::render(&kubectl, &arguments.overlay).await?;
            objects::check(&kubectl, &objects).await
        })
        .await;
    steps.run("pods", pods::check(&kubectl)).await;
    let url = arguments.url.as_deref().map(|url| url.trim_end_matches('/'));
    match url {
        Some(url) => steps.run("health", check_health(url)).await,
        None => steps.skip("health", NO_ADDRESS),
    }
    steps
        .run(
            "network",
            network::check(&kubectl, &services, &arguments.probe_image),
        )
        .await;
    match url {
        Some(url) => {
            steps
                .run("restarts", rollout::check(&kubectl, &services, url))
                .await;
        }
        None => steps.skip("restarts", NO_ADDRESS),
    }
    print_status(&steps.report.summary_with_counts());
    Ok(steps.report.has_no_failure())
}

/// Checks that the gateway is ready, through the ingress.
async fn check_health(url: &str) -> Result<String> {
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
