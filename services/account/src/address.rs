//! Saved addresses and their default flags.

use kit::domain::AddressId;

/// Maximum number of addresses of a user.
pub(crate) const MAX_ADDRESSES: i64 = 50;

/// Maximum number of characters of street and apartment together: the checkout has one field of this length for both. An
/// address of before may be longer; its owner shortens it when the address or a checkout is filled in.
pub(crate) const MAX_STREET_LINE: usize = 200;

/// Joins street and apartment, as the checkout does.
pub(crate) fn street_line(street: &str, apartment: &str) -> String {
    if apartment.is_empty() {
        street.to_owned()
    } else {
        format!("{street}, {apartment}")
    }
}

/// The only country with delivery.
pub(crate) const COUNTRY: &str = "Azerbaijan";

/// Contents of an address.
#[derive(Debug, Clone)]
pub(crate) struct Details {
    pub(crate) full_name: String,
    pub(crate) phone_number: String,
    pub(crate) street_address: String,
    pub(crate) apartment: String,
    pub(crate) city: String,
    pub(crate) state: String,
    pub(crate) zip_code: String,
}

/// A saved address.
#[derive(Debug, Clone)]
pub(crate) struct Address {
    pub(crate) id: AddressId,
    pub(crate) details: Details,
    pub(crate) defaults: Defaults,
}

/// Uses of an address as the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Defaults {
    /// Preselected for delivery at checkout.
    pub(crate) shipping: bool,
    /// Preselected for billing.
    pub(crate) billing: bool,
}

impl Defaults {
    /// Default for shipping and billing.
    pub(crate) const BOTH: Self = Self {
        shipping: true,
        billing: true,
    };

    /// Returns the flags of a new address: the requested ones, and those that no other address has.
    pub(crate) fn for_new(requested: Self, others: &[Self]) -> Self {
        Self {
            shipping: requested.shipping || !others.iter().any(|other| other.shipping),
            billing: requested.billing || !others.iter().any(|other| other.billing),
        }
    }

    /// Returns the flags set in either.
    pub(crate) const fn union(self, other: Self) -> Self {
        Self {
            shipping: self.shipping || other.shipping,
            billing: self.billing || other.billing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Defaults = Defaults {
        shipping: false,
        billing: false,
    };
    const SHIPPING: Defaults = Defaults {
        shipping: true,
        billing: false,
    };
    const BILLING: Defaults = Defaults {
        shipping: false,
        billing: true,
    };

    #[test]
    fn first_address_becomes_both_defaults() {
        assert_eq!(Defaults::for_new(NONE, &[]), Defaults::BOTH);
    }

    #[test]
    fn new_address_gets_requested_and_missing_defaults() {
        assert_eq!(Defaults::for_new(NONE, &[NONE, Defaults::BOTH]), NONE);
        assert_eq!(Defaults::for_new(BILLING, &[Defaults::BOTH]), BILLING);
        assert_eq!(Defaults::for_new(NONE, &[SHIPPING]), BILLING);
    }

    #[test]
    fn union_keeps_the_flags_of_both() {
        assert_eq!(Defaults::BOTH.union(NONE), Defaults::BOTH);
        assert_eq!(SHIPPING.union(BILLING), Defaults::BOTH);
        assert_eq!(BILLING.union(SHIPPING), Defaults::BOTH);
        assert_eq!(NONE.union(BILLING), BILLING);
        assert_eq!(SHIPPING.union(NONE), SHIPPING);
        assert_eq!(NONE.union(NONE), NONE);
    }
}
