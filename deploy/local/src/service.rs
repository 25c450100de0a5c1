//! A service as a process.

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    path::PathBuf,
    process::{ExitStatus, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use rustix::process::Signal;

use crate::{
    Readiness,
    process::{Process, tied},
};

/// How long a service may finish what it has begun.
const STOP_PATIENCE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(50);

/// What is needed to start a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceSpec {
    /// Its name, such as `catalog`.
    pub name: String,
    /// Its program.
    pub binary: PathBuf,
    /// Its settings, on top of the environment of this process.
    pub environment: BTreeMap<String, String>,
    /// The file that its log is added to.
    pub log: PathBuf,
    /// How it is asked whether it is ready.
    pub readiness: Readiness,
}

/// A running service. It ends with this value, and on Linux with this process even where that is killed.
#[derive(Debug)]
pub struct Service {
    process: Process,
    spec: ServiceSpec,
}

impl Service {
    /// Starts it; it is not ready yet then.
    pub fn start(spec: ServiceSpec) -> Result<Self> {
        if let Some(folder) = spec.log.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        let log = OpenOptions::new().create(true).append(true).open(&spec.log);
        let log = log.with_context(|| format!("{} cannot be written", spec.log.display()))?;
        let mut command = tied(&spec.binary, "KILL");
        command.arg("serve").envs(&spec.environment);
        command
            .stdout(log.try_clone().context("the log cannot be shared")?)
            .stderr(Stdio::from(log));
        Ok(Self {
            process: Process::start(&spec.name, command)?,
            spec,
        })
    }

    /// What it was started from.
    pub fn spec(&self) -> &ServiceSpec {
        &self.spec
    }

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Whether it has ended.
    pub fn has_exited(&mut self) -> bool {
        self.process.exit_status().is_some()
    }

    /// How it ended, where it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.process.exit_status()
    }

    /// Ends it at once (SIGKILL) and waits for the end.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }

    /// Asks it to drain and end (SIGTERM); after 10 s SIGKILL.
    pub async fn stop(&mut self) -> Result<()> {
        self.process.stop(Signal::TERM, STOP_PATIENCE).await
    }

    /// Starts it again from the same settings, running or not.
    pub async fn restart(&mut self) -> Result<()> {
        self.stop().await?;
        *self = Self::start(self.spec.clone())?;
        Ok(())
    }

    /// Waits until it is ready.
    pub async fn wait_ready(&mut self, patience: Duration) -> Result<()> {
        let deadline = Instant::now() + patience;
        loop {
            let is_ready = self.spec.readiness.is_ready().await;
            // Looked at afterwards: where it has ended, somebody else has answered on its port.
            if let Some(status) = self.exit_status() {
                bail!(
                    "{} ended ({status}) before it was ready; see {}",
                    self.spec.name,
                    self.spec.log.display()
                );
            }
            if is_ready {
                return Ok(());
            }
            if Instant::now() > deadline {
                bail!(
                    "{} was not ready within {} s; see {}",
                    self.spec.name,
                    patience.as_secs(),
                    self.spec.log.display()
                );
            }
            tokio::time::sleep(POLL).await;
        }
    }
}
