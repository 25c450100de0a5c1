//! Versions of the rules.

use serde::{Serialize, Serializer};

use crate::{
    choice::Family,
    numbers::{self, Limits, Numbers},
};

/// A version of the rules that this crate knows. An older one stays while a quote, an offer or an order names it.
///
/// The tests of this crate know two newer ones that the shop does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RulesVersion {
    /// Version 1.
    V1,
    /// A sample.
    #[cfg(test)]
    V2,
    /// A sample.
    #[cfg(test)]
    V3,
}

impl RulesVersion {
    /// All versions, the oldest first.
    pub const ALL: &'static [Self] = &[
        Self::V1,
        #[cfg(test)]
        Self::V2,
        #[cfg(test)]
        Self::V3,
    ];

    /// The version of new designs.
    #[cfg(not(test))]
    pub const NEWEST: Self = Self::V1;
    /// The version of new designs.
    #[cfg(test)]
    pub const NEWEST: Self = Self::V3;

    /// Returns the number, 1 to 255.
    pub const fn number(self) -> u8 {
        match self {
            Self::V1 => 1,
            #[cfg(test)]
            Self::V2 => 2,
            #[cfg(test)]
            Self::V3 => 3,
        }
    }

    /// Returns the version of a number; `None` for one that this crate does not know.
    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|version| version.number() == number)
    }

    /// Returns the numbers of the rules.
    pub(crate) const fn numbers(self) -> &'static Numbers {
        match self {
            Self::V1 => &numbers::V1,
            #[cfg(test)]
            Self::V2 => &numbers::samples::V2,
            #[cfg(test)]
            Self::V3 => &numbers::samples::V3,
        }
    }
}

impl Family {
    /// Returns the limits of new designs.
    pub const fn limits(self) -> &'static Limits {
        RulesVersion::NEWEST.numbers().limits(self)
    }
}

impl Serialize for RulesVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}
