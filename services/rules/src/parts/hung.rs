//! The doors that parts belong to.

use super::{Door, Part, Piece, Place, PlacedBox, Side};
use crate::choice::Style;

impl Piece {
    /// Returns the door whose hinges a part carries: the door itself, or the stile on its hinged side.
    pub(crate) fn door_of(&self, part: &Part, placed: &PlacedBox) -> Option<&Door> {
        let [x, y, _] = placed.at;
        self.doors.iter().find(|door| {
            let is_lattice = door.style == Style::Lattice;
            let left = match (part.key, door.hinged) {
                ("door" | "upper-door", _) if !is_lattice => door.x,
                ("stile", Side::Left) if is_lattice => door.x,
                ("stile", Side::Right) if is_lattice => door.x + door.width - part.width,
                _ => return false,
            };
            (x, y) == (left, door.y)
        })
    }

    /// Returns whether a part is a door with a mirror.
    pub(crate) fn is_mirror(&self, part: &Part, placed: &PlacedBox) -> bool {
        let style = match (part.key, placed.place) {
            ("door" | "upper-door", _) => self.door_of(part, placed).map(|door| door.style),
            ("slide-door", Place::Slide(index)) => {
                // A door beyond the bays has the style of the last one.
                let bays = &self.design.bays;
                bays.get(index).or(bays.last()).map(|bay| bay.style)
            }
            _ => None,
        };
        style == Some(Style::Mirror)
    }

    /// Returns each part with each of its boxes.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (&Part, &PlacedBox)> {
        let parts = self.parts.iter();
        parts.flat_map(|part| part.boxes.iter().map(move |placed| (part, placed)))
    }
}
