//! The solids of a model.

use crate::{
    board::Finish,
    choice::Metal,
    draw::{self, BACKING, color, metal_color},
    frame::Frame,
    hardware::{self, MetalBox},
    parts::{Part, Piece, Place, PlacedBox},
};

/// Thickness of a mirror with its glue, and its distance to the edges of its door, in millimetres.
const MIRROR: i64 = 3;
const MIRROR_SET: i64 = 4;

/// Diameter of a hanging rail in millimetres.
const RAIL: i64 = 25;

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
            Self::Mirror => ("mirror", draw::MIRROR, 1.0, 0.05),
            Self::Backing => ("backing", BACKING, 0.0, 0.7),
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
        let surface = Surface::Metal(piece.design.metal);
        let solid = |MetalBox { at, size }| Solid { at, size, surface };
        solids.extend(hardware::handles(piece, &frame).into_iter().map(solid));
        add_rails(piece, &frame, &mut solids);
        solids.extend(hardware::legs(piece, &frame).into_iter().map(solid));
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

fn add_rails(piece: &Piece, frame: &Frame, solids: &mut Vec<Solid>) {
    let bays = frame.layout.iter().flat_map(|layout| &layout.bays);
    for (index, (lengths, bay)) in bays.zip(&piece.design.bays).enumerate() {
        if !is_open(piece, index) {
            continue;
        }
        for axis in frame.stack(bay).rails {
            let z = frame.z0 + frame.numbers.back() + frame.inner_depth / 2;
            solids.push(Solid {
                at: [lengths.x + 2, axis - RAIL / 2, z - RAIL / 2],
                size: [lengths.width - 4, RAIL, RAIL],
                surface: Surface::Metal(Metal::Steel),
            });
        }
    }
}
