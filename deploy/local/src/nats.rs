//! A private NATS server with `JetStream`.

use std::{
    fs::{self, OpenOptions},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use rustix::process::Signal;
use tokio::{io::AsyncReadExt as _, net::TcpStream};

use crate::{
    NATS_OPERATOR, Ports, nats_authorization, nats_password_variable,
    nats_users::{LOCAL_PASSWORD, nats_users},
    process::{Process, command_with_death_signal},
    server_tools::nats_server,
};

const START_TIMEOUT: Duration = Duration::from_secs(30);
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(20);
const PORT_ATTEMPTS: usize = 5;

/// Options of a NATS server.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// The data folder; created if missing.
    pub store: PathBuf,
    /// The port; missing = any free one.
    pub port: Option<u16>,
}

/// The place of a server in a cluster.
#[derive(Debug, Clone)]
struct Member {
    name: String,
    /// The port for the other servers.
    port: u16,
    /// The ports of all servers.
    routes: Vec<u16>,
}

/// A running server on the loopback address. It ends on drop, and on Linux also when this process is killed.
#[derive(Debug)]
pub struct Nats {
    process: Process,
    options: NatsOptions,
    port: u16,
    member: Option<Member>,
}

impl Nats {
    /// Starts a server and waits until it offers `JetStream`.
    ///
    /// # Errors
    /// If the server cannot be installed, or is not ready within 30 s.
    pub async fn start(options: NatsOptions) -> Result<Self> {
        Self::start_as(options, None).await
    }

    /// Starts the servers of a cluster, `nats-0` and so on, with their data in folders of `store`.
    ///
    /// # Errors
    /// If a server does not start; see [`Self::start`].
    pub async fn start_cluster(store: &Path, size: usize) -> Result<Vec<Self>> {
        let mut ports = Ports::default();
        let routes = (0..size).map(|_| ports.any()).collect::<Result<Vec<_>>>()?;
        let mut servers = Vec::with_capacity(size);
        for (number, port) in routes.iter().copied().enumerate() {
            let name = format!("nats-{number}");
            let options = NatsOptions {
                store: store.join(&name),
                port: None,
            };
            let routes = routes.clone();
            servers.push(Self::start_as(options, Some(Member { name, port, routes })).await?);
        }
        Ok(servers)
    }

    async fn start_as(options: NatsOptions, member: Option<Member>) -> Result<Self> {
        let program = tokio::task::spawn_blocking(nats_server).await??;
        fs::create_dir_all(&options.store)
            .with_context(|| format!("cannot create {}", options.store.display()))?;
        let mut ports = Ports::default();
        for _ in 0..PORT_ATTEMPTS {
            let port = options.port.map_or_else(|| ports.any(), Ok)?;
            let config = options.store.join("nats.conf");
            let text = configuration(&options.store.join("streams"), port, member.as_ref())?;
            fs::write(&config, text).with_context(|| format!("cannot write {}", config.display()))?;
            let log = options.store.join("nats.log");
            let file = OpenOptions::new().create(true).append(true).open(&log);
            let file = file.with_context(|| format!("cannot write {}", log.display()))?;
            let mut command = command_with_death_signal(&program, "TERM");
            for user in nats_users() {
                command.env(nats_password_variable(user), LOCAL_PASSWORD);
            }
            command.arg("--config").arg(&config).arg("--log").arg(&log);
            command
                .stdout(file.try_clone().context("cannot share the log file")?)
                .stderr(Stdio::from(file));
            let mut process = Process::start("NATS", command)?;

            let deadline = Instant::now() + START_TIMEOUT;
            // A server that exits before it is ready may have lost its port to another program.
            while process.exit_status().is_none() {
                if offers_jetstream(port).await {
                    return Ok(Self {
                        process,
                        options,
                        port,
                        member,
                    });
                }
                if Instant::now() > deadline {
                    process.kill()?;
                    bail!(
                        "NATS was not ready within {} s; see {}",
                        START_TIMEOUT.as_secs(),
                        log.display()
                    );
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            ensure!(
                options.port.is_none(),
                "NATS does not start on port {port}; see {}",
                log.display()
            );
        }
        bail!(
            "NATS does not start; see {}",
            options.store.join("nats.log").display()
        )
    }

    /// Starts the server again on the same data and port, after [`Self::kill`], [`Self::stop`] or a crash.
    pub async fn restart(&mut self) -> Result<()> {
        self.process.kill()?;
        let options = NatsOptions {
            port: Some(self.port),
            ..self.options.clone()
        };
        *self = Self::start_as(options, self.member.clone()).await?;
        Ok(())
    }

    /// The name in the cluster; `None` for a single server.
    pub fn name(&self) -> Option<&str> {
        self.member.as_ref().map(|member| member.name.as_str())
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process id.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Whether the process has exited.
    pub fn has_exited(&mut self) -> bool {
        self.process.exit_status().is_some()
    }

    /// The operator's address, `nats://user:password@host:port`; [`nats_url_for`](crate::nats_url_for) returns a service's.
    pub fn url(&self) -> String {
        format!("nats://{NATS_OPERATOR}:{LOCAL_PASSWORD}@127.0.0.1:{}", self.port)
    }

    /// Sends SIGKILL, like a power failure, and waits for the exit.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }

    /// Stops the server; sends SIGKILL after 10 s.
    pub async fn stop(&mut self) -> Result<()> {
        self.process.stop(Signal::TERM, STOP_TIMEOUT).await
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.process.stop_blocking(Signal::TERM, STOP_TIMEOUT);
    }
}

/// Returns the server's configuration. `sync_interval: always` puts an acknowledged event on the disk; by default NATS
/// syncs every two minutes. The users are those of a deployment.
fn configuration(streams: &Path, port: u16, member: Option<&Member>) -> Result<String> {
    let streams = streams
        .to_str()
        .context("the path of the data folder is not UTF-8")?;
    ensure!(
        !streams.contains(['"', '\\', '\n']),
        "NATS does not support the path of the data folder: {streams}"
    );
    Ok(format!(
        "listen: \"127.0.0.1:{port}\"\njetstream {{\n  store_dir: \"{streams}\"\n  sync_interval: always\n}}\n{}{}",
        nats_authorization(),
        member.map(cluster).unwrap_or_default(),
    ))
}

/// Returns the part of the configuration that connects a server to the others, as in `deploy/nats/cluster.conf`.
fn cluster(member: &Member) -> String {
    let routes: Vec<_> = member
        .routes
        .iter()
        .map(|port| format!("\"nats://peer:{LOCAL_PASSWORD}@127.0.0.1:{port}\""))
        .collect();
    format!(
        "server_name: {}\ncluster {{\n  name: storefront\n  listen: \"127.0.0.1:{}\"\n  authorization {{ user: peer, password: {LOCAL_PASSWORD} }}\n  routes: [{}]\n}}\n",
        member.name,
        member.port,
        routes.join(", ")
    )
}

/// Reads the server's greeting, one line of JSON with its features.
async fn offers_jetstream(port: u16) -> bool {
    let greeting = async {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        let mut text = Vec::new();
        let mut buffer = [0; 1024];
        while !text.contains(&b'\n') && text.len() < 16 * 1024 {
            let length = stream.read(&mut buffer).await.ok().filter(|length| *length > 0)?;
            text.extend_from_slice(buffer.get(..length)?);
        }
        Some(String::from_utf8_lossy(&text).contains("\"jetstream\":true"))
    };
    tokio::time::timeout(Duration::from_secs(1), greeting)
        .await
        .ok()
        .flatten()
        .unwrap_or(false)
}
