//! Work that repeats at an interval.

use std::{error::Error, time::Duration};

use tokio_util::sync::CancellationToken;

use crate::failure::error_chain;

/// Runs `work` at once and then after each `interval`, until cancelled. An error is logged as one of `name`, and the
/// next run retries.
pub async fn run<F, E>(
    name: &'static str,
    interval: Duration,
    stop: CancellationToken,
    mut work: impl FnMut() -> F,
) where
    F: Future<Output = Result<(), E>>,
    E: Error + 'static,
{
    loop {
        if let Err(error) = work().await {
            tracing::warn!(
                error = error_chain(&error),
                name,
                "periodic work failed, retrying after the interval"
            );
        }
        tokio::select! {
            () = tokio::time::sleep(interval) => {}
            () = stop.cancelled() => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn repeats_after_errors_until_cancelled() {
        let (stop, runs) = (CancellationToken::new(), Cell::new(0));
        run("test", Duration::from_millis(1), stop.clone(), async || {
            runs.set(runs.get() + 1);
            match runs.get() {
                1 => Err(std::fmt::Error),
                2 => Ok(()),
                _ => {
                    stop.cancel();
                    Ok(())
                }
            }
        })
        .await;
        assert_eq!(runs.get(), 3);
    }
}
