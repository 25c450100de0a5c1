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
