//! Rate limits of calls that compute, by client address.
//!
//! A replica counts in memory: the limits only keep a client from making work. Behind several replicas they are as many times as
//! high.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use kit::failure::{Code, Failure};

/// Length of a window.
const WINDOW: Duration = Duration::from_mins(1);

/// Maximum number of addresses that are counted.
const MAX_ADDRESSES: u64 = 50_000;

/// Calls by client address in a minute.
#[derive(Debug)]
pub(crate) struct AddressLimit {
    addresses: moka::sync::Cache<String, Arc<AtomicU32>>,
    max_calls: u32,
}

impl AddressLimit {
    fn new(name: &'static str, max_calls: u32) -> Self {
        let addresses = moka::sync::Cache::builder()
            .name(name)
            .max_capacity(MAX_ADDRESSES)
            .time_to_live(WINDOW)
            .build();
        Self { addresses, max_calls }
    }

    /// Counts a call.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::LimitReached`] if the address made too many calls in the last minute.
    pub(crate) fn count(&self, address: &str) -> Result<(), Failure> {
        let calls = self.addresses.get_with_by_ref(address, Arc::default);
        // Cannot overflow: a window has fewer calls than `u32::MAX`.
        let is_allowed = calls.fetch_add(1, Ordering::Relaxed) < self.max_calls;
        is_allowed
            .then_some(())
            .ok_or_else(|| Failure::new(Code::LimitReached).with_retry_after(WINDOW))
    }
}

/// Limits of the calls of designs.
#[derive(Debug)]
pub(crate) struct DesignLimits {
    /// 120 prices a minute.
    pub(crate) prices: AddressLimit,
    /// 300 drawings a minute.
    pub(crate) drawings: AddressLimit,
}

impl Default for DesignLimits {
    fn default() -> Self {
        Self {
            prices: AddressLimit::new("design_price_limits", 120),
            drawings: AddressLimit::new("design_drawing_limits", 300),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_calls_by_address() {
        let limits = DesignLimits::default();
        assert!((0..120).all(|_| limits.prices.count("203.0.113.9").is_ok()));
        let failure = limits.prices.count("203.0.113.9").unwrap_err();
        assert_eq!(failure.code, Code::LimitReached);
        assert!(limits.prices.count("203.0.113.10").is_ok());
        assert!(limits.drawings.count("203.0.113.9").is_ok());
    }
}
