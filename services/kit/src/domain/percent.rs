//! Discounts in percent.

/// A discount in whole percent, 0 to 99; 0 is no discount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Percent(u8);

/// Error of a percentage outside 0 to 99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("discount is not between 0 and 99 percent")]
pub struct PercentOutOfRange;

impl Percent {
    /// No discount.
    pub const ZERO: Self = Self(0);

    /// Returns the percentage, 0 to 99.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns whether the discount is not 0.
    pub const fn is_set(self) -> bool {
        self.0 > 0
    }

    /// Returns this discount of a customer if it is set, else the product's. They are never combined.
    #[must_use]
    pub const fn or_product(self, product: Self) -> Self {
        if self.is_set() { self } else { product }
    }
}

impl TryFrom<i64> for Percent {
    type Error = PercentOutOfRange;

    fn try_from(number: i64) -> Result<Self, PercentOutOfRange> {
        match u8::try_from(number) {
            Ok(percent) if percent <= 99 => Ok(Self(percent)),
            _ => Err(PercentOutOfRange),
        }
    }
}

impl TryFrom<u32> for Percent {
    type Error = PercentOutOfRange;

    fn try_from(number: u32) -> Result<Self, PercentOutOfRange> {
        Self::try_from(i64::from(number))
    }
}

impl From<Percent> for u32 {
    fn from(percent: Percent) -> Self {
        Self::from(percent.0)
    }
}

impl From<Percent> for i16 {
    fn from(percent: Percent) -> Self {
        Self::from(percent.0)
    }
}

impl sqlx::Type<sqlx::Postgres> for Percent {
    fn type_info() -> sqlx::postgres::PgTypeInfo {
        <i16 as sqlx::Type<sqlx::Postgres>>::type_info()
    }
}

impl sqlx::Encode<'_, sqlx::Postgres> for Percent {
    fn encode_by_ref(
        &self,
        buffer: &mut sqlx::postgres::PgArgumentBuffer,
    ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
        i16::from(self.0).encode_by_ref(buffer)
    }
}

impl<'r> sqlx::Decode<'r, sqlx::Postgres> for Percent {
    fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
        Ok(Self::try_from(i64::from(<i16 as sqlx::Decode<
            sqlx::Postgres,
        >>::decode(value)?))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_0_to_99() {
        assert_eq!(Percent::try_from(99_i64).map(Percent::get), Ok(99));
        assert_eq!(Percent::try_from(100_i64), Err(PercentOutOfRange));
        assert_eq!(Percent::try_from(-1_i64), Err(PercentOutOfRange));
    }

    #[test]
    fn customer_discount_wins_even_if_lower() {
        let (own, product) = (Percent(5), Percent(15));
        assert_eq!(own.or_product(product), own);
        assert_eq!(Percent::ZERO.or_product(product), product);
    }
}
