//! Helm, for the release of the shop's chart in one cluster.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use tokio::process::Command;
use toolkit::command;

/// The name of the release, and its namespace.
const RELEASE: &str = "storefront";
const NAMESPACE: &str = "--namespace=storefront";

/// Helm waits for the pods at most ten minutes.
const WAIT: [&str; 2] = ["--wait", "--timeout=10m"];
const TIMEOUT: Duration = Duration::from_mins(12);

/// A chart with its values and the plugin that changes what it renders.
#[derive(Debug, Clone)]
pub(crate) struct Helm {
    pub(crate) program: PathBuf,
    /// The folder with the chart `storefront`, `values.yaml` and the plugin `kustomize`.
    pub(crate) folder: PathBuf,
    pub(crate) kubeconfig: PathBuf,
    /// The PATH of the plugin, which calls kubectl.
    pub(crate) path: OsString,
}

impl Helm {
    /// The folder of the chart.
    pub(crate) fn chart(&self) -> PathBuf {
        self.folder.join(RELEASE)
    }

    /// Renders the chart.
    ///
    /// # Errors
    /// If a value is wrong; the error has Helm's message.
    pub(crate) async fn render(&self) -> Result<String> {
        self.run("template", &self.with_chart()).await
    }

    /// Installs or upgrades the release with further values, such as `env.LOG_FILTER=warn`, and waits until it is ready.
    ///
    /// # Errors
    /// If the cluster refuses an object, or a pod is not ready after ten minutes.
    pub(crate) async fn upgrade(&self, values: &[String]) -> Result<()> {
        let mut arguments = self.with_chart();
        arguments.extend(["--install", "--take-ownership"].map(OsString::from));
        arguments.extend(WAIT.map(OsString::from));
        for value in values {
            arguments.extend(["--set-string".into(), value.into()]);
        }
        self.run("upgrade", &arguments).await.map(drop)
    }

    /// Rolls the release back to the revision before, and waits until it is ready.
    ///
    /// # Errors
    /// As [`Self::upgrade`].
    pub(crate) async fn rollback(&self) -> Result<()> {
        let mut arguments = vec![OsString::from(RELEASE)];
        arguments.extend(WAIT.map(OsString::from));
        self.run("rollback", &arguments).await.map(drop)
    }

    /// The arguments that name the release, its chart and values, and the plugin.
    fn with_chart(&self) -> Vec<OsString> {
        vec![
            RELEASE.into(),
            self.chart().into(),
            "--values".into(),
            self.folder.join("values.yaml").into(),
            "--post-renderer".into(),
            "kustomize".into(),
        ]
    }

    async fn run(&self, name: &str, arguments: &[OsString]) -> Result<String> {
        let mut helm = Command::new(&self.program);
        helm.arg(name)
            .args(arguments)
            .arg(NAMESPACE)
            .env("PATH", &self.path)
            .env("KUBECONFIG", &self.kubeconfig)
            .env("HELM_PLUGINS", &self.folder);
        for kind in ["CACHE", "CONFIG", "DATA"] {
            let folder = self.folder.join("helm").join(Path::new(&kind.to_lowercase()));
            helm.env(format!("HELM_{kind}_HOME"), folder);
        }
        command::capture(&format!("helm {name}"), helm, TIMEOUT, |_| {}).await
    }
}
