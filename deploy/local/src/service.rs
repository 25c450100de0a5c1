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
    process::{Process, command_with_death_signal},
};

/// The time that a service has to finish requests in progress.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The setting of the C library's allocator, as in the images. By default it keeps up to eight arenas for each core of the machine,
/// each with freed memory of its own.
const ALLOCATOR_SETTING: (&str, &str) = ("MALLOC_ARENA_MAX", "2");

/// The program and settings of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceSpec {
    /// The name, such as `catalog`.
    pub name: String,
    /// The program's path.
    pub binary: PathBuf,
    /// Settings, added to the environment of this process.
    pub environment: BTreeMap<String, String>,
    /// The file that the log is appended to.
    pub log: PathBuf,
    /// The readiness check.
    pub readiness: Readiness,
}

/// A running service. It ends on drop, and on Linux also when this process is killed.
#[derive(Debug)]
pub struct Service {
    process: Process,
    spec: ServiceSpec,
}

impl Service {
    /// Starts a service without waiting until it is ready.
    pub fn start(spec: ServiceSpec) -> Result<Self> {
        if let Some(folder) = spec.log.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        let log = OpenOptions::new().create(true).append(true).open(&spec.log);
        let log = log.with_context(|| format!("cannot write {}", spec.log.display()))?;
        let mut command = command_with_death_signal(&spec.binary, "KILL");
        let (setting, value) = ALLOCATOR_SETTING;
        command.arg("serve").env(setting, value).envs(&spec.environment);
        command
            .stdout(log.try_clone().context("cannot share the log file")?)
            .stderr(Stdio::from(log));
        Ok(Self {
            process: Process::start(&spec.name, command)?,
            spec,
        })
    }

    /// The program and settings.
    pub fn spec(&self) -> &ServiceSpec {
        &self.spec
    }

    /// The process id.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Whether the process has exited.
    pub fn has_exited(&mut self) -> bool {
        self.process.exit_status().is_some()
    }

    /// The exit status; `None` while the process runs.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.process.exit_status()
    }

    /// Sends SIGKILL and waits for the exit.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }

    /// Sends SIGTERM, on which the service drains; sends SIGKILL after 10 s.
    pub async fn stop(&mut self) -> Result<()> {
        self.process.stop(Signal::TERM, STOP_TIMEOUT).await
    }

    /// Starts the service again with the same settings, stopping it first if it runs.
    pub async fn restart(&mut self) -> Result<()> {
        self.stop().await?;
        *self = Self::start(self.spec.clone())?;
        Ok(())
    }

    /// Waits until the service is ready.
    ///
    /// # Errors
    /// If it exits or is not ready within `timeout`; the error names its log file.
    pub async fn wait_ready(&mut self, timeout: Duration) -> Result<()> {
        let deadline = Instant::now() + timeout;
        loop {
            let is_ready = self.spec.readiness.is_ready().await;
            // Checked last: if the service has exited, another process answered on its port.
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
                    timeout.as_secs(),
                    self.spec.log.display()
                );
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allocator_is_set_as_in_the_images() {
        let file = crate::checkout_root().unwrap().join("deploy/images/Dockerfile");
        let dockerfile = fs::read_to_string(file).unwrap();
        let (setting, value) = ALLOCATOR_SETTING;
        let line = format!("ENV {setting}={value}");
        assert!(dockerfile.lines().any(|other| other == line), "{line}");
    }
}
