//! Masses of doors, which hinges and rollers carry.

use crate::{board::Board, choice::Style, design::Design, number::up};

/// Mass of a mirror in grams a square metre.
pub(crate) const MIRROR: i64 = 10_000;

/// Returns the mass of a board with a mirror or without, in grams.
fn mass(grams: i64, style: Style, length: i64, width: i64) -> i64 {
    let mirror = if style == Style::Mirror { MIRROR } else { 0 };
    up(length * width * (grams + mirror), 1_000_000)
}

/// Returns the mass of a hinged door in grams.
pub(crate) fn door_mass(design: &Design, style: Style, length: i64, width: i64) -> i64 {
    let board = match style {
        Style::Lattice => Board::Solid19,
        Style::Plain | Style::Mirror => design.fronts.front(),
    };
    mass(board.grams(), style, length, width)
}

/// Returns the mass of a sliding door in grams.
pub(crate) fn slide_mass(design: &Design, style: Style, length: i64, width: i64) -> i64 {
    mass(design.fronts.front().grams(), style, length, width)
}
