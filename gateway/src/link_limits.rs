//! Rate limits of the public calls of offers and orders by a link, by client address.
//!
//! A link is protected by the 128 bits of its token, so the limits only keep a client from making work.

use std::time::Duration;

use kit::failure::Failure;

use crate::address_limits::{AddressLimit, Bounds};

/// Length of a window.
const WINDOW: Duration = Duration::from_mins(10);

/// Maximum number of calls of an address in a window.
const MAX_CALLS: u32 = 300;

/// Maximum number of wrong tokens of an address in a window.
const MAX_WRONG_TOKENS: u32 = 30;

/// Maximum number of addresses that are counted.
const MAX_ADDRESSES: u64 = 50_000;

/// Limits of calls and of wrong tokens.
#[derive(Debug)]
pub(crate) struct LinkLimits {
    calls: AddressLimit,
    wrong_tokens: AddressLimit,
}

impl Default for LinkLimits {
    fn default() -> Self {
        let bounds = |calls| Bounds {
            window: WINDOW,
            calls,
            addresses: MAX_ADDRESSES,
        };
        Self {
            calls: AddressLimit::new("link_limits", bounds(MAX_CALLS)),
            wrong_tokens: AddressLimit::new("wrong_token_limits", bounds(MAX_WRONG_TOKENS)),
        }
    }
}

impl LinkLimits {
    /// Counts a call.
    ///
    /// # Errors
    ///
    /// Fails with `LimitReached` if the address made too many calls or sent too many wrong tokens.
    pub(crate) fn count_call(&self, address: &str) -> Result<(), Failure> {
        self.calls.count(address)?;
        self.wrong_tokens.check(address)
    }

    /// Counts a wrong token.
    ///
    /// # Errors
    ///
    /// Fails with `LimitReached` if the address sent too many of them meanwhile.
    pub(crate) fn count_wrong_token(&self, address: &str) -> Result<(), Failure> {
        self.wrong_tokens.count(address)
    }
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

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
