//! The images, compose, the manifests of Kubernetes and the Tiltfile, by the Python programs of `deploy/checks`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use local::{Keys, MailOptions, Ports, ServicePorts, Topology, TopologyOptions};
use tokio::process::Command;

use super::Run;
use crate::{
    child::{self, answers, run_shown},
    console::say,
    report::Outcome,
};

/// A first installation on a busy machine.
const INSTALL_DEADLINE: Duration = Duration::from_mins(15);
const DEADLINE: Duration = Duration::from_mins(15);

const REQUIREMENTS: &str = include_str!("../../../checks/requirements.txt");

/// Compose, the images, and the settings of the servers.
const CONTAINERS: &[&str] = &["test_compose", "test_images", "test_servers", "test_telemetry"];

/// What needs kubectl.
const KUBERNETES: &[&str] = &[
    "test_kubernetes",
    "test_operators",
    "test_secrets",
    "test_tilt",
    "test_security",
];

/// Checks what needs Python only.
pub(crate) async fn containers(run: &Run) -> Result<Outcome> {
    check(run, CONTAINERS).await
}

/// Has promtool read the settings and rules of Prometheus and run the tests of the rules.
pub(crate) async fn alerts(run: &Run) -> Result<Outcome> {
    if !answers("promtool", &["--version"]).await {
        return Ok(Outcome::NotRun(
            "promtool is not installed (it comes with Prometheus); that the rules ask for what there is was checked by \
             the step deployment"
                .to_owned(),
        ));
    }
    let folder = run.workspace.root.join("deploy/prometheus");
    let promtool = |arguments: &[&str]| {
        let mut command = Command::new("promtool");
        command.args(arguments).current_dir(&folder);
        command
    };
    run_shown(promtool(&["check", "config", "prometheus.yaml"]), DEADLINE).await?;
    let tests = ["test", "rules", "tests/alerts.yaml", "tests/objectives.yaml"];
    run_shown(promtool(&tests), DEADLINE).await?;
    Ok(Outcome::Passed)
}

/// Checks what `kubectl kustomize` builds.
pub(crate) async fn kubernetes(run: &Run) -> Result<Outcome> {
    if !answers("kubectl", &["version", "--client"]).await {
        return Ok(Outcome::NotRun(
            "kubectl is not installed (https://kubernetes.io/docs/tasks/tools)".to_owned(),
        ));
    }
    check(run, KUBERNETES).await
}

async fn check(run: &Run, modules: &[&str]) -> Result<Outcome> {
    let is_new_enough = "import sys, pip; sys.exit(sys.version_info < (3, 10))";
    if !answers("python3", &["-c", is_new_enough]).await {
        return Ok(Outcome::NotRun(
            "there is no Python 3.10 or newer with pip".to_owned(),
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
        .env("STOREFRONT_TOPOLOGY", serde_json::to_string(&settings()?)?);
    run_shown(python, DEADLINE).await?;
    Ok(Outcome::Passed)
}

/// The pinned packages, installed once.
async fn install(folder: &Path) -> Result<PathBuf> {
    // Written last: a broken installation has none.
    let installed = folder.join("installed.txt");
    if std::fs::read_to_string(&installed).is_ok_and(|there| there == REQUIREMENTS) {
        return Ok(folder.to_owned());
    }
    say(&format!(
        "installing what checks the deployment into {} (once)",
        folder.display()
    ));
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    std::fs::write(folder.join("requirements.txt"), REQUIREMENTS)
        .context("requirements.txt cannot be written")?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--no-deps", "--require-hashes", "--only-binary", ":all:"])
        .args(["--target", ".", "--requirement", "requirements.txt"])
        .current_dir(folder);
    child::run("installing the checks", pip, INSTALL_DEADLINE, |_| {}).await?;
    std::fs::write(&installed, REQUIREMENTS).context("installed.txt cannot be written")?;
    Ok(folder.to_owned())
}

/// The names of the settings that each service is given, by the service's name.
fn settings() -> Result<BTreeMap<String, Vec<String>>> {
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
        mail: MailOptions::into_folder(PathBuf::new()),
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
    fn the_checks_are_told_of_every_service() {
        let settings = settings().unwrap();
        assert_eq!(settings.len(), Topology::programs().count());
        assert!(settings["cart"].contains(&"CATALOG_URL".to_owned()));
    }

    #[test]
    fn every_module_of_the_checks_is_run() {
        let folder = local::checkout().unwrap().join("deploy/checks");
        let mut modules: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .flatten()
            .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".py")?.to_owned()))
            .filter(|module| module.starts_with("test_"))
            .collect();
        modules.sort();
        let mut run = [CONTAINERS, KUBERNETES].concat();
        run.sort_unstable();
        assert_eq!(modules, run);
    }
}
