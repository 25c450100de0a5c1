//! Rate limits of the calls of designs, which compute, by client address.

use std::time::Duration;

use crate::address_limits::{AddressLimit, Bounds};

/// Limits of the calls of designs.
#[derive(Debug)]
pub(crate) struct DesignLimits {
    /// 120 prices a minute.
    pub(crate) prices: AddressLimit,
    /// 300 drawings a minute.
    pub(crate) drawings: AddressLimit,
    /// 60 models a minute.
    pub(crate) models: AddressLimit,
}

impl Default for DesignLimits {
    fn default() -> Self {
        let bounds = |calls| Bounds {
            window: Duration::from_mins(1),
            calls,
            addresses: 50_000,
        };
        Self {
            prices: AddressLimit::new("design_price_limits", bounds(120)),
            drawings: AddressLimit::new("design_drawing_limits", bounds(300)),
            models: AddressLimit::new("design_model_limits", bounds(60)),
        }
    }
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;

    #[test]
    fn limits_calls_by_address() {
        let limits = DesignLimits::default();
        assert!((0..120).all(|_| limits.prices.count("203.0.113.9").is_ok()));
        let failure = limits.prices.count("203.0.113.9").unwrap_err();
        assert_eq!(failure.code, Code::LimitReached);
        assert!(limits.prices.count("203.0.113.10").is_ok());
        assert!(limits.drawings.count("203.0.113.9").is_ok());
        assert!(limits.models.count("203.0.113.9").is_ok());
    }
}
