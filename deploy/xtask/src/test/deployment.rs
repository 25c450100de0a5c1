//! Runs the Python checks of `deploy/checks` on the images, compose, the Kubernetes manifests and the Tiltfile.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use anyhow::Result;
use cluster::find_helm;
use local::{Keys, MailOptions, Ports, ServicePorts, Topology, TopologyOptions};
use tokio::process::Command;
use toolkit::{
    command::{self, succeeds},
    python,
    report::Outcome,
};

use super::TestRun;
use crate::generate;

const TIMEOUT: Duration = Duration::from_mins(15);

const REQUIREMENTS: &str = include_str!("../../../checks/requirements.txt");

const WITHOUT_KUBECTL: &str = "kubectl is not installed (https://kubernetes.io/docs/tasks/tools)";

/// Modules that need only Python.
const DEPLOYMENT: &[&str] = &[
    "test_compose",
    "test_documentation",
    "test_images",
    "test_release",
    "test_servers",
    "test_telemetry",
];

/// Modules that need kubectl.
const KUBERNETES: &[&str] = &[
    "test_kubernetes",
    "test_installation",
    "test_bundle",
    "test_connections",
    "test_operators",
    "test_arguments",
    "test_scripts",
    "test_tilt",
    "test_security",
];

/// Modules that need kubectl and Helm.
const CHART: &[&str] = &["test_chart"];

/// Checks the images, compose and the servers' settings.
pub(crate) async fn check_deployment(run: &TestRun) -> Result<Outcome> {
    generate::check(&run.workspace.root)?;
    run_modules(run, DEPLOYMENT).await
}

/// Checks the output of `kubectl kustomize`, and the Tiltfile.
pub(crate) async fn check_kubernetes(run: &TestRun) -> Result<Outcome> {
    if !succeeds("kubectl", &["version", "--client"]).await {
        return Ok(Outcome::NotRun(WITHOUT_KUBECTL.to_owned()));
    }
    run_modules(run, KUBERNETES).await
}

/// Checks the Helm chart. Does not build Helm: that takes minutes, and needs Go.
pub(crate) async fn check_chart(run: &TestRun) -> Result<Outcome> {
    let Some(helm) = find_helm(run.installation.folder()) else {
        return Ok(Outcome::NotRun(
            "Helm is not built; build it once, with Go and some minutes: cargo xtask cluster helm".to_owned(),
        ));
    };
    if !succeeds("kubectl", &["version", "--client"]).await {
        return Ok(Outcome::NotRun(WITHOUT_KUBECTL.to_owned()));
    }
    run_modules_with(run, CHART, &[("HELM_BIN", helm)]).await
}

async fn run_modules(run: &TestRun, modules: &[&str]) -> Result<Outcome> {
    run_modules_with(run, modules, &[]).await
}

/// Runs the modules with the paths of programs in environment variables.
async fn run_modules_with(run: &TestRun, modules: &[&str], programs: &[(&str, PathBuf)]) -> Result<Outcome> {
    let is_new_enough = "import sys, pip; sys.exit(sys.version_info < (3, 10))";
    if !succeeds("python3", &["-c", is_new_enough]).await {
        return Ok(Outcome::NotRun(
            "Python 3.10 or newer with pip is not installed".to_owned(),
        ));
    }
    let tools = run.installation.folder().join("tools/checks");
    python::install_packages("the deployment checks", &tools, REQUIREMENTS).await?;
    let nats_server = tokio::task::spawn_blocking(local::nats_server).await??;
    let mut unittest = Command::new("python3");
    unittest
        .args(["-m", "unittest", "--verbose"])
        .args(modules)
        .current_dir(run.workspace.root.join("deploy/checks"))
        .env("PYTHONPATH", tools)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("NATS_SERVER_BIN", nats_server)
        .envs(programs.iter().map(|(name, path)| (name, path)))
        .env(
            "STOREFRONT_TOPOLOGY",
            serde_json::to_string(&settings_by_service()?)?,
        );
    command::run(unittest, TIMEOUT).await?;
    Ok(Outcome::Passed)
}

/// Returns the names of each service's settings, by service.
fn settings_by_service() -> Result<BTreeMap<String, Vec<String>>> {
    let topology = Topology::new(TopologyOptions {
        binaries: PathBuf::new(),
        postgres_url: "postgres://localhost".to_owned(),
        nats_url: "nats://localhost".to_owned(),
        ports: ServicePorts::any(&mut Ports::default())?,
        keys: Keys {
            caller: String::new(),
            csrf: String::new(),
            refresh: String::new(),
        },
        public_url: "http://localhost".to_owned(),
        web_dist: PathBuf::new(),
        mail: MailOptions::file_based(PathBuf::new()),
        trusted_proxies: None,
        otlp: Some("http://localhost".to_owned()),
        log_folder: PathBuf::new(),
    });
    let services = topology.services().into_iter();
    Ok(services
        .map(|spec| (spec.name, spec.environment.into_keys().collect()))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_include_every_service() {
        let settings = settings_by_service().unwrap();
        assert_eq!(settings.len(), Topology::programs().count());
        assert!(settings["cart"].contains(&"CATALOG_URL".to_owned()));
    }

    #[test]
    fn runs_every_check_module() {
        let folder = local::checkout_root().unwrap().join("deploy/checks");
        let mut modules: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .flatten()
            .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".py")?.to_owned()))
            .filter(|module| module.starts_with("test_"))
            .collect();
        modules.sort();
        let mut run = [DEPLOYMENT, KUBERNETES, CHART].concat();
        run.sort_unstable();
        assert_eq!(modules, run);
    }
}
