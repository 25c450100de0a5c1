//! Polling for asynchronous effects.

use std::{fmt::Debug, time::Duration};

use tonic::{Code, Status};

use crate::ApiResponse;

/// Polls until there is a value, for at most 10 s.
pub async fn eventually<T, F, Fut>(what: &str, poll: F) -> T
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Option<T>>,
{
    eventually_within(Duration::from_secs(10), what, poll).await
}

/// Polls until there is a value, for at most `timeout`.
pub async fn eventually_within<T, F, Fut>(timeout: Duration, what: &str, mut poll: F) -> T
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Option<T>>,
{
    let deadline = tokio::time::Instant::now() + timeout;
    loop {
        if let Some(value) = poll().await {
            return value;
        }
        assert!(
            tokio::time::Instant::now() < deadline,
            "not within {timeout:?}: {what}"
        );
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Retries a call while the response is lost or has status 503, for at most two minutes.
pub async fn retry_until_available<F, Fut>(what: &str, mut call: F) -> ApiResponse
where
    F: FnMut() -> Fut,
    Fut: Future<Output = ApiResponse>,
{
    eventually_within(Duration::from_mins(2), what, || {
        let response = call();
        async move {
            let response = response.await;
            (response.status != 0 && response.status != 503).then_some(response)
        }
    })
    .await
}

/// Maximum number of attempts of a call while many parallel ones wait for database connections.
const MAX_ATTEMPTS: u32 = 50;

/// Repeats a call while the service has no free database connection, as many parallel calls wait for one. Such a call has no
/// effect.
pub async fn until_connected<T>(call: impl AsyncFn() -> Result<T, Status>) -> Result<T, Status> {
    for _ in 0..MAX_ATTEMPTS {
        match call().await {
            Err(status) if status.code() == Code::Unavailable => {}
            outcome => return outcome,
        }
    }
    panic!("unavailable in {MAX_ATTEMPTS} attempts");
}

/// Polls until no items remain, for at most `timeout`; the panic lists the remaining items.
pub(crate) async fn until_empty<T, F, Fut>(timeout: Duration, what: &str, mut poll: F)
where
    T: Debug,
    F: FnMut() -> Fut,
    Fut: Future<Output = Vec<T>>,
{
    let deadline = tokio::time::Instant::now() + timeout;
    loop {
        let remaining = poll().await;
        if remaining.is_empty() {
            return;
        }
        assert!(
            tokio::time::Instant::now() < deadline,
            "not within {timeout:?}: {what}; remaining: {remaining:?}"
        );
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}
