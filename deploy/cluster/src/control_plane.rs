//! etcd and an API server on free ports of the loopback address, until they are dropped.

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use local::{
    Ports,
    process::{Process, command_with_death_signal},
};
use rustix::process::Signal;

use crate::{
    kubectl::Kubectl,
    pki::Pki,
    programs::Programs,
    servers::{self, Options, end_of_log},
};

const READY_TIMEOUT: Duration = Duration::from_mins(2);
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// A running control plane without controllers and nodes. An API server alone admits objects: it sets their defaults,
/// validates them, and runs the admission plugins.
#[derive(Debug)]
pub(crate) struct ControlPlane {
    api_server: Process,
    etcd: Process,
    /// kubectl as the cluster's administrator.
    pub(crate) kubectl: Kubectl,
}

impl ControlPlane {
    /// Starts a control plane with its data in an existing folder, and waits until it is ready.
    ///
    /// # Errors
    /// If a program cannot be started, or is not ready within two minutes; the error shows the end of its log.
    pub(crate) async fn start(programs: &Programs, folder: &Path) -> Result<Self> {
        let mut ports = Ports::default();
        let client = format!("http://127.0.0.1:{}", ports.any()?);
        let peer = format!("http://127.0.0.1:{}", ports.any()?);
        let port = ports.any()?;
        let etcd = start(programs, folder, "etcd", &servers::etcd(folder, &client, &peer))?;
        let pki = Pki::create(folder).await?;
        pki.sign(
            "apiserver",
            "/CN=kube-apiserver",
            &["DNS:localhost", "IP:127.0.0.1"],
        )
        .await?;
        pki.sign("admin", "/O=system:masters/CN=admin", &[]).await?;
        let mut options = servers::api_server(&client, "127.0.0.1", port, &pki);
        options.extend([
            ("endpoint-reconciler-type", "none".to_owned()),
            ("authorization-mode", "RBAC".to_owned()),
        ]);
        let api_server = start(programs, folder, "kube-apiserver", &options)?;
        let kubeconfig = pki.write_kubeconfig("admin", &format!("https://127.0.0.1:{port}"))?;
        let kubectl = Kubectl::with_kubeconfig(programs.path("kubectl"), &kubeconfig, &folder.join("cache"));
        let mut control_plane = Self {
            api_server,
            etcd,
            kubectl,
        };
        control_plane.wait_ready(folder).await?;
        Ok(control_plane)
    }

    async fn wait_ready(&mut self, folder: &Path) -> Result<()> {
        let deadline = Instant::now() + READY_TIMEOUT;
        loop {
            if self.kubectl.call(&["get", "--raw", "/readyz"], "").await?.code == 0 {
                return Ok(());
            }
            for (name, process) in [("etcd", &mut self.etcd), ("kube-apiserver", &mut self.api_server)] {
                if let Some(status) = process.exit_status() {
                    bail!("{name} exited ({status}):\n{}", end_of_log(&log(folder, name)));
                }
            }
            if Instant::now() > deadline {
                bail!(
                    "the API server was not ready within {} s:\n{}",
                    READY_TIMEOUT.as_secs(),
                    end_of_log(&log(folder, "kube-apiserver"))
                );
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Stops both processes, the API server first, because it does not end by itself without etcd.
    pub(crate) async fn stop(mut self) -> Result<()> {
        self.api_server.stop(Signal::TERM, STOP_TIMEOUT).await?;
        self.etcd.stop(Signal::TERM, STOP_TIMEOUT).await
    }
}

/// Starts a program with options and a log file.
fn start(programs: &Programs, folder: &Path, program: &str, options: &Options) -> Result<Process> {
    let path = log(folder, program);
    let log = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    let mut command = command_with_death_signal(&programs.path(program), "KILL");
    command
        .args(servers::arguments(options))
        .stdout(log.try_clone().context("cannot share the log file")?)
        .stderr(Stdio::from(log));
    Process::start(program, command)
}

fn log(folder: &Path, program: &str) -> PathBuf {
    folder.join(format!("{program}.log"))
}
