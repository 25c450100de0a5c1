//! The solids of a model.

use crate::{
    board::Finish,
    design::{Base, Handle, Metal},
    draw::color,
    frame::{BACK, Frame},
    number::up,
    parts::{Door, Part, Piece, Place, PlacedBox, Side},
};

/// Thickness of a mirror with its glue, and its distance to the edges of its door, in millimetres.
const MIRROR: i64 = 3;
const MIRROR_SET: i64 = 4;

/// Height of the middle of a handle above the floor, and its least distance to the ends of a door, in millimetres.
const HANDLE: i64 = 1_050;
const HANDLE_SET: i64 = 60;

/// Distance of a handle to the free edge of a door, and by which it stands out, in millimetres.
const HANDLE_EDGE: i64 = 40;
const HANDLE_DEPTH: i64 = 28;

/// Diameter of a hanging rail in millimetres.
const RAIL: i64 = 25;

/// Width of a leg and its distance to the sides, in millimetres.
const LEG: i64 = 40;

/// Cells of a lattice, across and up.
pub(super) type Cells = (i64, i64);

/// The surface of a solid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Surface {
    Finish(Finish),
    Metal(Metal),
    Mirror,
    /// The board behind a lattice: light in each finish, so that the laths are seen before it.
    Backing,
    /// A lattice of a wood, of which the front alone is drawn.
    Lattice(Finish, Cells),
}

/// A material as both formats have it.
pub(super) struct Material {
    pub(super) name: String,
    /// Red, green and blue of the linear space, 0 to 1.
    pub(super) color: [f64; 3],
    pub(super) metallic: f64,
    pub(super) roughness: f64,
    pub(super) is_lattice: bool,
}

impl Surface {
    pub(super) fn material(self) -> Material {
        let (name, hex, metallic, roughness) = match self {
            Self::Finish(finish) => (finish.name(), color(finish), 0.0, 0.7),
            Self::Lattice(finish, _) => ("lattice", color(finish), 0.0, 0.7),
            Self::Metal(metal) => (metal.name(), metal_color(metal), 1.0, 0.4),
            Self::Mirror => ("mirror", "#e8ecee", 1.0, 0.05),
            Self::Backing => ("backing", "#ccc3b5", 0.0, 0.7),
        };
        let name = match self {
            // A metal and a finish may have one name.
            Self::Metal(_) => format!("metal_{name}"),
            // A name of USD has no hyphen.
            _ => name.replace('-', "_"),
        };
        Material {
            name,
            color: linear(hex),
            metallic,
            roughness,
            is_lattice: matches!(self, Self::Lattice(..)),
        }
    }

    /// Returns the surface that has the same material: lattices of a wood share one.
    pub(super) const fn key(self) -> Self {
        match self {
            Self::Lattice(finish, _) => Self::Lattice(finish, (0, 0)),
            other => other,
        }
    }
}

const fn metal_color(metal: Metal) -> &'static str {
    match metal {
        Metal::Black => "#2a2a2c",
        Metal::Brass => "#b8925a",
        Metal::Steel => "#a7abae",
    }
}

/// Converts a colour such as `#c9a46f` to the linear space, with four decimals.
fn linear(hex: &str) -> [f64; 3] {
    let channel = |from: usize| {
        let digits = hex.get(from..from + 2).unwrap_or("0");
        let value = f64::from(u8::from_str_radix(digits, 16).unwrap_or(0)) / 255.0;
        let linear = if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        };
        (linear * 10_000.0).round() / 10_000.0
    };
    [channel(1), channel(3), channel(5)]
}

/// A box of one surface, in millimetres.
#[derive(Debug, Clone, Copy)]
pub(super) struct Solid {
    /// The corner at the left, below and behind.
    pub(super) at: [i64; 3],
    pub(super) size: [i64; 3],
    pub(super) surface: Surface,
}

/// The solids of a piece.
pub(super) struct Scene {
    width: i64,
    pub(super) solids: Vec<Solid>,
}

impl Scene {
    pub(super) fn of(piece: &Piece) -> Self {
        let [width, _, _] = piece.design.measures();
        let mut solids = Vec::new();
        for (part, placed) in piece
            .placed()
            .filter(|(part, placed)| is_seen(piece, part, placed))
        {
            solids.push(Solid {
                at: placed.at,
                size: placed.size,
                surface: surface(part),
            });
            if piece.is_mirror(part, placed) {
                solids.push(mirror(placed));
            }
        }
        let frame = Frame::of(&piece.design);
        add_handles(piece, &frame, &mut solids);
        add_rails(piece, &frame, &mut solids);
        add_legs(piece, &frame, &mut solids);
        Self { width, solids }
    }

    /// Returns the surfaces, each once.
    pub(super) fn surfaces(&self) -> Vec<Surface> {
        let mut surfaces: Vec<_> = self.solids.iter().map(|solid| solid.surface).collect();
        surfaces.sort_unstable();
        surfaces.dedup();
        surfaces
    }

    /// Returns the distance of the rear left corner to the origin, to the left, in metres.
    pub(super) fn left(&self) -> f64 {
        i32::try_from(self.width).map_or(0.0, f64::from) / 2_000.0
    }
}

/// Returns whether a part is seen while all doors are closed.
fn is_seen(piece: &Piece, part: &Part, placed: &PlacedBox) -> bool {
    match part.key {
        "drawer-side" | "drawer-end" | "drawer-base" => false,
        "divider" | "upper-divider" => match placed.place {
            // It stands at the right of its bay.
            Place::Bay(index) => is_open(piece, index) || is_open(piece, index + 1),
            _ => true,
        },
        "shelf" | "shelf-fixed" | "drawer-top" | "packer" | "inner-front" => match placed.place {
            Place::Bay(index) => is_open(piece, index),
            _ => true,
        },
        _ => true,
    }
}

fn is_open(piece: &Piece, bay: usize) -> bool {
    let doors = piece.design.bays.get(bay).map_or(0, |bay| bay.doors);
    !piece.design.is_sliding() && doors == 0
}

fn surface(part: &Part) -> Surface {
    match part.cells {
        Some(cells) => Surface::Lattice(part.finish, cells),
        None if part.key == "lattice-back" => Surface::Backing,
        None => Surface::Finish(part.finish),
    }
}

fn mirror(door: &PlacedBox) -> Solid {
    let ([x, y, z], [width, height, depth]) = (door.at, door.size);
    Solid {
        at: [x + MIRROR_SET, y + MIRROR_SET, z + depth],
        size: [width - 2 * MIRROR_SET, height - 2 * MIRROR_SET, MIRROR],
        surface: Surface::Mirror,
    }
}

/// Returns length and thickness of the handles that stand out; `None` for others. The longer ones are on large fronts.
const fn handle(piece: &Piece, is_large: bool) -> Option<(i64, i64)> {
    match piece.design.handle {
        Handle::Knob => Some((28, 28)),
        Handle::Bar if is_large => Some((320, 12)),
        Handle::Bar => Some((160, 12)),
        Handle::Groove | Handle::Push => None,
    }
}

fn add_handles(piece: &Piece, frame: &Frame, solids: &mut Vec<Solid>) {
    let surface = Surface::Metal(piece.design.metal);
    let z = frame.z0 + frame.depth;
    for door in &piece.doors {
        if let Some((length, thickness)) = handle(piece, door.length > 1_000) {
            let (x, y) = door_handle(door, length);
            let at = [x - thickness / 2, y - length / 2, z];
            solids.push(Solid {
                at,
                size: [thickness, length, HANDLE_DEPTH],
                surface,
            });
        }
    }
    for (_, placed) in piece.placed().filter(|(part, _)| part.key == "drawer-front") {
        let ([x, y, _], [width, height, _]) = (placed.at, placed.size);
        if let Some((length, thickness)) = handle(piece, width > 500) {
            let at = [x + (width - length) / 2, y + height * 3 / 5 - thickness / 2, z];
            solids.push(Solid {
                at,
                size: [length, thickness, HANDLE_DEPTH],
                surface,
            });
        }
    }
}

/// Returns the middle of a door's handle, at the free edge.
fn door_handle(door: &Door, length: i64) -> (i64, i64) {
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

fn add_rails(piece: &Piece, frame: &Frame, solids: &mut Vec<Solid>) {
    let bays = frame.layout.iter().flat_map(|layout| &layout.bays);
    for (index, (lengths, bay)) in bays.zip(&piece.design.bays).enumerate() {
        if !is_open(piece, index) {
            continue;
        }
        for axis in frame.stack(bay).rails {
            let z = frame.z0 + BACK + frame.inner_depth / 2;
            solids.push(Solid {
                at: [lengths.x + 2, axis - RAIL / 2, z - RAIL / 2],
                size: [lengths.width - 4, RAIL, RAIL],
                surface: Surface::Metal(Metal::Steel),
            });
        }
    }
}

fn add_legs(piece: &Piece, frame: &Frame, solids: &mut Vec<Solid>) {
    if piece.design.base != Base::Legs {
        return;
    }
    for carcass in frame.layout.iter().flat_map(|layout| &layout.carcasses) {
        let gaps = up(carcass.width, 900);
        for leg in 0..=gaps {
            let x = carcass.x + LEG + (carcass.width - 3 * LEG) * leg / gaps.max(1);
            for z in [LEG, frame.carcass_depth - 2 * LEG] {
                solids.push(Solid {
                    at: [x, 0, frame.z0 + z],
                    size: [LEG, frame.base, LEG],
                    surface: Surface::Metal(piece.design.metal),
                });
            }
        }
    }
}
