//! Units of what prices and costs are counted in.

use crate::word::words;

words! {
    /// The unit of a cost line.
    CostUnit { SquareMetre = "m2", Metre = "m", Piece = "piece" }
}

impl CostUnit {
    /// Returns the square millimetres, millimetres or pieces of a unit.
    pub(crate) const fn size(self) -> i64 {
        match self {
            Self::SquareMetre => 1_000_000,
            Self::Metre => 1_000,
            Self::Piece => 1,
        }
    }
}

/// Returns the unit of a fitting.
pub(crate) fn fitting_unit(key: &str) -> CostUnit {
    match key {
        "rail" | "track" => CostUnit::Metre,
        "mirror" => CostUnit::SquareMetre,
        _ => CostUnit::Piece,
    }
}

/// Returns the unit of a kind of work.
pub(crate) fn work_unit(key: &str) -> CostUnit {
    match key {
        "m2" | "site" => CostUnit::SquareMetre,
        _ => CostUnit::Piece,
    }
}
