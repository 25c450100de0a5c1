//! Limits of calls by client address, counted in the memory of a replica. Behind several replicas they are as many times as high.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use kit::failure::{Code, Failure};

/// Bounds of a limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Length of a window, which begins with the first call.
    pub(crate) window: Duration,
    /// Maximum number of calls of an address in a window.
    pub(crate) calls: u32,
    /// Maximum number of addresses that are counted.
    pub(crate) addresses: u64,
}

/// Calls of an address in a window.
#[derive(Debug)]
struct Window {
    started: Instant,
    calls: AtomicU32,
}

/// Counters of all addresses.
#[derive(Debug)]
pub(crate) struct AddressLimit {
    windows: moka::sync::Cache<String, Arc<Window>>,
    bounds: Bounds,
}

impl AddressLimit {
    /// Creates a limit; `name` is that of its cache.
    pub(crate) fn new(name: &'static str, bounds: Bounds) -> Self {
        let windows = moka::sync::Cache::builder()
            .name(name)
            .max_capacity(bounds.addresses)
            .time_to_live(bounds.window)
            .build();
        Self { windows, bounds }
    }

    /// Counts a call.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::LimitReached`] if the address made too many calls.
    pub(crate) fn count(&self, address: &str) -> Result<(), Failure> {
        let window = self.window(address);
        // Cannot overflow: a window has fewer calls than `u32::MAX`.
        let before = window.calls.fetch_add(1, Ordering::Relaxed);
        self.check_calls(&window, before)
    }

    /// Checks that the address may make a call, without counting one.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::LimitReached`] if the address made all its calls.
    pub(crate) fn check(&self, address: &str) -> Result<(), Failure> {
        let window = self.window(address);
        self.check_calls(&window, window.calls.load(Ordering::Relaxed))
    }

    fn check_calls(&self, window: &Window, calls: u32) -> Result<(), Failure> {
        if calls < self.bounds.calls {
            return Ok(());
        }
        let left = self.bounds.window.saturating_sub(window.started.elapsed());
        Err(Failure::new(Code::LimitReached).with_retry_after(left.max(Duration::from_secs(1))))
    }

    fn window(&self, address: &str) -> Arc<Window> {
        let start = || {
            Arc::new(Window {
                started: Instant::now(),
                calls: AtomicU32::new(0),
            })
        };
        self.windows.get_with_by_ref(address, start)
    }
}
