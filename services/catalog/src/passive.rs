//! Passive attributes of a product: the shop shows them and never filters, sorts, searches or prices by them.

use kit::domain::{LocalizedText, StoreId};
pub(crate) use kit::vocabulary::catalog::FrontKind;
use serde::{Deserialize, Serialize};

use crate::measures::UsualMeasures;

/// The document of `product_text.attributes`. A missing attribute has its default.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PassiveAttributes {
    pub(crate) external_measurement: LocalizedText,
    pub(crate) internal_measurement: LocalizedText,
    /// Whether it is made in its own measures only.
    pub(crate) is_fixed: bool,
    /// Measures that it is usually made in; `None` = those of its category.
    pub(crate) usual_measures: Option<UsualMeasures>,
    /// The front, for drawings; `None` = unknown.
    pub(crate) front: Option<Front>,
    /// Stores that show it; `None` = unknown.
    pub(crate) shown_in: Option<Vec<StoreId>>,
    /// One material per line.
    pub(crate) materials: LocalizedText,
    /// One advice per line.
    pub(crate) care: LocalizedText,
    /// One part per line.
    pub(crate) box_contents: LocalizedText,
    /// `None` = unknown.
    pub(crate) weight: Option<Grams>,
    /// A design like it; `None` = none.
    pub(crate) design: Option<DesignCode>,
}

/// Code of a design that could be built when it was set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct DesignCode(String);

/// Error for a text that is no code of a design, or for a design that cannot be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UnusableDesign {
    #[error("no code of a design")]
    Broken,
    #[error("a design that cannot be built")]
    Impossible,
}

impl DesignCode {
    /// Parses a code; an empty text is none.
    pub(crate) fn parse(code: &str) -> Result<Option<Self>, UnusableDesign> {
        if code.is_empty() {
            return Ok(None);
        }
        let design = rules::Design::from_code(code).map_err(|_| UnusableDesign::Broken)?;
        rules::build(&design).map_err(|_| UnusableDesign::Impossible)?;
        Ok(Some(Self(code.to_owned())))
    }
}

impl From<DesignCode> for String {
    fn from(code: DesignCode) -> Self {
        code.0
    }
}

/// Weight in grams, 1 to 10,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub(crate) struct Grams(u32);

/// Maximum weight in grams: 10 tonnes.
const MAX_GRAMS: u32 = 10_000_000;

/// Error for a weight of nothing, or above the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not 1 to {MAX_GRAMS} grams")]
pub(crate) struct WeightOutOfRange;

impl TryFrom<u32> for Grams {
    type Error = WeightOutOfRange;

    fn try_from(grams: u32) -> Result<Self, WeightOutOfRange> {
        if (1..=MAX_GRAMS).contains(&grams) {
            Ok(Self(grams))
        } else {
            Err(WeightOutOfRange)
        }
    }
}

impl From<Grams> for u32 {
    fn from(weight: Grams) -> Self {
        weight.0
    }
}

/// Front of a product, for drawings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Front {
    pub(crate) kind: FrontKind,
    /// Number of doors, side by side.
    pub(crate) doors: u8,
    /// Number of drawers below the doors.
    pub(crate) drawers: u8,
    /// Number of rows of the drawers; 1 = side by side.
    pub(crate) drawer_rows: u8,
    /// Whether it stands on legs rather than on a plinth.
    pub(crate) has_legs: bool,
}
