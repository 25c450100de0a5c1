//! A private NATS server with `JetStream`.

use std::{
    fs::{self, OpenOptions},
    path::PathBuf,
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use rustix::process::Signal;
use tokio::{io::AsyncReadExt as _, net::TcpStream};

use crate::{
    Ports,
    process::{Process, tied},
    server_tools::nats_server,
};

const START_DEADLINE: Duration = Duration::from_secs(30);
const STOP_PATIENCE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(20);
const PORT_ATTEMPTS: usize = 5;

/// How a server is started.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// The folder for its streams; made where it is missing.
    pub store: PathBuf,
    /// Its port; missing = any free one.
    pub port: Option<u16>,
}

/// A running server on the loopback address. It ends with this value, and on Linux with this process even where that
/// is killed.
#[derive(Debug)]
pub struct Nats {
    process: Process,
    options: NatsOptions,
    port: u16,
}

impl Nats {
    /// Starts a server and waits until it accepts clients and has `JetStream`.
    pub async fn start(options: NatsOptions) -> Result<Self> {
        let program = tokio::task::spawn_blocking(nats_server).await??;
        fs::create_dir_all(&options.store)
            .with_context(|| format!("{} cannot be made", options.store.display()))?;
        let mut ports = Ports::default();
        for _ in 0..PORT_ATTEMPTS {
            let port = options.port.map_or_else(|| ports.any(), Ok)?;
            let configuration = options.store.join("nats.conf");
            fs::write(
                &configuration,
                configuration_text(&options.store.join("streams"), port)?,
            )
            .with_context(|| format!("{} cannot be written", configuration.display()))?;
            let log = options.store.join("nats.log");
            let file = OpenOptions::new().create(true).append(true).open(&log);
            let file = file.with_context(|| format!("{} cannot be written", log.display()))?;
            let mut command = tied(&program, "TERM");
            command.arg("--config").arg(&configuration).arg("--log").arg(&log);
            command
                .stdout(file.try_clone().context("the log cannot be shared")?)
                .stderr(Stdio::from(file));
            let mut process = Process::start("NATS", command)?;

            let deadline = Instant::now() + START_DEADLINE;
            // A server that ended by itself before it was ready may have lost its port to another program.
            while process.exit_status().is_none() {
                if offers_jetstream(port).await {
                    return Ok(Self {
                        process,
                        options,
                        port,
                    });
                }
                if Instant::now() > deadline {
                    process.kill()?;
                    bail!(
                        "NATS was not ready within {} s; see {}",
                        START_DEADLINE.as_secs(),
                        log.display()
                    );
                }
                tokio::time::sleep(POLL).await;
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

    /// Starts it again on the same streams and port, after [`Self::kill`] or [`Self::stop`] or a fall.
    pub async fn restart(&mut self) -> Result<()> {
        self.process.kill()?;
        let options = NatsOptions {
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

    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Whether it has ended.
    pub fn has_exited(&mut self) -> bool {
        self.process.exit_status().is_some()
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it at once, as a power cut would, and waits for the end.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }

    /// Stops it.
    pub async fn stop(&mut self) -> Result<()> {
        self.process.stop(Signal::TERM, STOP_PATIENCE).await
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.process.stop_blocking(Signal::TERM, STOP_PATIENCE);
    }
}

/// `sync_interval: always`, because an acknowledged event must be on the disk; the default syncs every two minutes.
fn configuration_text(streams: &std::path::Path, port: u16) -> Result<String> {
    let streams = streams
        .to_str()
        .context("the folder for NATS has a name that is not UTF-8")?;
    ensure!(
        !streams.contains(['"', '\\', '\n']),
        "the folder for NATS has a name that NATS cannot read: {streams}"
    );
    Ok(format!(
        "listen: \"127.0.0.1:{port}\"\njetstream {{\n  store_dir: \"{streams}\"\n  sync_interval: always\n}}\n"
    ))
}

/// A NATS server greets with one line of JSON that says what it offers.
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
