//! Rate limits of the public calls of offers and orders by a link, by client address.
//!
//! A replica counts in memory: what a link opens is protected by the 128 bits of its token, so that the limits only keep
//! a client from making work. Behind several replicas they are as many times as high.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use kit::failure::{Code, Failure};

/// Length of a window.
const WINDOW: Duration = Duration::from_mins(10);

/// Maximum number of calls of an address in a window.
const MAX_CALLS: u32 = 300;

/// Maximum number of wrong tokens of an address in a window.
const MAX_WRONG_TOKENS: u32 = 30;

/// Maximum number of addresses that are counted.
const MAX_ADDRESSES: u64 = 50_000;

/// Requests of an address in a window.
#[derive(Debug)]
struct Window {
    started: Instant,
    calls: AtomicU32,
    wrong_tokens: AtomicU32,
}

impl Window {
    fn start() -> Arc<Self> {
        Arc::new(Self {
            started: Instant::now(),
            calls: AtomicU32::new(0),
            wrong_tokens: AtomicU32::new(0),
        })
    }

    fn limit_reached(&self) -> Failure {
        let left = WINDOW.saturating_sub(self.started.elapsed());
        Failure::new(Code::LimitReached).with_retry_after(left.max(Duration::from_secs(1)))
    }
}

/// Adds one and returns whether the sum is within the limit.
fn count(counter: &AtomicU32, max: u32) -> bool {
    // Cannot overflow: a window has fewer calls than `u32::MAX`.
    counter.fetch_add(1, Ordering::Relaxed) < max
}

/// Counters of all addresses.
#[derive(Debug)]
pub(crate) struct LinkLimits(moka::sync::Cache<String, Arc<Window>>);

impl Default for LinkLimits {
    fn default() -> Self {
        let windows = moka::sync::Cache::builder()
            .name("link_limits")
            .max_capacity(MAX_ADDRESSES)
            .time_to_live(WINDOW)
            .build();
        Self(windows)
    }
}

impl LinkLimits {
    /// Counts a call.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::LimitReached`] if the address made too many calls or sent too many wrong tokens.
    pub(crate) fn count_call(&self, address: &str) -> Result<(), Failure> {
        let window = self.window(address);
        let is_allowed =
            count(&window.calls, MAX_CALLS) && window.wrong_tokens.load(Ordering::Relaxed) < MAX_WRONG_TOKENS;
        is_allowed.then_some(()).ok_or_else(|| window.limit_reached())
    }

    /// Counts a wrong token.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::LimitReached`] if the address sent too many of them meanwhile.
    pub(crate) fn count_wrong_token(&self, address: &str) -> Result<(), Failure> {
        let window = self.window(address);
        let is_allowed = count(&window.wrong_tokens, MAX_WRONG_TOKENS);
        is_allowed.then_some(()).ok_or_else(|| window.limit_reached())
    }

    fn window(&self, address: &str) -> Arc<Window> {
        self.0.get_with_by_ref(address, Window::start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_calls_by_address() {
        let limits = LinkLimits::default();
        assert!((0..MAX_CALLS).all(|_| limits.count_call("203.0.113.9").is_ok()));
        let failure = limits.count_call("203.0.113.9").unwrap_err();
        assert_eq!(failure.code, Code::LimitReached);
        assert!(failure.retry_after.is_some_and(|wait| wait <= WINDOW));
        assert!(limits.count_call("203.0.113.10").is_ok());
    }

    #[test]
    fn limits_wrong_tokens_also_of_concurrent_calls() {
        let limits = LinkLimits::default();
        assert!((0..MAX_WRONG_TOKENS).all(|_| limits.count_wrong_token("203.0.113.9").is_ok()));
        assert!(limits.count_wrong_token("203.0.113.9").is_err());
        assert!(limits.count_call("203.0.113.9").is_err());
        assert!(limits.count_call("203.0.113.10").is_ok());
    }
}
