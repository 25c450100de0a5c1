//! Starting and stopping.

use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// How long requests may take to finish once no new ones are taken.
pub const DRAIN: Duration = Duration::from_secs(8);

/// How a process ends, in two steps: first it says that it wants no more requests, but takes those that still come from
/// callers who have not heard it; then it takes no more and finishes what was begun.
#[derive(Debug, Clone)]
pub struct Shutdown {
    /// Cancelled at the first step: readiness says no.
    pub announced: CancellationToken,
    /// Cancelled at the second step: nothing new is taken.
    pub due: CancellationToken,
}

impl Shutdown {
    /// Announced by the first SIGTERM or SIGINT, due `delay` later. A second signal, or [`DRAIN`] and a little after it was
    /// due, ends the process at once.
    pub fn on_signal(delay: Duration) -> std::io::Result<Self> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let shutdown = Self {
            announced: CancellationToken::new(),
            due: CancellationToken::new(),
        };
        let Self { announced, due } = shutdown.clone();
        tokio::spawn(async move {
            next(&mut terminate, &mut interrupt).await;
            tracing::info!(?delay, "stopping: what was begun is finished");
            announced.cancel();
            let ending = async {
                tokio::time::sleep(delay).await;
                due.cancel();
                tokio::time::sleep(DRAIN + Duration::from_secs(2)).await;
            };
            tokio::select! {
                () = next(&mut terminate, &mut interrupt) => tracing::warn!("stopped at the second signal"),
                () = ending => tracing::warn!("stopped: draining took too long"),
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
            announced: token.clone(),
            due: token,
        }
    }
}

async fn next(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
