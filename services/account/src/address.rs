//! Saved addresses, and which of them are the defaults.

use kit::domain::AddressId;

/// Addresses that one user may save.
pub(crate) const MOST: i64 = 50;

/// The only country that the shop delivers to.
pub(crate) const COUNTRY: &str = "Azerbaijan";

/// What an address says.
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

/// Of what an address is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Defaults {
    /// Filled into the checkout.
    pub(crate) shipping: bool,
    /// Billed.
    pub(crate) billing: bool,
}

impl Defaults {
    /// Of both.
    pub(crate) const BOTH: Self = Self {
        shipping: true,
        billing: true,
    };

    /// What a new address becomes: what was asked for, and whatever no other address is.
    pub(crate) fn of_new(asked: Self, others: &[Self]) -> Self {
        Self {
            shipping: asked.shipping || !others.iter().any(|other| other.shipping),
            billing: asked.billing || !others.iter().any(|other| other.billing),
        }
    }

    /// What a changed address becomes: a form that says nothing of defaults takes none away.
    pub(crate) const fn of_changed(before: Self, asked: Self) -> Self {
        Self {
            shipping: before.shipping || asked.shipping,
            billing: before.billing || asked.billing,
        }
    }

    /// What an address inherits from one that is removed.
    pub(crate) const fn inheriting(self, removed: Self) -> Self {
        Self {
            shipping: self.shipping || removed.shipping,
            billing: self.billing || removed.billing,
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
    fn the_first_address_is_the_default_of_both() {
        assert_eq!(Defaults::of_new(NONE, &[]), Defaults::BOTH);
    }

    #[test]
    fn a_further_one_becomes_what_was_asked_for() {
        assert_eq!(Defaults::of_new(NONE, &[NONE, Defaults::BOTH]), NONE);
        assert_eq!(Defaults::of_new(BILLING, &[Defaults::BOTH]), BILLING);
        assert_eq!(Defaults::of_new(NONE, &[SHIPPING]), BILLING);
    }

    #[test]
    fn a_change_takes_no_default_away() {
        assert_eq!(Defaults::of_changed(Defaults::BOTH, NONE), Defaults::BOTH);
        assert_eq!(Defaults::of_changed(SHIPPING, BILLING), Defaults::BOTH);
        assert_eq!(Defaults::of_changed(NONE, NONE), NONE);
    }

    #[test]
    fn the_heir_keeps_its_own() {
        assert_eq!(BILLING.inheriting(SHIPPING), Defaults::BOTH);
        assert_eq!(NONE.inheriting(BILLING), BILLING);
        assert_eq!(SHIPPING.inheriting(NONE), SHIPPING);
    }
}
