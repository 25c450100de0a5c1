//! Boards and finishes.

use crate::word::words;

words! {
    /// A material that parts are cut from.
    Board {
        Lam18 = "lam18",
        Wood19 = "wood19",
        Paint19 = "paint19",
        Solid19 = "solid19",
        Box16 = "box16",
        Back6 = "back6",
        Lattice12 = "lattice12",
    }
}

words! {
    /// A finish, by its slug of the shop's palette.
    Finish {
        White = "white",
        Sand = "sand",
        Graphite = "graphite",
        Oak = "oak",
        Ash = "ash",
        Walnut = "walnut",
        SmokedOak = "smoked-oak",
        Sage = "sage",
        Forest = "forest",
        Terracotta = "terracotta",
        Black = "black",
    }
}

impl Board {
    /// Returns the boards that have a price of their own; lattice is priced by its cells.
    pub fn priced() -> impl Iterator<Item = Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(|board| *board != Self::Lattice12)
    }

    /// Whether a price book has a cost of edging for this board.
    pub const fn has_edging(self) -> bool {
        matches!(self, Self::Lam18 | Self::Wood19 | Self::Paint19 | Self::Box16)
    }

    /// Returns the thickness in millimetres.
    pub const fn thickness(self) -> i64 {
        match self {
            Self::Lam18 => 18,
            Self::Wood19 | Self::Paint19 | Self::Solid19 => 19,
            Self::Box16 => 16,
            Self::Back6 => 6,
            Self::Lattice12 => 12,
        }
    }

    /// Returns the thickness that edging adds to a cut side, in millimetres.
    pub const fn edging(self) -> i64 {
        match self {
            Self::Lam18 | Self::Wood19 | Self::Box16 => 1,
            Self::Paint19 | Self::Solid19 | Self::Back6 | Self::Lattice12 => 0,
        }
    }

    /// Returns the mass in grams a square metre.
    pub const fn grams(self) -> i64 {
        match self {
            Self::Lam18 => 11_700,
            Self::Wood19 | Self::Solid19 => 13_300,
            Self::Paint19 => 14_300,
            Self::Box16 => 10_400,
            Self::Back6 => 4_500,
            Self::Lattice12 => 6_000,
        }
    }

    /// Returns length and width of a sheet in millimetres; the grain follows the length.
    pub const fn sheet(self) -> [i64; 2] {
        match self {
            Self::Solid19 => [2_800, 1_000],
            _ => [2_800, 2_070],
        }
    }

    /// Returns whether the grain has a direction.
    pub const fn has_grain(self) -> bool {
        matches!(self, Self::Wood19 | Self::Solid19 | Self::Back6 | Self::Lattice12)
    }
}

impl Finish {
    /// Returns the board of bodies; `None` for a finish of fronts alone.
    pub const fn body(self) -> Option<Board> {
        match self {
            Self::White | Self::Sand | Self::Graphite => Some(Board::Lam18),
            Self::Oak | Self::Ash | Self::Walnut | Self::SmokedOak => Some(Board::Wood19),
            Self::Sage | Self::Forest | Self::Terracotta | Self::Black => None,
        }
    }

    /// Returns the board of fronts.
    pub const fn front(self) -> Board {
        match self {
            Self::Oak | Self::Ash | Self::Walnut | Self::SmokedOak => Board::Wood19,
            _ => Board::Paint19,
        }
    }

    /// Returns whether solid wood for a lattice exists.
    pub const fn is_wood(self) -> bool {
        matches!(self, Self::Oak | Self::Ash | Self::Walnut | Self::SmokedOak)
    }
}
