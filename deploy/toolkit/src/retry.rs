//! Retries until a deadline.

use std::time::{Duration, Instant};

use anyhow::Result;

const INTERVAL: Duration = Duration::from_secs(1);

/// Retries once a second until success or the timeout; then returns the last error.
///
/// # Errors
/// If no attempt succeeds in time.
pub async fn retry<T>(timeout: Duration, mut attempt: impl AsyncFnMut() -> Result<T>) -> Result<T> {
    let deadline = Instant::now() + timeout;
    loop {
        match attempt().await {
            Err(_) if Instant::now() < deadline => tokio::time::sleep(INTERVAL).await,
            outcome => return outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn retries_until_success_or_the_timeout() {
        let mut attempts = 0;
        let outcome = retry(Duration::from_mins(1), async || {
            attempts += 1;
            if attempts < 3 {
                bail!("not yet");
            }
            Ok(attempts)
        });
        assert_eq!(outcome.await.unwrap(), 3);
        let never = retry(Duration::ZERO, async || -> Result<()> { bail!("no answer") });
        assert_eq!(never.await.unwrap_err().to_string(), "no answer");
    }
}
