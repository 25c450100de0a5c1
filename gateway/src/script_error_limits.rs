//! Limits on reported script errors, by client address and of all addresses.

use std::time::Duration;

use kit::failure::Failure;

use crate::address_limits::{AddressLimit, Bounds};

/// Length of a window.
const WINDOW: Duration = Duration::from_mins(10);

/// Maximum number of calls of an address in a window.
const MAX_CALLS: u32 = 20;

/// Maximum number of calls of all addresses in a window, which bounds the log.
const MAX_ALL_CALLS: u32 = 1_000;

/// Maximum number of addresses that are counted.
const MAX_ADDRESSES: u64 = 10_000;

/// Key of the calls of all addresses.
const ALL: &str = "";

/// Calls by client address.
#[derive(Debug)]
pub(crate) struct ScriptErrorLimits {
    addresses: AddressLimit,
    all: AddressLimit,
}

impl Default for ScriptErrorLimits {
    fn default() -> Self {
        let limit = |name, calls, addresses| {
            let window = WINDOW;
            AddressLimit::new(
                name,
                Bounds {
                    window,
                    calls,
                    addresses,
                },
            )
        };
        Self {
            addresses: limit("script_error_limits", MAX_CALLS, MAX_ADDRESSES),
            all: limit("all_script_error_limits", MAX_ALL_CALLS, 1),
        }
    }
}

impl ScriptErrorLimits {
    /// Counts a call.
    ///
    /// # Errors
    ///
    /// Fails with `LimitReached` if the address, or all of them together, made too many calls.
    pub(crate) fn count(&self, address: &str) -> Result<(), Failure> {
        self.addresses.count(address)?;
        self.all.count(ALL)
    }
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

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
