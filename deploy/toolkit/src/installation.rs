//! The files that a checkout's local shop keeps between runs: data, keys, logs, and the record of the running shop.

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

/// The system's folder in memory, and the prefix of ours there.
const MEMORY: &str = "/dev/shm";
const MEMORY_PREFIX: &str = "storefront-";

/// Bytes that the data of tests may take; about 1 GiB is used.
const MEMORY_NEEDED: u64 = 6 << 30;

const SCRATCH_LOCK: &str = "scratch.lock";

/// The folder of one checkout's local shop.
#[derive(Debug, Clone)]
pub struct Installation {
    folder: PathBuf,
}

/// An exclusive lock on an [`Installation`], held by the process that runs the shop.
#[derive(Debug)]
pub struct InstallationLock {
    installation: Installation,
    _file: File,
}

/// A temporary folder, removed on drop. The next run removes those of killed runs.
#[derive(Debug)]
pub struct ScratchFolder {
    folder: tempfile::TempDir,
    _lock: File,
}

impl ScratchFolder {
    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// The record of a running shop, written by its runner.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunningShop {
    /// The runner's process id.
    pub process: u32,
    /// The shop's address.
    pub public_url: String,
    /// The address of PostgreSQL; may contain a password.
    postgres_url: String,
    nats_url: String,
    ports: ServicePorts,
    binaries: PathBuf,
    web_dist: PathBuf,
    /// Whether mail goes to a mail server, not into files.
    #[serde(default)]
    pub sends_mail: bool,
}

impl Installation {
    /// Opens the installation of a checkout, creating its folder if missing.
    pub fn open(root: &Path) -> Result<Self> {
        Ok(Self {
            folder: local::data_folder(root)?,
        })
    }

    /// The installation's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The data folder of PostgreSQL.
    pub fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    /// The data folder of NATS.
    pub fn nats(&self) -> PathBuf {
        self.folder.join("nats")
    }

    /// The folder for mail while no mail server is set.
    pub fn mail(&self) -> PathBuf {
        self.folder.join("mail")
    }

    /// The folder with one log file per service.
    pub fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    fn running_file(&self) -> PathBuf {
        self.folder.join("running.json")
    }

    /// Locks the installation.
    ///
    /// # Errors
    /// If another process holds the lock; the error names that process or its shop's address.
    pub fn lock(&self) -> Result<InstallationLock> {
        let path = self.folder.join("up.lock");
        let file = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(InstallationLock {
                installation: self.clone(),
                _file: file,
            }),
            Err(TryLockError::WouldBlock) => match self.running_shop() {
                Ok(shop) => bail!(
                    "the shop is already running at {} (process {})",
                    shop.public_url,
                    shop.process
                ),
                Err(_) => bail!("another process is starting the shop"),
            },
            Err(TryLockError::Error(error)) => Err(error).context("cannot lock the shop's data"),
        }
    }

    /// Creates a temporary folder, and removes those of processes that no longer run.
    pub fn create_scratch(&self) -> Result<ScratchFolder> {
        create_scratch(&self.folder, SCRATCH_PREFIX)
    }

    /// Creates a temporary folder for the data of tests: in memory where there is room, as a disk can take half a second to
    /// clone a database.
    pub fn create_test_scratch(&self) -> Result<ScratchFolder> {
        let free = rustix::fs::statvfs(MEMORY).map(|memory| memory.f_bavail.saturating_mul(memory.f_frsize));
        match free {
            Ok(free) if free >= MEMORY_NEEDED => create_scratch(Path::new(MEMORY), MEMORY_PREFIX),
            _ => self.create_scratch(),
        }
    }

    /// Reads the record of the running shop.
    ///
    /// # Errors
    /// If no shop is running.
    pub fn running_shop(&self) -> Result<RunningShop> {
        let text =
            fs::read(self.running_file()).context("no shop is running; start it with: cargo xtask up")?;
        serde_json::from_slice(&text)
            .context("cannot parse the record of the running shop; start the shop again")
    }

    /// Reads the keys, generating them on first use. Only the file's owner can read it.
    pub fn keys(&self) -> Result<Keys> {
        let path = self.folder.join("keys.json");
        match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("{} is damaged; remove it (all sessions end)", path.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let keys = Keys {
                    caller: generate_key(),
                    csrf: generate_key(),
                    refresh: generate_key(),
                };
                write_private_file(&path, &serde_json::to_vec_pretty(&keys)?)?;
                Ok(keys)
            }
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }
}

fn create_scratch(parent: &Path, prefix: &str) -> Result<ScratchFolder> {
    remove_stale_scratch(parent, prefix);
    let create = || {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
        let lock = File::create(folder.path().join(SCRATCH_LOCK))?;
        lock.lock()?;
        Ok::<_, std::io::Error>(ScratchFolder { folder, _lock: lock })
    };
    create().context("cannot create a temporary folder")
}

fn remove_stale_scratch(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let is_scratch = entry.file_name().to_string_lossy().starts_with(prefix);
        let lock = File::open(entry.path().join(SCRATCH_LOCK));
        if is_scratch && lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

impl InstallationLock {
    /// Removes all data, mail, logs and keys. The installed servers stay.
    pub fn remove_data(&self) -> Result<()> {
        let installation = &self.installation;
        for folder in [
            installation.postgres(),
            installation.nats(),
            installation.mail(),
            installation.logs(),
        ] {
            if folder.exists() {
                fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
            }
        }
        match fs::remove_file(installation.folder.join("keys.json")) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error).context("cannot remove the keys"),
            _ => Ok(()),
        }
    }

    /// Records the running shop for `seed` and `staff`. The record is removed on drop.
    pub fn record_running(&self, options: &TopologyOptions) -> Result<()> {
        let shop = RunningShop {
            process: std::process::id(),
            public_url: options.public_url.clone(),
            postgres_url: options.postgres_url.clone(),
            nats_url: options.nats_url.clone(),
            ports: options.ports.clone(),
            binaries: options.binaries.clone(),
            web_dist: options.web_dist.clone(),
            sends_mail: options.mail.smtp_url.is_some(),
        };
        write_private_file(
            &self.installation.running_file(),
            &serde_json::to_vec_pretty(&shop)?,
        )
    }
}

impl Drop for InstallationLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.installation.running_file());
    }
}

impl RunningShop {
    /// Returns the running services with their settings.
    pub fn topology(self, installation: &Installation) -> Result<Topology> {
        Ok(Topology::new(TopologyOptions {
            binaries: self.binaries,
            postgres_url: self.postgres_url,
            nats_url: self.nats_url,
            ports: self.ports,
            keys: installation.keys()?,
            public_url: self.public_url,
            web_dist: self.web_dist,
            mail: MailOptions::file_based(installation.mail()),
            trusted_proxies: None,
            otlp: None,
            log_folder: installation.logs(),
        }))
    }
}

/// Returns 256 random bits as hexadecimal digits.
pub fn generate_key() -> String {
    let bytes: [u8; 32] = rand::random();
    bytes
        .iter()
        .fold(String::new(), |key, byte| key + &format!("{byte:02x}"))
}

/// Replaces a file atomically; only its owner can read it.
fn write_private_file(path: &Path, text: &[u8]) -> Result<()> {
    let temporary = path.with_extension("new");
    let write = || {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&temporary)?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
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
    fn generates_keys_once_readable_by_their_owner_only() {
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
    fn rejects_a_second_lock() {
        let folder = tempfile::tempdir().unwrap();
        let first = installation(&folder).lock().unwrap();
        let error = installation(&folder).lock().unwrap_err().to_string();
        assert!(error.contains("another process"), "{error}");
        drop(first);
        assert!(installation(&folder).lock().is_ok());
    }

    #[test]
    fn removes_scratch_folders_of_killed_runs_only() {
        let folder = tempfile::tempdir().unwrap();
        let stale = folder.path().join("scratch-stale");
        fs::create_dir(&stale).unwrap();
        File::create(stale.join("scratch.lock")).unwrap();
        let installation = installation(&folder);
        let used = installation.create_scratch().unwrap();
        assert!(!stale.exists());
        let _another = installation.create_scratch().unwrap();
        assert!(used.path().exists());
    }

    #[test]
    fn remove_data_renews_keys_and_keeps_installed_servers() {
        let folder = tempfile::tempdir().unwrap();
        let installation = installation(&folder);
        let lock = installation.lock().unwrap();
        let before = installation.keys().unwrap().caller;
        fs::create_dir_all(installation.postgres()).unwrap();
        fs::create_dir_all(folder.path().join("tools")).unwrap();
        lock.remove_data().unwrap();
        assert!(!installation.postgres().exists() && folder.path().join("tools").exists());
        assert_ne!(installation.keys().unwrap().caller, before);
    }

    #[test]
    fn error_without_a_running_shop_names_the_start_command() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            installation(&folder)
                .running_shop()
                .unwrap_err()
                .to_string()
                .contains("cargo xtask up")
        );
    }
}
