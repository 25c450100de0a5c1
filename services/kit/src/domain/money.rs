//! Amounts of money.

use super::{Percent, Quantity};

/// An amount in qəpik (1/100 AZN), 0 to 1,000,000,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, sqlx::Type, serde::Serialize)]
#[sqlx(transparent)]
#[serde(transparent)]
pub struct Money(i64);

/// Error of an amount that is negative or above [`Money::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("amount is not between 0 and 10 000 000 000.00 AZN")]
pub struct AmountOutOfRange;

impl Money {
    /// 0 AZN.
    pub const ZERO: Self = Self(0);

    /// The largest amount. Far below an overflow when multiplied by 100.
    pub const MAX: Self = Self(1_000_000_000_000);

    /// Creates an amount from qəpik.
    ///
    /// # Errors
    ///
    /// Fails if the amount is negative or above [`Money::MAX`].
    pub const fn from_minor(minor: i64) -> Result<Self, AmountOutOfRange> {
        if minor < 0 || minor > Self::MAX.0 {
            Err(AmountOutOfRange)
        } else {
            Ok(Self(minor))
        }
    }

    /// Returns the amount in qəpik.
    pub const fn minor(self) -> i64 {
        self.0
    }

    /// Multiplies the amount.
    ///
    /// # Errors
    ///
    /// Fails if the result is above [`Money::MAX`].
    pub fn checked_mul(self, quantity: Quantity) -> Result<Self, AmountOutOfRange> {
        self.0
            .checked_mul(i64::from(quantity.get()))
            .ok_or(AmountOutOfRange)
            .and_then(Self::from_minor)
    }

    /// Adds two amounts.
    ///
    /// # Errors
    ///
    /// Fails if the result is above [`Money::MAX`].
    pub fn checked_add(self, other: Self) -> Result<Self, AmountOutOfRange> {
        self.0
            .checked_add(other.0)
            .ok_or(AmountOutOfRange)
            .and_then(Self::from_minor)
    }

    /// Returns the amount in AZN as a JSON number with at most two decimals, such as `1061.65`.
    pub fn to_json_number(self) -> serde_json::Number {
        let (units, cents) = (self.0 / 100, self.0 % 100);
        if cents == 0 {
            return units.into();
        }
        // Below 2^53, the nearest double prints the same two decimals.
        format!("{units}.{cents:02}")
            .parse()
            .unwrap_or_else(|_| units.into())
    }

    /// Parses an amount in AZN from a JSON number.
    ///
    /// # Errors
    ///
    /// Fails if the number has more than two decimals, is negative or above [`Money::MAX`].
    pub fn from_json_number(number: &serde_json::Number) -> Result<Self, AmountOutOfRange> {
        let text = number.to_string();
        let (units, cents) = text.split_once('.').unwrap_or((&text, ""));
        let cents = match cents.len() {
            0 => Ok(0),
            1 => cents.parse::<i64>().map(|tenths| tenths * 10),
            2 => cents.parse::<i64>(),
            _ => return Err(AmountOutOfRange),
        };
        match (units.parse::<i64>(), cents) {
            (Ok(units), Ok(cents)) if !text.starts_with('-') => units
                .checked_mul(100)
                .and_then(|minor| minor.checked_add(cents))
                .ok_or(AmountOutOfRange)
                .and_then(Self::from_minor),
            _ => Err(AmountOutOfRange),
        }
    }
}

/// Returns the price of one piece after a discount, rounded half up to the qəpik.
///
/// The web app implements the same rule; `testdata/prices.json` tests both.
pub const fn discounted_price(price: Money, discount: Percent) -> Money {
    let hundredths = price.0 * (100 - widen(discount.get()));
    Money((hundredths + 50) / 100)
}

#[expect(clippy::as_conversions, reason = "lossless widening, as `From` is not const")]
const fn widen(number: u8) -> i64 {
    number as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        price_minor: i64,
        discount_percent: i64,
        user_discount_percent: i64,
        discounted_minor: i64,
    }

    #[test]
    fn matches_the_shared_price_table() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../testdata/prices.json")).unwrap();
        assert!(cases.len() >= 10);
        for case in cases {
            let own = Percent::try_from(case.user_discount_percent).unwrap();
            let discount = own.or_product(Percent::try_from(case.discount_percent).unwrap());
            let price = Money::from_minor(case.price_minor).unwrap();
            assert_eq!(
                discounted_price(price, discount).minor(),
                case.discounted_minor,
                "{price:?} {discount:?}"
            );
        }
    }

    #[test]
    fn json_numbers_have_at_most_two_decimals() {
        let number = |minor| Money::from_minor(minor).unwrap().to_json_number().to_string();
        assert_eq!(number(124_900), "1249");
        assert_eq!(number(106_165), "1061.65");
        assert_eq!(number(124_950), "1249.5");
        assert_eq!(number(5), "0.05");
    }

    proptest! {
        #[test]
        fn json_number_round_trips(minor in 0..=Money::MAX.minor()) {
            let money = Money::from_minor(minor).unwrap();
            prop_assert_eq!(Money::from_json_number(&money.to_json_number()), Ok(money));
        }

        #[test]
        fn discount_never_raises_a_price_and_rounds_by_at_most_half_a_qəpik(minor in 0..=Money::MAX.minor(), percent in 0_i64..=99) {
            let price = Money::from_minor(minor).unwrap();
            let after = discounted_price(price, Percent::try_from(percent).unwrap());
            prop_assert!(after <= price);
            prop_assert!((after.minor() * 100 - minor * (100 - percent)).abs() <= 50);
        }
    }
}
