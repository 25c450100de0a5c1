//! Graceful shutdown.

use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Maximum time for in-flight requests to finish after the process stopped accepting new ones.
pub const DRAIN_TIMEOUT: Duration = Duration::from_secs(8);

/// The two steps of a graceful shutdown.
///
/// The process first reports itself as not ready but still accepts requests, so that load balancers can remove it. It
/// then stops accepting and finishes in-flight work.
#[derive(Debug, Clone)]
pub struct Shutdown {
    /// Cancelled at the first step: readiness fails.
    pub draining: CancellationToken,
    /// Cancelled at the second step: the process accepts nothing new.
    pub stopping: CancellationToken,
}

impl Shutdown {
    /// Starts draining on the first SIGTERM or SIGINT, and stopping `delay` later. Exits at once on a second signal, or
    /// 2 s after [`DRAIN_TIMEOUT`].
    ///
    /// # Errors
    ///
    /// Fails if a signal handler cannot be registered.
    pub fn on_signal(delay: Duration) -> std::io::Result<Self> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let shutdown = Self {
            draining: CancellationToken::new(),
            stopping: CancellationToken::new(),
        };
        let Self { draining, stopping } = shutdown.clone();
        tokio::spawn(async move {
            recv(&mut terminate, &mut interrupt).await;
            tracing::info!(?delay, "shutdown started");
            draining.cancel();
            let drained = async {
                tokio::time::sleep(delay).await;
                stopping.cancel();
                tokio::time::sleep(DRAIN_TIMEOUT + Duration::from_secs(2)).await;
            };
            tokio::select! {
                () = recv(&mut terminate, &mut interrupt) => tracing::warn!("second signal received, exiting"),
                () = drained => tracing::warn!("shutdown timed out, exiting"),
            }
            std::process::exit(1);
        });
        Ok(shutdown)
    }
}

/// Both steps at once.
impl From<CancellationToken> for Shutdown {
    fn from(token: CancellationToken) -> Self {
        Self {
            draining: token.clone(),
            stopping: token,
        }
    }
}

async fn recv(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
