//! Starting and stopping.

use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// How long requests may take to finish once the process was asked to stop.
pub const DRAIN: Duration = Duration::from_secs(8);

/// A token that is cancelled at the first SIGTERM or SIGINT. The second one, or [`DRAIN`] and a little, ends the
/// process at once.
pub fn shutdown_on_signal() -> std::io::Result<CancellationToken> {
    let token = CancellationToken::new();
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let cancelled = token.clone();
    tokio::spawn(async move {
        next(&mut terminate, &mut interrupt).await;
        tracing::info!("stopping: no new work is taken, what was begun is finished");
        cancelled.cancel();
        tokio::select! {
            () = next(&mut terminate, &mut interrupt) => tracing::warn!("stopped at the second signal"),
            () = tokio::time::sleep(DRAIN + Duration::from_secs(2)) => tracing::warn!("stopped: draining took too long"),
        }
        std::process::exit(1);
    });
    Ok(token)
}

async fn next(terminate: &mut tokio::signal::unix::Signal, interrupt: &mut tokio::signal::unix::Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
