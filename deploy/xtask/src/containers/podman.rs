//! Podman with settings and storage of its own: whatever else is on the machine is neither seen nor touched.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::process::Command;

use crate::child;

/// For what is no build.
const DEADLINE: Duration = Duration::from_mins(3);

/// See the module.
#[derive(Debug)]
pub(super) struct Podman {
    folder: PathBuf,
    /// Two runs would remove each other's pods.
    _lock: File,
}

impl Podman {
    /// Keeps all that it has in a folder; writes its settings there.
    pub(super) fn in_folder(folder: PathBuf) -> Result<Self> {
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let lock = File::create(folder.join("lock")).context("the containers' lock cannot be made")?;
        lock.try_lock()
            .context("another run has the containers just now")?;
        let podman = Self { folder, _lock: lock };
        fs::create_dir_all(podman.temporary()).context("podman's folder cannot be made")?;
        let place = podman.folder.display();
        let storage = format!(
            "[storage]\ndriver = \"overlay\"\ngraphroot = \"{place}/storage\"\nrunroot = \"{place}/run\"\n"
        );
        // Where the machine is itself a container, the usual limits may not be raised, and crun refuses its cgroups.
        let containers = format!(
            "[containers]\ndefault_ulimits = [\"nofile=10000:10000\", \"nproc=4096:4096\"]\n\
             [engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n\
             [network]\nnetwork_config_dir = \"{place}/networks\"\n"
        );
        fs::write(podman.folder.join("storage.conf"), storage)
            .and_then(|()| fs::write(podman.folder.join("containers.conf"), containers))
            .context("podman's settings cannot be written")?;
        Ok(podman)
    }

    /// Its folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where builds keep what they need for a while, and their caches.
    fn temporary(&self) -> PathBuf {
        self.folder.join("temporary")
    }

    /// A call of podman.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("podman");
        command
            .args(arguments)
            // Where a folder has the name of an image, podman would build that.
            .current_dir(&self.folder)
            .env("CONTAINERS_STORAGE_CONF", self.folder.join("storage.conf"))
            .env("CONTAINERS_CONF", self.folder.join("containers.conf"))
            .env("TMPDIR", self.temporary());
        command
    }

    /// Calls it; answers its output.
    pub(super) async fn run(&self, arguments: &[&str]) -> Result<String> {
        let what = format!("podman {}", arguments.first().copied().unwrap_or_default());
        child::run(&what, self.command(arguments), DEADLINE, |_| {}).await
    }

    /// Calls it, and whether it said yes is the answer.
    pub(super) async fn says_yes(&self, arguments: &[&str]) -> bool {
        self.run(arguments).await.is_ok()
    }
}
