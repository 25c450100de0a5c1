//! Fittings of a piece, with the lengths and mirrors to cut.

use serde::Serialize;

use crate::{
    frame::Frame,
    number::int,
    parts::Piece,
    unit::{CostUnit, fitting_unit},
    words::{self, Language},
};

/// Room around a mirror on its door, in millimetres.
const MIRROR_ROOM: i64 = 8;

/// Fittings of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fitting {
    /// Key, such as `hinge-full`.
    pub key: &'static str,
    /// Name.
    pub name: String,
    /// Number, length or area.
    pub count: i64,
    /// Unit of `count`.
    pub unit: Unit,
    /// Lengths to cut; empty for what comes by the piece.
    pub cuts: Vec<SizedCount>,
}

/// Unit of a fitting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Pieces.
    Piece,
    /// Millimetres.
    Mm,
    /// Square millimetres.
    Mm2,
}

impl From<CostUnit> for Unit {
    /// Returns the unit that the workshop counts in: nothing smaller than a millimetre is cut.
    fn from(unit: CostUnit) -> Self {
        match unit {
            CostUnit::SquareMetre => Self::Mm2,
            CostUnit::Metre => Self::Mm,
            CostUnit::Piece => Self::Piece,
        }
    }
}

/// A number of equal lengths or sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SizedCount {
    /// Length in millimetres.
    pub length: i64,
    /// Width in millimetres; `None` for what has a length alone.
    pub width: Option<i64>,
    /// Number.
    pub count: i64,
}

pub(super) fn fittings(piece: &Piece, frame: &Frame, factor: i64, language: Language) -> Vec<Fitting> {
    let fittings = piece.fittings.iter().map(|(&key, &count)| {
        let cuts = match key {
            "rail" => rails(piece, frame),
            "track" => vec![(count, None)],
            "mirror" => mirrors(piece),
            _ => Vec::new(),
        };
        Fitting {
            key,
            name: words::fitting(key, language),
            count: count * factor,
            unit: fitting_unit(key).into(),
            cuts: counted(cuts, factor),
        }
    });
    fittings.collect()
}

/// Counts equal sizes, the longest first.
fn counted(mut sizes: Vec<(i64, Option<i64>)>, factor: i64) -> Vec<SizedCount> {
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    let equal = sizes.chunk_by(|one, other| one == other);
    let counts = equal.filter_map(|sizes| {
        let &(length, width) = sizes.first()?;
        let count = int(sizes.len()) * factor;
        Some(SizedCount { length, width, count })
    });
    counts.collect()
}

/// Returns the length of each rail.
fn rails(piece: &Piece, frame: &Frame) -> Vec<(i64, Option<i64>)> {
    let bays = frame.layout.iter().flat_map(|layout| &layout.bays);
    let rails = bays.zip(piece.design.bays()).flat_map(|(lengths, bay)| {
        let rails = frame.stack(bay).rails;
        rails.into_iter().map(|_| (lengths.width - 4, None))
    });
    rails.collect()
}

/// Returns length and width of each mirror.
fn mirrors(piece: &Piece) -> Vec<(i64, Option<i64>)> {
    let mirrored = piece
        .placed()
        .filter(|(part, placed)| piece.is_mirror(part, placed));
    let sizes = mirrored.map(|(part, _)| (part.length - MIRROR_ROOM, Some(part.width - MIRROR_ROOM)));
    sizes.collect()
}
