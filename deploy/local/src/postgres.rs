//! A private PostgreSQL server.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _, SeekFrom},
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::Connection as _;

use crate::{
    Ports,
    folder::is_reachable_by_all,
    process::{Process, command_with_death_signal, is_root, unprivileged_command},
    server_tools::{POSTGRES_MAJOR, postgres_binaries},
    sql::database_url,
};

/// Long enough for crash recovery on a slow disk.
const START_TIMEOUT: Duration = Duration::from_secs(90);
const STOP_TIMEOUT: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Attempts with another port, if a program takes the chosen one before the server listens.
const PORT_ATTEMPTS: usize = 5;

/// Options of a PostgreSQL server.
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// The data folder; created if missing. As root, the user `nobody` must be able to reach it.
    pub data: PathBuf,
    /// The port; missing = any free one.
    pub port: Option<u16>,
    /// Whether a commit waits for the disk; false only for temporary data.
    pub fsync: bool,
}

/// A running server on the loopback address, without passwords: every local user has access. It ends on drop, and on
/// Linux also when this process is killed.
#[derive(Debug)]
pub struct Postgres {
    process: Process,
    options: PostgresOptions,
    port: u16,
    /// Held while the server runs, against a second one on the same data.
    lock: Option<File>,
}

/// A start failure that may not repeat.
enum TransientFailure {
    PortInUse,
    BackendsRemain,
}

impl Postgres {
    /// Starts a server and waits until it accepts connections. First stops a server that a killed run left on the data.
    ///
    /// # Errors
    /// If another process runs a server on the data, the port is in use, or the start takes longer than 90 s.
    pub async fn start(options: PostgresOptions) -> Result<Self> {
        let binaries = tokio::task::spawn_blocking(postgres_binaries).await??;
        prepare_folder(&options.data)?;
        let lock = lock(&options.data)?;
        let cluster = options.data.join(POSTGRES_MAJOR);
        if !cluster.join("PG_VERSION").is_file() {
            init_cluster(&binaries, &options.data, &cluster).await?;
        }
        stop_leftover(&cluster).await?;

        let mut ports = Ports::default();
        for _ in 0..PORT_ATTEMPTS {
            let port = options.port.map_or_else(|| ports.any(), Ok)?;
            if let Some(process) = launch(&binaries, &options, &cluster, port).await? {
                return Ok(Self {
                    process,
                    options,
                    port,
                    lock: Some(lock),
                });
            }
            ensure!(
                options.port.is_none(),
                "PostgreSQL cannot listen on port {port}: it is in use"
            );
        }
        bail!("PostgreSQL found no free port in {PORT_ATTEMPTS} attempts")
    }

    /// Starts the server again on the same data and port, after [`Self::kill`], [`Self::stop`] or a crash.
    pub async fn restart(&mut self) -> Result<()> {
        self.process.kill()?;
        self.lock = None;
        let options = PostgresOptions {
            port: Some(self.port),
            ..self.options.clone()
        };
        *self = Self::start(options).await?;
        Ok(())
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder of the cluster.
    pub(crate) fn cluster(&self) -> PathBuf {
        self.options.data.join(POSTGRES_MAJOR)
    }

    /// The postmaster's process id.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Whether the process has exited.
    pub fn has_exited(&mut self) -> bool {
        self.process.exit_status().is_some()
    }

    /// The server's address without a database, as the superuser.
    pub fn server_url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}", self.port)
    }

    /// The address of a database, as the superuser.
    pub fn url(&self, database: &str) -> String {
        database_url(&self.server_url(), database)
    }

    /// Sends SIGKILL, like a power failure, and waits for the exit.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.lock = None;
        Ok(())
    }

    /// Shuts the server down, rolling back open transactions; sends SIGKILL after 20 s.
    pub async fn stop(&mut self) -> Result<()> {
        self.process.stop(Signal::INT, STOP_TIMEOUT).await?;
        self.lock = None;
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.process.stop_blocking(Signal::INT, STOP_TIMEOUT);
    }
}

fn log_file(data: &Path) -> PathBuf {
    data.join("postgres.log")
}

/// Creates a folder of the server, owned by the user that runs the server.
pub(crate) fn prepare_folder(data: &Path) -> Result<()> {
    fs::create_dir_all(data).with_context(|| format!("cannot create {}", data.display()))?;
    if !is_root() {
        return Ok(());
    }
    let is_reachable = data.parent().is_none_or(is_reachable_by_all);
    ensure!(
        is_reachable,
        "PostgreSQL does not run as root, and the user nobody cannot reach {}; use a folder below /var/tmp",
        data.display()
    );
    let (user, group) = nobody_ids()?;
    chown(data, Some(user), Some(group))
        .with_context(|| format!("cannot change the owner of {} to nobody", data.display()))
}

fn nobody_ids() -> Result<(u32, u32)> {
    let id = |flag: &str| -> Result<u32> {
        let output = std::process::Command::new("id")
            .args([flag, "nobody"])
            .output()
            .context("id is not installed")?;
        String::from_utf8_lossy(&output.stdout)
            .trim()
            .parse()
            .context("this system has no user nobody")
    };
    Ok((id("-u")?, id("-g")?))
}

fn lock(data: &Path) -> Result<File> {
    let path = data.join("runner.lock");
    let file = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another process runs a PostgreSQL on {}", data.display()),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// Initializes the cluster in a temporary folder and moves it, so that an interrupted start leaves no partial cluster.
async fn init_cluster(binaries: &Path, data: &Path, cluster: &Path) -> Result<()> {
    let temporary = data.join("new");
    if temporary.exists() {
        fs::remove_dir_all(&temporary).with_context(|| format!("cannot remove {}", temporary.display()))?;
    }
    let mut command = unprivileged_command(&binaries.join("initdb"), data, "KILL");
    command.arg("--pgdata").arg(&temporary);
    command.args([
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-sync",
        "--locale=C",
    ]);
    // lower() (builtin locale) and pg_trgm (LC_CTYPE) handle every alphabet; the order stays by code point.
    command.args(["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]);
    command.arg(if cfg!(target_os = "macos") {
        "--lc-ctype=en_US.UTF-8"
    } else {
        "--lc-ctype=C.UTF-8"
    });
    let output = tokio::task::spawn_blocking(move || command.output())
        .await?
        .context("cannot start initdb")?;
    ensure!(
        output.status.success(),
        "initdb failed: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    fs::rename(&temporary, cluster)
        .with_context(|| format!("cannot move the cluster to {}", cluster.display()))
}

/// Stops a server that a killed run left on this data.
async fn stop_leftover(cluster: &Path) -> Result<()> {
    let Ok(text) = fs::read_to_string(cluster.join("postmaster.pid")) else {
        return Ok(());
    };
    let pid = text
        .lines()
        .next()
        .and_then(|line| line.trim().parse().ok())
        .and_then(Pid::from_raw);
    let Some(pid) = pid else { return Ok(()) };
    // Another program may have this id by now; the server's command line contains the folder.
    let is_server = || command_line(pid).contains(&*cluster.to_string_lossy());
    if !is_server() {
        return Ok(());
    }
    let deadline = Instant::now() + STOP_TIMEOUT;
    let _ = kill_process(pid, Signal::INT);
    while is_server() {
        ensure!(
            Instant::now() < deadline,
            "PostgreSQL of an earlier run (process {}) on {} does not stop; stop it by hand",
            pid.as_raw_nonzero(),
            cluster.display()
        );
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}

/// Returns the command line of a process; empty if it has exited.
fn command_line(pid: Pid) -> String {
    let pid = pid.as_raw_nonzero().to_string();
    fs::read(format!("/proc/{pid}/cmdline")).map_or_else(
        |_| {
            let output = std::process::Command::new("ps")
                .args(["-o", "command=", "-p", &pid])
                .output();
            output
                .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
                .unwrap_or_default()
        },
        |bytes| String::from_utf8_lossy(&bytes).into_owned(),
    )
}

/// Starts the server; returns `None` if the port is in use.
async fn launch(
    binaries: &Path,
    options: &PostgresOptions,
    cluster: &Path,
    port: u16,
) -> Result<Option<Process>> {
    let deadline = Instant::now() + START_TIMEOUT;
    loop {
        let log = log_file(&options.data);
        let file = OpenOptions::new().create(true).append(true).open(&log);
        let file = file.with_context(|| format!("cannot write {}", log.display()))?;
        let log_start = file.metadata().map_or(0, |metadata| metadata.len());

        let program = binaries.join("postgres");
        // SIGINT (a fast shutdown) writes a checkpoint, so that the next start needs no recovery.
        let mut command = if is_root() {
            unprivileged_command(&program, &options.data, "INT")
        } else {
            command_with_death_signal(&program, "INT")
        };
        command.arg("-D").arg(cluster).args(["-p", &port.to_string()]);
        command.args(
            settings(options.fsync)
                .into_iter()
                .flat_map(|setting| ["-c", setting]),
        );
        command
            .stdout(file.try_clone().context("cannot share the log file")?)
            .stderr(Stdio::from(file));
        let mut process = Process::start("PostgreSQL", command)?;

        loop {
            if process.exit_status().is_some() {
                match transient_failure(&read_log_since(&log, log_start)) {
                    Some(TransientFailure::PortInUse) => return Ok(None),
                    Some(TransientFailure::BackendsRemain) if Instant::now() < deadline => break,
                    _ => bail!(
                        "PostgreSQL does not start; its log {} ends with:\n{}",
                        log.display(),
                        last_lines(&read_log_since(&log, log_start))
                    ),
                }
            }
            if accepts_connections(port).await {
                return Ok(Some(process));
            }
            if Instant::now() > deadline {
                process.kill()?;
                bail!(
                    "PostgreSQL did not accept connections within {} s; see {}",
                    START_TIMEOUT.as_secs(),
                    log.display()
                );
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

fn settings(fsync: bool) -> Vec<&'static str> {
    let mut settings = vec![
        "listen_addresses=127.0.0.1",
        // No socket file: it needs a short path, and a killed server leaves it behind.
        "unix_socket_directories=",
        "max_connections=300",
        "timezone=UTC",
        "log_timezone=UTC",
        // No values in the log: parameters and error details contain names, addresses and e-mail addresses.
        "log_parameter_max_length=0",
        "log_parameter_max_length_on_error=0",
        "log_error_verbosity=terse",
    ];
    if !fsync {
        settings.extend(["fsync=off", "synchronous_commit=off", "full_page_writes=off"]);
        // The data of tests may lie in memory.
        settings.push("max_wal_size=256MB");
    }
    settings
}

/// Recognizes transient failures in the log. Backends of a killed server hold its shared memory until they exit.
fn transient_failure(log: &str) -> Option<TransientFailure> {
    if log.contains("Address already in use") {
        Some(TransientFailure::PortInUse)
    } else if log.contains("pre-existing shared memory block")
        || log.contains("lock file \"postmaster.pid\" already exists")
    {
        Some(TransientFailure::BackendsRemain)
    } else {
        None
    }
}

fn read_log_since(log: &Path, offset: u64) -> String {
    let mut text = Vec::new();
    if let Ok(mut file) = File::open(log) {
        let _ = file.seek(SeekFrom::Start(offset));
        let _ = file.take(64 * 1024).read_to_end(&mut text);
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn last_lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().collect();
    lines
        .iter()
        .skip(lines.len().saturating_sub(8))
        .copied()
        .collect::<Vec<_>>()
        .join("\n")
}

async fn accepts_connections(port: u16) -> bool {
    let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
    let connect = async {
        let mut connection = sqlx::PgConnection::connect(&url).await?;
        sqlx::query("select 1").execute(&mut connection).await?;
        connection.close().await
    };
    tokio::time::timeout(Duration::from_secs(2), connect)
        .await
        .is_ok_and(|result| result.is_ok())
}
