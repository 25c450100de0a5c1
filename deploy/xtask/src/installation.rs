//! What one checkout's shop keeps between runs: data, keys, logs, and who runs it now.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{ErrorKind, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use local::{Keys, MailOptions, ServicePorts, Topology, TopologyOptions};
use serde::{Deserialize, Serialize};

const SCRATCH_PREFIX: &str = "scratch-";
const SCRATCH_LOCK: &str = "scratch.lock";

/// The folder of one checkout's shop.
#[derive(Debug, Clone)]
pub(crate) struct Installation {
    folder: PathBuf,
}

/// Held by the process that runs the shop; nobody else can have one meanwhile.
#[derive(Debug)]
pub(crate) struct Hold {
    installation: Installation,
    _lock: File,
}

/// A folder for throw-away data, removed with this value; one that a killed run left is removed by the next.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: tempfile::TempDir,
    _lock: File,
}

impl Scratch {
    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A shop that runs, as its runner wrote it down.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RunningShop {
    /// The runner's process id.
    pub(crate) process: u32,
    /// The shop's address.
    pub(crate) public_url: String,
    /// Its PostgreSQL server; may hold a password.
    postgres_url: String,
    nats_url: String,
    ports: ServicePorts,
    binaries: PathBuf,
    web_dist: PathBuf,
}

impl Installation {
    /// That of a checkout; made where it is missing.
    pub(crate) fn of(root: &Path) -> Result<Self> {
        Ok(Self {
            folder: local::data_folder(root)?,
        })
    }

    /// Its folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// PostgreSQL's data.
    pub(crate) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    /// NATS's streams.
    pub(crate) fn nats(&self) -> PathBuf {
        self.folder.join("nats")
    }

    /// Mail, where no mail server is given.
    pub(crate) fn mail(&self) -> PathBuf {
        self.folder.join("mail")
    }

    /// One log file for each service.
    pub(crate) fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    fn running_file(&self) -> PathBuf {
        self.folder.join("running.json")
    }

    /// Takes hold of it, or says who has it.
    pub(crate) fn hold(&self) -> Result<Hold> {
        let path = self.folder.join("up.lock");
        let lock = File::create(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        match lock.try_lock() {
            Ok(()) => Ok(Hold {
                installation: self.clone(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => match self.running() {
                Ok(shop) => bail!(
                    "the shop runs already at {} (process {})",
                    shop.public_url,
                    shop.process
                ),
                Err(_) => bail!("the shop is being started by another process just now"),
            },
            Err(TryLockError::Error(error)) => {
                Err(error).context("the lock of the shop's data cannot be taken")
            }
        }
    }

    /// A folder for throw-away data.
    pub(crate) fn scratch(&self) -> Result<Scratch> {
        self.sweep();
        let make = || {
            let folder = tempfile::Builder::new()
                .prefix(SCRATCH_PREFIX)
                .tempdir_in(&self.folder)?;
            let lock = File::create(folder.path().join(SCRATCH_LOCK))?;
            lock.lock()?;
            Ok::<_, std::io::Error>(Scratch { folder, _lock: lock })
        };
        make().context("a folder for throw-away data cannot be made")
    }

    /// Removes the throw-away folders whose processes are gone.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        for entry in entries.flatten() {
            let is_scratch = entry.file_name().to_string_lossy().starts_with(SCRATCH_PREFIX);
            let lock = File::open(entry.path().join(SCRATCH_LOCK));
            if is_scratch && lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// The shop that runs now.
    pub(crate) fn running(&self) -> Result<RunningShop> {
        let text =
            fs::read(self.running_file()).context("no shop is running; start it with: cargo xtask up")?;
        serde_json::from_slice(&text)
            .context("the note about the running shop cannot be read; start the shop again")
    }

    /// The keys, made once. Only their owner can read the file.
    pub(crate) fn keys(&self) -> Result<Keys> {
        let path = self.folder.join("keys.json");
        match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("{} is damaged; remove it, and all sessions end", path.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let keys = Keys {
                    caller: new_key(),
                    csrf: new_key(),
                    refresh: new_key(),
                };
                write_privately(&path, &serde_json::to_vec_pretty(&keys)?)?;
                Ok(keys)
            }
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }
}

impl Hold {
    /// Removes all data, mail, logs and keys; the installed servers stay.
    pub(crate) fn empty(&self) -> Result<()> {
        let installation = &self.installation;
        for folder in [
            installation.postgres(),
            installation.nats(),
            installation.mail(),
            installation.logs(),
        ] {
            if folder.exists() {
                fs::remove_dir_all(&folder)
                    .with_context(|| format!("{} cannot be removed", folder.display()))?;
            }
        }
        match fs::remove_file(installation.folder.join("keys.json")) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).context("the keys cannot be removed")
            }
            _ => Ok(()),
        }
    }

    /// Writes down what runs, for `seed` and `staff`.
    pub(crate) fn note(&self, options: &TopologyOptions) -> Result<()> {
        let shop = RunningShop {
            process: std::process::id(),
            public_url: options.public_url.clone(),
            postgres_url: options.postgres_url.clone(),
            nats_url: options.nats_url.clone(),
            ports: options.ports.clone(),
            binaries: options.binaries.clone(),
            web_dist: options.web_dist.clone(),
        };
        write_privately(
            &self.installation.running_file(),
            &serde_json::to_vec_pretty(&shop)?,
        )
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.installation.running_file());
    }
}

impl RunningShop {
    /// Its services with their settings.
    pub(crate) fn topology(self, installation: &Installation) -> Result<Topology> {
        Ok(Topology::new(TopologyOptions {
            binaries: self.binaries,
            postgres_url: self.postgres_url,
            nats_url: self.nats_url,
            ports: self.ports,
            keys: installation.keys()?,
            public_url: self.public_url,
            web_dist: self.web_dist,
            mail: MailOptions::into_folder(installation.mail()),
            otlp: None,
            log_folder: installation.logs(),
        }))
    }
}

/// 256 random bits in hexadecimal digits.
pub(crate) fn new_key() -> String {
    let bytes: [u8; 32] = rand::random();
    bytes
        .iter()
        .fold(String::new(), |key, byte| key + &format!("{byte:02x}"))
}

fn write_privately(path: &Path, text: &[u8]) -> Result<()> {
    let fresh = path.with_extension("new");
    let write = || {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&fresh)?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&fresh, path)
    };
    write().with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn installation(folder: &tempfile::TempDir) -> Installation {
        Installation {
            folder: folder.path().to_owned(),
        }
    }

    #[test]
    fn keys_are_made_once_for_their_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = installation(&folder).keys().unwrap();
        let second = installation(&folder).keys().unwrap();
        assert_eq!(first.caller, second.caller);
        assert_ne!(first.caller, first.csrf);
        assert_eq!(first.caller.len(), 64);
        let mode = fs::metadata(folder.path().join("keys.json"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn two_runners_do_not_share_a_shop() {
        let folder = tempfile::tempdir().unwrap();
        let first = installation(&folder).hold().unwrap();
        let refusal = installation(&folder).hold().unwrap_err().to_string();
        assert!(refusal.contains("another process"), "{refusal}");
        drop(first);
        assert!(installation(&folder).hold().is_ok());
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_is_used_stays() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("scratch-left");
        fs::create_dir(&left).unwrap();
        File::create(left.join("scratch.lock")).unwrap();
        let installation = installation(&folder);
        let used = installation.scratch().unwrap();
        assert!(!left.exists());
        let _another = installation.scratch().unwrap();
        assert!(used.path().exists());
    }

    #[test]
    fn an_emptied_shop_has_new_keys_and_keeps_its_servers() {
        let folder = tempfile::tempdir().unwrap();
        let installation = installation(&folder);
        let hold = installation.hold().unwrap();
        let before = installation.keys().unwrap().caller;
        fs::create_dir_all(installation.postgres()).unwrap();
        fs::create_dir_all(folder.path().join("tools")).unwrap();
        hold.empty().unwrap();
        assert!(!installation.postgres().exists() && folder.path().join("tools").exists());
        assert_ne!(installation.keys().unwrap().caller, before);
    }

    #[test]
    fn without_a_running_shop_one_hears_how_to_start_it() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            installation(&folder)
                .running()
                .unwrap_err()
                .to_string()
                .contains("cargo xtask up")
        );
    }
}
