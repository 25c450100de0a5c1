//! Limits on reported script errors, counted in the memory of a replica.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use kit::failure::{Code, Failure};

/// Length of a window.
const WINDOW: Duration = Duration::from_mins(10);

/// Maximum number of calls of an address in a window.
const MAX_CALLS: u32 = 20;

/// Maximum number of calls of all addresses in a window, which bounds the log.
const MAX_ALL_CALLS: u32 = 1_000;

/// Maximum number of addresses that are counted.
const MAX_ADDRESSES: u64 = 10_000;

/// Key of the calls of all addresses, which no address equals.
const ALL: &str = "";

/// Calls by client address.
#[derive(Debug)]
pub(crate) struct ScriptErrorLimits {
    addresses: moka::sync::Cache<String, Arc<AtomicU32>>,
    all: moka::sync::Cache<&'static str, Arc<AtomicU32>>,
}

impl Default for ScriptErrorLimits {
    fn default() -> Self {
        let addresses = moka::sync::Cache::builder()
            .name("script_error_limits")
            .max_capacity(MAX_ADDRESSES)
            .time_to_live(WINDOW)
            .build();
        let all = moka::sync::Cache::builder()
            .max_capacity(1)
            .time_to_live(WINDOW)
            .build();
        Self { addresses, all }
    }
}

impl ScriptErrorLimits {
    /// Counts a call.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::LimitReached`] if the address, or all of them together, made too many calls.
    pub(crate) fn count(&self, address: &str) -> Result<(), Failure> {
        let calls = self.addresses.get_with_by_ref(address, Arc::default);
        let all = self.all.get_with(ALL, Arc::default);
        // Cannot overflow: a window has fewer calls than `u32::MAX`.
        let is_allowed = calls.fetch_add(1, Ordering::Relaxed) < MAX_CALLS
            && all.fetch_add(1, Ordering::Relaxed) < MAX_ALL_CALLS;
        is_allowed
            .then_some(())
            .ok_or_else(|| Failure::new(Code::LimitReached).with_retry_after(WINDOW))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_calls_by_address_and_of_all_addresses() {
        let limits = ScriptErrorLimits::default();
        assert!((0..MAX_CALLS).all(|_| limits.count("203.0.113.9").is_ok()));
        let failure = limits.count("203.0.113.9").unwrap_err();
        assert_eq!(failure.code, Code::LimitReached);
        let others = (MAX_CALLS..MAX_ALL_CALLS).all(|number| limits.count(&number.to_string()).is_ok());
        assert!(others);
        assert!(limits.count("203.0.113.10").is_err());
    }
}
