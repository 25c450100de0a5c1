//! Numbers of pieces.

/// Number of pieces of one line, 1 to 99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(u8);

/// Error of a number of pieces outside 1 to 99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("quantity is not between 1 and 99")]
pub struct QuantityOutOfRange;

impl Quantity {
    /// The maximum of one line.
    pub const MAX: Self = Self(99);

    /// Returns the number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Adds two quantities.
    ///
    /// # Errors
    ///
    /// Fails if the sum is above [`Quantity::MAX`].
    pub fn checked_add(self, other: Self) -> Result<Self, QuantityOutOfRange> {
        Self::try_from(u32::from(self.0) + u32::from(other.0))
    }
}

impl TryFrom<u32> for Quantity {
    type Error = QuantityOutOfRange;

    fn try_from(number: u32) -> Result<Self, QuantityOutOfRange> {
        match u8::try_from(number) {
            Ok(pieces) if (1..=Self::MAX.0).contains(&pieces) => Ok(Self(pieces)),
            _ => Err(QuantityOutOfRange),
        }
    }
}

impl From<Quantity> for u32 {
    fn from(quantity: Quantity) -> Self {
        Self::from(quantity.0)
    }
}

impl From<Quantity> for i64 {
    fn from(quantity: Quantity) -> Self {
        Self::from(quantity.0)
    }
}

impl sqlx::Type<sqlx::Postgres> for Quantity {
    fn type_info() -> sqlx::postgres::PgTypeInfo {
        <i16 as sqlx::Type<sqlx::Postgres>>::type_info()
    }
}

impl sqlx::Encode<'_, sqlx::Postgres> for Quantity {
    fn encode_by_ref(
        &self,
        buffer: &mut sqlx::postgres::PgArgumentBuffer,
    ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
        i16::from(self.0).encode_by_ref(buffer)
    }
}

impl<'r> sqlx::Decode<'r, sqlx::Postgres> for Quantity {
    fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
        let pieces = <i16 as sqlx::Decode<sqlx::Postgres>>::decode(value)?;
        Ok(Self::try_from(u32::try_from(pieces)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_1_to_99() {
        assert_eq!(Quantity::try_from(1).map(Quantity::get), Ok(1));
        assert_eq!(Quantity::try_from(99).map(Quantity::get), Ok(99));
        for wrong in [0, 100, 256, u32::MAX] {
            assert_eq!(Quantity::try_from(wrong), Err(QuantityOutOfRange), "{wrong}");
        }
    }

    #[test]
    fn rejects_sums_above_99() {
        let fifty = Quantity::try_from(50).unwrap();
        assert_eq!(
            fifty
                .checked_add(Quantity::try_from(49).unwrap())
                .map(Quantity::get),
            Ok(99)
        );
        assert_eq!(fifty.checked_add(fifty), Err(QuantityOutOfRange));
    }
}
