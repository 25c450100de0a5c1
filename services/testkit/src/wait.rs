//! Waiting for what happens in the background.

use std::{fmt::Debug, time::Duration};

use crate::Answer;

/// Polls until there is a value, for 10 s at most.
pub async fn eventually<T, F, Fut>(what: &str, look: F) -> T
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Option<T>>,
{
    eventually_within(Duration::from_secs(10), what, look).await
}

/// Polls until there is a value, for so long at most.
pub async fn eventually_within<T, F, Fut>(patience: Duration, what: &str, mut look: F) -> T
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Option<T>>,
{
    let deadline = tokio::time::Instant::now() + patience;
    loop {
        if let Some(value) = look().await {
            return value;
        }
        assert!(
            tokio::time::Instant::now() < deadline,
            "did not happen within {patience:?}: {what}"
        );
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Repeats a call for as long as the answer says "not now" or is lost, for two minutes in all.
pub async fn insist<F, Fut>(what: &str, mut call: F) -> Answer
where
    F: FnMut() -> Fut,
    Fut: Future<Output = Answer>,
{
    eventually_within(Duration::from_mins(2), what, || {
        let answer = call();
        async move {
            let answer = answer.await;
            (answer.status != 0 && answer.status != 503).then_some(answer)
        }
    })
    .await
}

/// As [`eventually_within`], for a state that says itself what is missing.
pub(crate) async fn until_empty<T, F, Fut>(patience: Duration, what: &str, mut left: F)
where
    T: Debug,
    F: FnMut() -> Fut,
    Fut: Future<Output = Vec<T>>,
{
    let deadline = tokio::time::Instant::now() + patience;
    loop {
        let left = left().await;
        if left.is_empty() {
            return;
        }
        assert!(
            tokio::time::Instant::now() < deadline,
            "{what} within {patience:?}, left: {left:?}"
        );
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}
