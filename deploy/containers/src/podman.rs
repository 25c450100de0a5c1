//! Podman with its own settings and storage, isolated from the machine's other containers.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::process::Command;
use toolkit::command;

/// For all commands but builds.
const DEADLINE: Duration = Duration::from_mins(3);

/// An isolated podman.
#[derive(Debug)]
pub(crate) struct Podman {
    folder: PathBuf,
    /// Held against a second run, which would remove this one's pods.
    _lock: File,
}

impl Podman {
    /// Keeps settings and storage in this folder.
    pub(crate) fn in_folder(folder: PathBuf) -> Result<Self> {
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let lock = File::create(folder.join("lock")).context("cannot create the lock file")?;
        lock.try_lock().context("another run uses the containers")?;
        let podman = Self { folder, _lock: lock };
        fs::create_dir_all(podman.temporary()).context("cannot create podman's folder")?;
        let root = podman.folder.display();
        let storage = format!(
            "[storage]\ndriver = \"overlay\"\ngraphroot = \"{root}/storage\"\nrunroot = \"{root}/run\"\n"
        );
        // Inside a container, the default limits may not be raised, and crun rejects the cgroups.
        let containers = format!(
            "[containers]\ndefault_ulimits = [\"nofile=10000:10000\", \"nproc=4096:4096\"]\n\
             [engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n\
             [network]\nnetwork_config_dir = \"{root}/networks\"\n"
        );
        fs::write(podman.folder.join("storage.conf"), storage)
            .and_then(|()| fs::write(podman.folder.join("containers.conf"), containers))
            .context("cannot write podman's settings")?;
        Ok(podman)
    }

    /// The folder of settings and storage.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Temporary files of builds, and their caches.
    fn temporary(&self) -> PathBuf {
        self.folder.join("temporary")
    }

    /// Returns a podman command.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("podman");
        command
            .args(arguments)
            // In a folder that contains one named like the image, podman would build that.
            .current_dir(&self.folder)
            .env("CONTAINERS_STORAGE_CONF", self.folder.join("storage.conf"))
            .env("CONTAINERS_CONF", self.folder.join("containers.conf"))
            .env("TMPDIR", self.temporary());
        command
    }

    /// Runs podman and returns its standard output.
    pub(crate) async fn run(&self, arguments: &[&str]) -> Result<String> {
        let label = format!("podman {}", arguments.first().copied().unwrap_or_default());
        command::capture(&label, self.command(arguments), DEADLINE, |_| {}).await
    }

    /// Whether podman succeeds with these arguments.
    pub(crate) async fn succeeds(&self, arguments: &[&str]) -> bool {
        self.run(arguments).await.is_ok()
    }
}
