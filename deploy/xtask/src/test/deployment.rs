//! Runs the Python checks of `deploy/checks` on the images, compose, the Kubernetes manifests and the Tiltfile.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use local::{Keys, MailOptions, Ports, ServicePorts, Topology, TopologyOptions};
use tokio::process::Command;
use toolkit::{
    command::{self, succeeds},
    console::print_status,
    report::Outcome,
};

use super::TestRun;
use crate::generate;

/// Long enough for a first installation on a busy machine.
const INSTALL_TIMEOUT: Duration = Duration::from_mins(15);
const TIMEOUT: Duration = Duration::from_mins(15);

const REQUIREMENTS: &str = include_str!("../../../checks/requirements.txt");

/// Modules that need only Python.
const DEPLOYMENT: &[&str] = &["test_compose", "test_images", "test_servers", "test_telemetry"];

/// Modules that need kubectl.
const KUBERNETES: &[&str] = &[
    "test_kubernetes",
    "test_operators",
    "test_secrets",
    "test_tilt",
    "test_security",
];

/// Checks the images, compose and the servers' settings.
pub(crate) async fn check_deployment(run: &TestRun) -> Result<Outcome> {
    generate::check(&run.workspace.root)?;
    run_modules(run, DEPLOYMENT).await
}

/// Validates Prometheus's settings and runs the tests of its rules, with promtool.
pub(crate) async fn check_alerts(run: &TestRun) -> Result<Outcome> {
    if !succeeds("promtool", &["--version"]).await {
        return Ok(Outcome::NotRun(
            "promtool is not installed (it comes with Prometheus); the step deployment checks the names in the rules"
                .to_owned(),
        ));
    }
    let folder = run.workspace.root.join("deploy/prometheus");
    let promtool = |arguments: &[&str]| {
        let mut command = Command::new("promtool");
        command.args(arguments).current_dir(&folder);
        command
    };
    command::run(promtool(&["check", "config", "prometheus.yaml"]), TIMEOUT).await?;
    let tests = ["test", "rules", "tests/alerts.yaml", "tests/objectives.yaml"];
    command::run(promtool(&tests), TIMEOUT).await?;
    Ok(Outcome::Passed)
}

/// Checks the output of `kubectl kustomize`, and the Tiltfile.
pub(crate) async fn check_kubernetes(run: &TestRun) -> Result<Outcome> {
    if !succeeds("kubectl", &["version", "--client"]).await {
        return Ok(Outcome::NotRun(
            "kubectl is not installed (https://kubernetes.io/docs/tasks/tools)".to_owned(),
        ));
    }
    run_modules(run, KUBERNETES).await
}

async fn run_modules(run: &TestRun, modules: &[&str]) -> Result<Outcome> {
    let is_new_enough = "import sys, pip; sys.exit(sys.version_info < (3, 10))";
    if !succeeds("python3", &["-c", is_new_enough]).await {
        return Ok(Outcome::NotRun(
            "Python 3.10 or newer with pip is not installed".to_owned(),
        ));
    }
    let tools = install(&run.installation.folder().join("tools/checks")).await?;
    let nats_server = tokio::task::spawn_blocking(local::nats_server).await??;
    let mut python = Command::new("python3");
    python
        .args(["-m", "unittest", "--verbose"])
        .args(modules)
        .current_dir(run.workspace.root.join("deploy/checks"))
        .env("PYTHONPATH", tools)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("NATS_SERVER_BIN", nats_server)
        .env(
            "STOREFRONT_TOPOLOGY",
            serde_json::to_string(&settings_by_service()?)?,
        );
    command::run(python, TIMEOUT).await?;
    Ok(Outcome::Passed)
}

/// Installs the pinned packages unless they are installed.
async fn install(folder: &Path) -> Result<PathBuf> {
    // Written last, to mark the installation as complete.
    let installed = folder.join("installed.txt");
    if std::fs::read_to_string(&installed).is_ok_and(|installed| installed == REQUIREMENTS) {
        return Ok(folder.to_owned());
    }
    print_status(&format!(
        "installing the packages of the deployment checks into {} (once)",
        folder.display()
    ));
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    std::fs::write(folder.join("requirements.txt"), REQUIREMENTS).context("cannot write requirements.txt")?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--no-deps", "--require-hashes", "--only-binary", ":all:"])
        .args(["--target", ".", "--requirement", "requirements.txt"])
        .current_dir(folder);
    command::capture("installing the checks", pip, INSTALL_TIMEOUT, |_| {}).await?;
    std::fs::write(&installed, REQUIREMENTS).context("cannot write installed.txt")?;
    Ok(folder.to_owned())
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
        let mut run = [DEPLOYMENT, KUBERNETES].concat();
        run.sort_unstable();
        assert_eq!(modules, run);
    }
}
