//! Deadlines of requests, in task-local storage and the `grpc-timeout` header.

use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

tokio::task_local! {
    /// Deadline of the current request.
    pub(super) static DEADLINE: Instant;
}

/// Metadata key of the timeout.
pub(super) const HEADER: &str = "grpc-timeout";

/// Returns the time until the current request's deadline, if there is one.
pub(crate) fn remaining() -> Option<Duration> {
    DEADLINE
        .try_with(|deadline| deadline.saturating_duration_since(Instant::now()))
        .ok()
}

/// Runs a future whose calls share one deadline; a deadline of the current request may shorten it.
pub async fn with_timeout<F: Future>(timeout: Duration, future: F) -> F::Output {
    let timeout = remaining().map_or(timeout, |left| left.min(timeout));
    DEADLINE.scope(Instant::now() + timeout, future).await
}

/// Parses the `grpc-timeout` header; `None` if absent or malformed.
pub(super) fn parse(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(HEADER)?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.len() > 8 {
        return None;
    }
    let amount: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(amount * 3600)),
        "M" => Some(Duration::from_secs(amount * 60)),
        "S" => Some(Duration::from_secs(amount)),
        "m" => Some(Duration::from_millis(amount)),
        "u" => Some(Duration::from_micros(amount)),
        "n" => Some(Duration::from_nanos(amount)),
        _ => None,
    }
}

/// Formats a `grpc-timeout` in milliseconds.
pub(super) fn format(timeout: Duration) -> String {
    format!("{}m", timeout.as_millis().min(99_999_999))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(http::HeaderName::from_static(HEADER), value.parse().unwrap())])
    }

    #[test]
    fn timeout_round_trips() {
        let timeout = Duration::from_millis(1_500);
        assert_eq!(parse(&header(&format(timeout))), Some(timeout));
    }

    #[tokio::test]
    async fn inner_timeout_cannot_extend_the_outer_one() {
        let inner = || with_timeout(Duration::from_mins(1), async { remaining() });
        let left = with_timeout(Duration::from_secs(5), inner()).await.unwrap();
        assert!(left <= Duration::from_secs(5));
        assert_eq!(remaining(), None);
    }

    #[test]
    fn ignores_malformed_timeouts() {
        for value in ["", "5", "5x", "123456789S", "-1S", "S"] {
            assert_eq!(parse(&header(value)), None, "{value}");
        }
        assert_eq!(parse(&HeaderMap::new()), None);
    }
}
