//! Hinge cups, by door and by part.

use serde::Serialize;

use crate::parts::Piece;

/// A hinged door with the cups to drill: 35 wide, 12 deep, their centres 22 from the hinged edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hinge {
    /// Bay, from 1.
    pub bay: usize,
    /// Whether it is a door of the top boxes.
    pub is_upper: bool,
    /// `left` or `right`.
    pub side: &'static str,
    /// Finished height in millimetres.
    pub length: i64,
    /// Finished width in millimetres.
    pub width: i64,
    /// Mass in grams.
    pub mass_g: i64,
    /// Centres from the lower edge, in millimetres.
    pub cups: Vec<i64>,
}

pub(super) fn hinges(piece: &Piece) -> Vec<Hinge> {
    let hinges = piece.doors.iter().map(|door| Hinge {
        bay: door.bay + 1,
        is_upper: door.is_upper,
        side: door.hinged.name(),
        length: door.length,
        width: door.width,
        mass_g: door.mass_g,
        cups: door.cups.clone(),
    });
    hinges.collect()
}
