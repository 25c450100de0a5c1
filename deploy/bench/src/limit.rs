//! The limit of the reads: a bare axum handler, in a process of its own, that answers the same bytes.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use axum::{Router, body::Bytes, http::header::CONTENT_TYPE, routing::get};
use local::Ports;
use tokio::{
    net::TcpListener,
    process::{Child, Command},
};

const READY_TIMEOUT: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Options of the hidden subcommand.
#[derive(Debug, clap::Args)]
pub(crate) struct ServeArguments {
    /// The file with the body.
    body: PathBuf,
    /// The content type.
    content_type: String,
    /// The port on the loopback address.
    port: u16,
}

/// Serves one body on every path, until it is killed.
pub(crate) async fn serve(arguments: ServeArguments) -> Result<()> {
    let body = Bytes::from(std::fs::read(&arguments.body).context("cannot read the body")?);
    let content_type = arguments.content_type;
    let handler = move || {
        let response = ([(CONTENT_TYPE, content_type.clone())], body.clone());
        std::future::ready(response)
    };
    let router = Router::new().fallback(get(handler));
    let listener = TcpListener::bind(("127.0.0.1", arguments.port)).await?;
    axum::serve(listener, router).await?;
    Ok(())
}

/// A running limit server; it ends on drop.
#[derive(Debug)]
pub(crate) struct LimitServer {
    _process: Child,
    /// The server's address, `http://host:port`.
    pub(crate) url: String,
}

impl LimitServer {
    /// Starts this program again as a server of the body, and waits until it answers with it.
    ///
    /// # Errors
    /// If it is not ready within 20 s.
    pub(crate) async fn start(folder: &Path, name: &str, content_type: &str, body: &[u8]) -> Result<Self> {
        let file = folder.join(format!("{name}.body"));
        std::fs::write(&file, body).with_context(|| format!("cannot write {}", file.display()))?;
        let port = Ports::default().any()?;
        let process = Command::new(std::env::current_exe().context("cannot find this program")?)
            .arg("serve-limit")
            .arg(&file)
            .arg(content_type)
            .arg(port.to_string())
            .kill_on_drop(true)
            .spawn()
            .context("cannot start the limit server")?;
        let server = Self {
            _process: process,
            url: format!("http://127.0.0.1:{port}"),
        };
        local::install_crypto();
        let answered = tokio::time::timeout(READY_TIMEOUT, async {
            loop {
                if let Ok(response) = reqwest::get(&server.url).await {
                    return response.bytes().await;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        })
        .await
        .context("the limit server is not ready")??;
        ensure!(answered == body, "the limit server answers other bytes");
        Ok(server)
    }
}
