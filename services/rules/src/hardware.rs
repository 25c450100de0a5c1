//! Handles that stand out and legs, and where they are.

use crate::{
    choice::{Base, Handle},
    frame::Frame,
    number::up,
    parts::{Door, Piece, Side},
};

/// Height of the middle of a handle above the floor, and its least distance to the ends of a door, in millimetres.
const HANDLE: i64 = 1_050;
const HANDLE_SET: i64 = 60;

/// Distance of a handle to the free edge of a door, and by which it stands out, in millimetres.
const HANDLE_EDGE: i64 = 40;
const HANDLE_DEPTH: i64 = 28;

/// Width of a leg and its distance to the sides, in millimetres.
const LEG: i64 = 40;

/// A box of metal, in millimetres.
pub(crate) struct MetalBox {
    /// The corner at the left, below and behind.
    pub(crate) at: [i64; 3],
    pub(crate) size: [i64; 3],
}

/// Returns the handles of doors and drawers; none where they are milled or pushed.
pub(crate) fn handles(piece: &Piece, frame: &Frame) -> Vec<MetalBox> {
    let z = frame.z0 + frame.depth;
    let doors = piece.doors.iter().filter_map(|door| {
        let (length, thickness) = measures(piece, door.length > 1_000)?;
        let (x, y) = middle_on_door(door, length);
        Some(MetalBox {
            at: [x - thickness / 2, y - length / 2, z],
            size: [thickness, length, HANDLE_DEPTH],
        })
    });
    let fronts = piece.placed().filter(|(part, _)| part.key == "drawer-front");
    let drawers = fronts.filter_map(|(_, placed)| {
        let ([x, y, _], [width, height, _]) = (placed.at, placed.size);
        let (length, thickness) = measures(piece, width > 500)?;
        Some(MetalBox {
            at: [x + (width - length) / 2, y + height * 3 / 5 - thickness / 2, z],
            size: [length, thickness, HANDLE_DEPTH],
        })
    });
    doors.chain(drawers).collect()
}

/// Returns length and thickness of the handles that stand out; `None` for others. The longer ones are on large fronts.
const fn measures(piece: &Piece, is_large: bool) -> Option<(i64, i64)> {
    match piece.design.handle {
        Handle::Knob => Some((28, 28)),
        Handle::Bar if is_large => Some((320, 12)),
        Handle::Bar => Some((160, 12)),
        Handle::Groove | Handle::Push => None,
    }
}

/// Returns the middle of a door's handle, at the free edge.
fn middle_on_door(door: &Door, length: i64) -> (i64, i64) {
    let x = match door.hinged {
        Side::Left => door.x + door.width - HANDLE_EDGE,
        Side::Right => door.x + HANDLE_EDGE,
    };
    let lowest = door.y + HANDLE_SET + length / 2;
    let highest = door.y + door.length - HANDLE_SET - length / 2;
    let y = if door.is_upper {
        lowest
    } else {
        HANDLE.min(highest).max(lowest)
    };
    (x, y)
}

/// Returns the legs.
pub(crate) fn legs(piece: &Piece, frame: &Frame) -> Vec<MetalBox> {
    let mut legs = Vec::new();
    if piece.design.base != Base::Legs {
        return legs;
    }
    for carcass in frame.layout.iter().flat_map(|layout| &layout.carcasses) {
        let gaps = up(carcass.width, 900);
        for leg in 0..=gaps {
            let x = carcass.x + LEG + (carcass.width - 3 * LEG) * leg / gaps.max(1);
            legs.extend([LEG, frame.carcass_depth - 2 * LEG].map(|z| MetalBox {
                at: [x, 0, frame.z0 + z],
                size: [LEG, frame.base, LEG],
            }));
        }
    }
    legs
}
