//! Amounts of money.

use super::{Percent, Quantity, TextError, characters::is_invisible};

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

    /// Parses an amount in AZN as people type it: `6840`, `6 840,00 ₼`, `6,840.00 AZN`, `34.5`.
    ///
    /// The web app implements the same rule; `testdata/amounts.json` tests both.
    ///
    /// # Errors
    ///
    /// Fails if the text is missing or something else, or has more than two decimals or an amount above [`Money::MAX`].
    pub fn parse_typed(text: &str) -> Result<Self, TextError> {
        let bare: String = text
            .chars()
            .filter(|character| !character.is_whitespace() && !is_invisible(*character))
            .flat_map(char::to_lowercase)
            .collect();
        let signs = ["₼", "azn"];
        let start = signs
            .iter()
            .find_map(|sign| bare.strip_prefix(sign))
            .unwrap_or(&bare);
        let bare = signs
            .iter()
            .find_map(|sign| start.strip_suffix(sign))
            .unwrap_or(start);
        if bare.is_empty() {
            return Err(TextError::Missing);
        }
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, cents) = bare
            .rsplit_once(['.', ','])
            .filter(|(_, cents)| (1..=2).contains(&cents.len()) && are_digits(cents))
            .unwrap_or((bare, ""));
        let (first, thousands) = whole.split_once(['.', ',']).unwrap_or((whole, ""));
        let is_grouped = thousands.is_empty()
            || first.len() <= 3
                && thousands
                    .split(['.', ','])
                    .all(|group| group.len() == 3 && are_digits(group));
        if first.is_empty() || !are_digits(first) || !is_grouped || whole.ends_with(['.', ',']) {
            return Err(TextError::Invalid);
        }
        let minor: String = [first, &thousands.replace(['.', ','], ""), &format!("{cents:0<2}")].concat();
        minor
            .parse()
            .ok()
            .and_then(|minor| Self::from_minor(minor).ok())
            .ok_or(TextError::Invalid)
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

    #[derive(serde::Deserialize)]
    struct TypedCase {
        typed: String,
        minor: Option<i64>,
    }

    #[test]
    fn matches_the_shared_table_of_typed_amounts() {
        let cases: Vec<TypedCase> =
            serde_json::from_str(include_str!("../../testdata/amounts.json")).unwrap();
        assert!(cases.len() >= 40);
        for case in cases {
            let minor = Money::parse_typed(&case.typed).ok().map(Money::minor);
            assert_eq!(minor, case.minor, "{:?}", case.typed);
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
