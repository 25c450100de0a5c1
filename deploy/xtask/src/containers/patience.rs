//! Waiting for what starts, or comes, by itself.

use std::time::{Duration, Instant};

use anyhow::Result;

const PAUSE: Duration = Duration::from_secs(1);

/// Looks once a second until all is well, for so long at most; then tells what was wrong last.
pub(super) async fn patiently<T>(patience: Duration, mut look: impl AsyncFnMut() -> Result<T>) -> Result<T> {
    let deadline = Instant::now() + patience;
    loop {
        match look().await {
            Err(_) if Instant::now() < deadline => tokio::time::sleep(PAUSE).await,
            outcome => return outcome,
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_looks_until_all_is_well_and_not_for_ever() {
        let mut looks = 0;
        let outcome = patiently(Duration::from_mins(1), async || {
            looks += 1;
            if looks < 3 {
                bail!("not yet");
            }
            Ok(looks)
        });
        assert_eq!(outcome.await.unwrap(), 3);
        let never = patiently(Duration::ZERO, async || -> Result<()> {
            bail!("nobody is there")
        });
        assert_eq!(never.await.unwrap_err().to_string(), "nobody is there");
    }
}
