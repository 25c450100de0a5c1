//! How long a request still has.

use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

tokio::task_local! {
    /// When the request that this task works on must be answered.
    pub(super) static DEADLINE: Instant;
}

/// The metadata key.
pub(super) const HEADER: &str = "grpc-timeout";

/// What is left of the current request's time, where there is a current request.
pub(super) fn remaining() -> Option<Duration> {
    DEADLINE
        .try_with(|deadline| deadline.saturating_duration_since(Instant::now()))
        .ok()
}

/// Bounds all calls that the work makes together: each gets what is left of the time.
pub async fn with_timeout<F: Future>(timeout: Duration, work: F) -> F::Output {
    let allowed = remaining().map_or(timeout, |left| left.min(timeout));
    DEADLINE.scope(Instant::now() + allowed, work).await
}

/// Reads a `grpc-timeout`.
pub(super) fn read(headers: &HeaderMap) -> Option<Duration> {
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

/// Writes a `grpc-timeout`, in milliseconds.
pub(super) fn write(timeout: Duration) -> String {
    format!("{}m", timeout.as_millis().min(99_999_999))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(http::HeaderName::from_static(HEADER), value.parse().unwrap())])
    }

    #[test]
    fn a_timeout_comes_back_as_it_was_written() {
        let timeout = Duration::from_millis(1_500);
        assert_eq!(read(&header(&write(timeout))), Some(timeout));
    }

    #[tokio::test]
    async fn work_within_work_has_no_more_time() {
        let inner = || with_timeout(Duration::from_mins(1), async { remaining() });
        let left = with_timeout(Duration::from_secs(5), inner()).await.unwrap();
        assert!(left <= Duration::from_secs(5));
        assert_eq!(remaining(), None);
    }

    #[test]
    fn nonsense_is_no_timeout() {
        for value in ["", "5", "5x", "123456789S", "-1S", "S"] {
            assert_eq!(read(&header(value)), None, "{value}");
        }
        assert_eq!(read(&HeaderMap::new()), None);
    }
}
