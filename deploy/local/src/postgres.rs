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
    folder::is_open_to_all,
    process::{Process, is_root, tied, tied_unprivileged},
    server_tools::{POSTGRES_MAJOR, postgres_binaries},
    sql::database_url,
};

/// Recovery after a hard end can take a while on a slow disk.
const START_DEADLINE: Duration = Duration::from_secs(90);
/// After a fast shutdown was asked for.
const STOP_PATIENCE: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(50);
/// How often another port is tried where the chosen one was taken in between.
const PORT_ATTEMPTS: usize = 5;

/// How a server is started.
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// The folder for its data; made and filled where it is missing. As root it must lie where `nobody` can reach it.
    pub data: PathBuf,
    /// Its port; missing = any free one.
    pub port: Option<u16>,
    /// Whether a commit waits for the disk. Only throw-away data can do without.
    pub fsync: bool,
}

/// A running server on the loopback address, without passwords: whoever may run programs on this machine may use it.
/// It ends with this value, and on Linux with this process even where that is killed.
#[derive(Debug)]
pub struct Postgres {
    process: Process,
    options: PostgresOptions,
    port: u16,
    /// Held while the server runs, so that no second one is started on the same data.
    lock: Option<File>,
}

/// Why a start did not succeed, where another try may.
enum Refusal {
    PortTaken,
    OrphansRemain,
}

impl Postgres {
    /// Starts a server and waits until it accepts connections. A server that an earlier run left on the same data is
    /// stopped first.
    pub async fn start(options: PostgresOptions) -> Result<Self> {
        let binaries = tokio::task::spawn_blocking(postgres_binaries).await??;
        prepare_folder(&options.data)?;
        let lock = lock(&options.data)?;
        let cluster = options.data.join(POSTGRES_MAJOR);
        if !cluster.join("PG_VERSION").is_file() {
            initialise(&binaries, &options.data, &cluster).await?;
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
                "PostgreSQL cannot listen on port {port}: it is taken"
            );
        }
        bail!("PostgreSQL found no free port in {PORT_ATTEMPTS} tries")
    }

    /// Starts it again on the same data and port, after [`Self::kill`] or [`Self::stop`] or a fall.
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

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The postmaster's process id.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Whether it has ended.
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

    /// Ends it at once, as a power cut would, and waits for the end.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.lock = None;
        Ok(())
    }

    /// Stops it: open transactions are rolled back, everything is written.
    pub async fn stop(&mut self) -> Result<()> {
        self.process.stop(Signal::INT, STOP_PATIENCE).await?;
        self.lock = None;
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.process.stop_blocking(Signal::INT, STOP_PATIENCE);
    }
}

fn log_file(data: &Path) -> PathBuf {
    data.join("postgres.log")
}

/// Makes the data folder and gives it to the user that the server runs as.
fn prepare_folder(data: &Path) -> Result<()> {
    fs::create_dir_all(data).with_context(|| format!("{} cannot be made", data.display()))?;
    if !is_root() {
        return Ok(());
    }
    let reachable = data.parent().is_none_or(is_open_to_all);
    ensure!(
        reachable,
        "PostgreSQL does not run as root, and the user nobody cannot reach {}; choose a folder below /var/tmp",
        data.display()
    );
    let (user, group) = nobody()?;
    chown(data, Some(user), Some(group))
        .with_context(|| format!("{} cannot be given to nobody", data.display()))
}

fn nobody() -> Result<(u32, u32)> {
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
    let file = File::create(&path).with_context(|| format!("{} cannot be made", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("another process runs a PostgreSQL on {}", data.display()),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("{} cannot be locked", path.display()))
        }
    }
}

/// Makes the cluster beside its place and moves it there, so that an interrupted start leaves nothing half made.
async fn initialise(binaries: &Path, data: &Path, cluster: &Path) -> Result<()> {
    let fresh = data.join("new");
    if fresh.exists() {
        fs::remove_dir_all(&fresh).with_context(|| format!("{} cannot be removed", fresh.display()))?;
    }
    let mut command = tied_unprivileged(&binaries.join("initdb"), data, "KILL");
    command.arg("--pgdata").arg(&fresh);
    command.args([
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-sync",
        "--locale=C",
    ]);
    // Letters are letters in every alphabet, here for lower() and there for pg_trgm; the order stays by code point.
    command.args(["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]);
    command.arg(if cfg!(target_os = "macos") {
        "--lc-ctype=en_US.UTF-8"
    } else {
        "--lc-ctype=C.UTF-8"
    });
    let output = tokio::task::spawn_blocking(move || command.output())
        .await?
        .context("initdb cannot be started")?;
    ensure!(
        output.status.success(),
        "initdb failed: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    fs::rename(&fresh, cluster).with_context(|| format!("{} cannot be put in place", cluster.display()))
}

/// Stops the server that an earlier, killed run may have left on this data.
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
    // The id may belong to another program by now: only one that was started on this folder is the server.
    let is_server = || command_line(pid).contains(&*cluster.to_string_lossy());
    if !is_server() {
        return Ok(());
    }
    let deadline = Instant::now() + STOP_PATIENCE;
    let _ = kill_process(pid, Signal::INT);
    while is_server() {
        ensure!(
            Instant::now() < deadline,
            "an earlier PostgreSQL (process {}) on {} does not stop; stop it by hand",
            pid.as_raw_nonzero(),
            cluster.display()
        );
        tokio::time::sleep(POLL).await;
    }
    Ok(())
}

/// How a process was started; empty where it has ended.
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

/// Starts the server; `None` where the port was taken.
async fn launch(
    binaries: &Path,
    options: &PostgresOptions,
    cluster: &Path,
    port: u16,
) -> Result<Option<Process>> {
    let deadline = Instant::now() + START_DEADLINE;
    loop {
        let log = log_file(&options.data);
        let file = OpenOptions::new().create(true).append(true).open(&log);
        let file = file.with_context(|| format!("{} cannot be written", log.display()))?;
        let already_said = file.metadata().map_or(0, |metadata| metadata.len());

        let program = binaries.join("postgres");
        // A fast shutdown where the parent dies: what was committed is checkpointed, and the next start is quick.
        let mut command = if is_root() {
            tied_unprivileged(&program, &options.data, "INT")
        } else {
            tied(&program, "INT")
        };
        command.arg("-D").arg(cluster).args(["-p", &port.to_string()]);
        command.args(
            settings(options.fsync)
                .into_iter()
                .flat_map(|setting| ["-c", setting]),
        );
        command
            .stdout(file.try_clone().context("the log cannot be shared")?)
            .stderr(Stdio::from(file));
        let mut process = Process::start("PostgreSQL", command)?;

        loop {
            if process.exit_status().is_some() {
                match refusal(&said_since(&log, already_said)) {
                    Some(Refusal::PortTaken) => return Ok(None),
                    Some(Refusal::OrphansRemain) if Instant::now() < deadline => break,
                    _ => bail!(
                        "PostgreSQL does not start; its log {} ends with:\n{}",
                        log.display(),
                        last_lines(&said_since(&log, already_said))
                    ),
                }
            }
            if accepts(port).await {
                return Ok(Some(process));
            }
            if Instant::now() > deadline {
                process.kill()?;
                bail!(
                    "PostgreSQL did not accept connections within {} s; see {}",
                    START_DEADLINE.as_secs(),
                    log.display()
                );
            }
            tokio::time::sleep(POLL).await;
        }
        tokio::time::sleep(POLL).await;
    }
}

fn settings(fsync: bool) -> Vec<&'static str> {
    let mut settings = vec![
        "listen_addresses=127.0.0.1",
        // No socket file: nothing to find a short writable folder for, nothing left behind by a hard end.
        "unix_socket_directories=",
        "max_connections=300",
        "timezone=UTC",
        "log_timezone=UTC",
    ];
    if !fsync {
        settings.extend(["fsync=off", "synchronous_commit=off", "full_page_writes=off"]);
    }
    settings
}

/// Whether a start that failed may succeed later: backends of a killed server hold its memory until they notice.
fn refusal(log: &str) -> Option<Refusal> {
    if log.contains("Address already in use") {
        Some(Refusal::PortTaken)
    } else if log.contains("pre-existing shared memory block")
        || log.contains("lock file \"postmaster.pid\" already exists")
    {
        Some(Refusal::OrphansRemain)
    } else {
        None
    }
}

fn said_since(log: &Path, offset: u64) -> String {
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

async fn accepts(port: u16) -> bool {
    let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
    let attempt = async {
        let mut connection = sqlx::PgConnection::connect(&url).await?;
        sqlx::query("select 1").execute(&mut connection).await?;
        connection.close().await
    };
    tokio::time::timeout(Duration::from_secs(2), attempt)
        .await
        .is_ok_and(|answer| answer.is_ok())
}
