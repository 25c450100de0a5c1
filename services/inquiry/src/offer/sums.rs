//! Sums of an offer, in qəpik.

use kit::domain::{AmountOutOfRange, Money, discounted_price};

use super::{Content, Line};

/// Maximum of a price and of a total: 10,000,000 AZN.
pub(crate) const MAX_AMOUNT: i64 = 1_000_000_000;

/// Sums of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Before discounts, without the delivery.
    pub(crate) list_total: Money,
    /// All discounts.
    pub(crate) savings: Money,
    /// With the delivery.
    pub(crate) total: Money,
    /// First payment.
    pub(crate) deposit: Money,
}

impl Line {
    /// Returns the price per unit after the discount, rounded half up.
    pub(crate) const fn unit_price(&self) -> Money {
        discounted_price(self.list_price, self.discount)
    }

    /// Returns the price of the line.
    ///
    /// # Errors
    ///
    /// Fails if it is above [`Money::MAX`].
    pub(crate) fn subtotal(&self) -> Result<Money, AmountOutOfRange> {
        self.unit_price().checked_mul(self.quantity)
    }
}

impl Content {
    /// Returns the sums.
    ///
    /// # Errors
    ///
    /// Fails if one is above [`MAX_AMOUNT`].
    pub(crate) fn sums(&self) -> Result<Sums, AmountOutOfRange> {
        let mut list_total = Money::ZERO;
        let mut subtotals = Money::ZERO;
        for line in &self.lines {
            list_total = list_total.checked_add(line.list_price.checked_mul(line.quantity)?)?;
            subtotals = subtotals.checked_add(line.subtotal()?)?;
        }
        let total = subtotals.checked_add(self.delivery_price)?;
        if total.minor() > MAX_AMOUNT || list_total.minor() > MAX_AMOUNT {
            return Err(AmountOutOfRange);
        }
        let deposit = (total.minor() * i64::from(self.deposit_percent) + 50) / 100;
        Ok(Sums {
            list_total,
            savings: Money::from_minor(list_total.minor() - subtotals.minor())?,
            total,
            deposit: Money::from_minor(deposit)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use kit::{
        domain::{Percent, Quantity},
        vocabulary::inquiry::OfferState,
    };
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::offer::tests::offer;

    fn line(list_price: i64, discount: u32, quantity: u32) -> Line {
        Line {
            id: Uuid::now_v7(),
            product: None,
            code: String::new(),
            name: "Oak kitchen".to_owned(),
            detail: String::new(),
            image: String::new(),
            quantity: Quantity::try_from(quantity).unwrap(),
            list_price: Money::from_minor(list_price).unwrap(),
            discount: Percent::try_from(discount).unwrap(),
            is_made_to_order: false,
            is_price_to_check: false,
            design: None,
        }
    }

    fn content(lines: Vec<Line>, delivery: i64, deposit_percent: u8) -> Content {
        Content {
            lines,
            delivery_price: Money::from_minor(delivery).unwrap(),
            deposit_percent,
            ..offer(OfferState::Draft).content
        }
    }

    fn minor(sums: Sums) -> [i64; 4] {
        [sums.list_total, sums.savings, sums.total, sums.deposit].map(Money::minor)
    }

    #[test]
    fn sums_of_the_contracts_example() {
        let sums = content(vec![line(684_000, 15, 1)], 0, 30).sums().unwrap();
        assert_eq!(minor(sums), [684_000, 102_600, 581_400, 174_420]);
    }

    #[test]
    fn rounds_the_unit_price_and_the_deposit_half_up() {
        // 0.30 less 15 % is 0.255, so 0.26; 3 of them are 0.78, with the delivery 1.01; half of it is 0.505, so 0.51.
        let sums = content(vec![line(30, 15, 3)], 23, 50).sums().unwrap();
        assert_eq!(minor(sums), [90, 12, 101, 51]);
    }

    #[test]
    fn totals_have_a_maximum() {
        assert!(content(vec![line(MAX_AMOUNT, 0, 1)], 0, 0).sums().is_ok());
        assert!(content(vec![line(MAX_AMOUNT, 0, 1)], 1, 0).sums().is_err());
        assert!(content(vec![line(MAX_AMOUNT, 99, 2)], 0, 0).sums().is_err());
    }

    proptest! {
        #[test]
        fn sums_agree(
            lines in prop::collection::vec((0..100_000_i64, 0..100_u32, 1..100_u32), 0..20),
            delivery in 0..100_000_i64,
            deposit in 0..=100_u8,
        ) {
            let lines: Vec<_> = lines.into_iter().map(|(price, discount, pieces)| line(price, discount, pieces)).collect();
            let content = content(lines, delivery, deposit);
            let sums = content.sums().unwrap();
            prop_assert_eq!(sums.list_total.minor() - sums.savings.minor() + delivery, sums.total.minor());
            prop_assert!(sums.deposit <= sums.total);
            let doubled = 2 * (100 * sums.deposit.minor() - sums.total.minor() * i64::from(deposit));
            prop_assert!((-100 < doubled) && (doubled <= 100), "nearest, half up");
        }
    }
}
