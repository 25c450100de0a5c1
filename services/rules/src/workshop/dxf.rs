//! Drawings of parts as DXF of release 12, ASCII: a file for each row of the cut list.
//!
//! The machined face is up: of a board the one with the groove, of a door the rear. x runs along the length, the origin is the lower left
//! corner of the cut, and the front or lower edge is at y 0; of a door and a stile y runs from the left edge to the right. Units are
//! millimetres.

use std::fmt::Write as _;

use super::Item;
use crate::parts::{Door, Part, Piece, Side};

/// Width of the groove of a back, in tenths of a millimetre.
const GROOVE: i64 = 65;
/// Depth of the groove below the edge of the back, in millimetres.
const GROOVE_ROOM: i64 = 1;
/// Radius of a hinge cup, in tenths of a millimetre.
const CUP: i64 = 175;
/// Distance of a cup's centre to the hinged edge of the finished door, in millimetres.
const CUP_SET: i64 = 22;
/// Height of text, in tenths of a millimetre.
const TEXT: i64 = 200;

/// Boards with a groove that a back enters.
const GROOVED: [&str; 8] = [
    "side",
    "bottom",
    "top",
    "divider",
    "upper-side",
    "upper-bottom",
    "upper-top",
    "upper-divider",
];

/// Parts whose outline is all that the machine needs: joiners or fitters finish them by hand.
const OUTLINE_ONLY: [&str; 4] = ["frame-rail", "lattice", "filler-side", "filler-top"];

/// Layers with their colours by number.
const LAYERS: [(&str, u8); 5] = [
    ("OUTLINE", 7),
    ("EDGE", 1),
    ("CUP", 5),
    ("GROOVE", 3),
    ("TEXT", 8),
];

/// The drawing of equal parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// Name of the file: number and key of the row, cut size and count, such as `01-side-2498x588-x2.dxf`.
    pub name: String,
    /// The file: ASCII with LF.
    pub text: String,
}

/// Parts of a row with equal cups.
struct Group<'piece> {
    door: Option<&'piece Door>,
    count: i64,
}

/// Returns the drawings of a piece in the order of its cut list. A row whose parts are drilled in several ways has a file for each, with a
/// letter after its number.
pub fn drawings(item: Item<'_>) -> Vec<Drawing> {
    let rows = item.piece.parts.iter().enumerate();
    let drawings = rows.flat_map(|(index, part)| {
        let groups = groups(item.piece, part);
        let is_single = groups.len() == 1;
        groups.into_iter().zip('a'..='z').map(move |(group, letter)| {
            let letter = if is_single {
                String::new()
            } else {
                letter.to_string()
            };
            let number = format!("{:02}{letter}", index + 1);
            let (length, width) = part.cut();
            let count = group.count * item.factor();
            Drawing {
                name: format!("{number}-{}-{length}x{width}-x{count}.dxf", part.key),
                text: draw(item.piece, part, group.door, &number, count),
            }
        })
    });
    drawings.collect()
}

fn groups<'piece>(piece: &'piece Piece, part: &Part) -> Vec<Group<'piece>> {
    let drilling = |door: Option<&'piece Door>| door.map(|door| (door.hinged, &door.cups));
    let mut groups: Vec<Group<'piece>> = Vec::new();
    for placed in &part.boxes {
        let door = piece.door_of(part, placed);
        match groups
            .iter_mut()
            .find(|group| drilling(group.door) == drilling(door))
        {
            Some(group) => group.count += 1,
            None => groups.push(Group { door, count: 1 }),
        }
    }
    groups
}

fn draw(piece: &Piece, part: &Part, door: Option<&Door>, number: &str, count: i64) -> String {
    let (length, width) = part.cut();
    let size = (10 * length, 10 * width);
    let mut file = File::new(size);
    file.rectangle("OUTLINE", (0, 0), size);
    if !OUTLINE_ONLY.contains(&part.key) {
        file.edges(part.edges, size);
    }
    let mut texts = vec![
        format!("{number} {} x{count}", part.key),
        format!("{} x {} x {}", part.length, part.width, part.board.thickness()),
        format!(
            "{} {} {}",
            part.board.name(),
            part.finish.name(),
            part.edge_digits()
        ),
    ];
    if GROOVED.contains(&part.key) {
        let (from, to) = groove(piece, part);
        let y = size.1 - 10 * piece.design.rules.numbers().back_set;
        file.rectangle("GROOVE", (from, y - GROOVE), (to, y));
        let faces = if part.key.ends_with("divider") {
            ", both faces"
        } else {
            ""
        };
        texts.push(format!("groove {} deep{faces}", groove_depth(piece)));
    }
    if let Some(door) = door {
        file.cups(part, door);
        texts.push(format!("hinged {}, cups 12 deep", door.hinged.name()));
    }
    file.texts(&texts, size);
    file.finish()
}

/// Returns the depth of the groove of a back, in millimetres.
const fn groove_depth(piece: &Piece) -> i64 {
    piece.design.rules.numbers().groove + GROOVE_ROOM
}

/// Returns where the groove of a board begins and ends, in tenths of a millimetre of the cut. It runs through, but for a top that lies over
/// the sides, whose ends are seen.
fn groove(piece: &Piece, part: &Part) -> (i64, i64) {
    let (length, _) = part.cut();
    let is_cap = part.key == "top" && piece.design.limits().has_cap;
    let inset = if is_cap {
        part.board.thickness() - groove_depth(piece) - part.board.edging()
    } else {
        0
    };
    (10 * inset, 10 * (length - inset))
}

/// A file that is being written; coordinates are tenths of a millimetre.
struct File(String);

impl File {
    /// Begins a file with its extent and layers.
    fn new((length, width): (i64, i64)) -> Self {
        let mut file = Self(String::new());
        file.pair(0, "SECTION");
        file.pair(2, "HEADER");
        file.pair(9, "$ACADVER");
        file.pair(1, "AC1009");
        file.pair(9, "$EXTMIN");
        file.point((0, 0));
        file.pair(9, "$EXTMAX");
        file.point((length, width));
        file.pair(0, "ENDSEC");
        file.pair(0, "SECTION");
        file.pair(2, "TABLES");
        file.pair(0, "TABLE");
        file.pair(2, "LTYPE");
        file.pair(70, "1");
        file.pair(0, "LTYPE");
        file.pair(2, "CONTINUOUS");
        file.pair(70, "0");
        file.pair(3, "Solid line");
        file.pair(72, "65");
        file.pair(73, "0");
        file.pair(40, "0.0");
        file.pair(0, "ENDTAB");
        file.pair(0, "TABLE");
        file.pair(2, "LAYER");
        file.pair(70, &LAYERS.len().to_string());
        for (name, color) in LAYERS {
            file.pair(0, "LAYER");
            file.pair(2, name);
            file.pair(70, "0");
            file.pair(62, &color.to_string());
            file.pair(6, "CONTINUOUS");
        }
        file.pair(0, "ENDTAB");
        file.pair(0, "ENDSEC");
        file.pair(0, "SECTION");
        file.pair(2, "ENTITIES");
        file
    }

    fn finish(mut self) -> String {
        self.pair(0, "ENDSEC");
        self.pair(0, "EOF");
        self.0
    }

    /// Writes a group code and its value.
    fn pair(&mut self, code: u8, value: &str) {
        // Writing to a string never fails.
        let _ = writeln!(self.0, "{code:>3}\n{value}");
    }

    fn entity(&mut self, kind: &str, layer: &str) {
        self.pair(0, kind);
        self.pair(8, layer);
    }

    fn point(&mut self, (x, y): (i64, i64)) {
        self.pair(10, &tenths(x));
        self.pair(20, &tenths(y));
        self.pair(30, "0.0");
    }

    /// Writes a closed polyline around a rectangle.
    fn rectangle(&mut self, layer: &str, (left, low): (i64, i64), (right, high): (i64, i64)) {
        self.entity("POLYLINE", layer);
        self.pair(66, "1");
        self.point((0, 0));
        self.pair(70, "1");
        for corner in [(left, low), (right, low), (right, high), (left, high)] {
            self.entity("VERTEX", layer);
            self.point(corner);
        }
        self.entity("SEQEND", layer);
    }

    /// Writes a line along each banded side.
    fn edges(&mut self, edges: [bool; 4], (length, width): (i64, i64)) {
        let sides = [
            ((0, 0), (length, 0)),
            ((0, width), (length, width)),
            ((0, 0), (0, width)),
            ((length, 0), (length, width)),
        ];
        for (_, (from, to)) in edges.into_iter().zip(sides).filter(|(is_banded, _)| *is_banded) {
            self.entity("LINE", "EDGE");
            self.point(from);
            self.pair(11, &tenths(to.0));
            self.pair(21, &tenths(to.1));
            self.pair(31, "0.0");
        }
    }

    /// Writes the cups of a door, or of the stile on its hinged side, whose finished edges are outside the cut by the edging.
    fn cups(&mut self, part: &Part, door: &Door) {
        let [low, _, left, _] = part
            .edges
            .map(|is_banded| if is_banded { part.board.edging() } else { 0 });
        let y = match door.hinged {
            Side::Left => CUP_SET,
            Side::Right => part.width - CUP_SET,
        };
        for cup in &door.cups {
            self.entity("CIRCLE", "CUP");
            self.point((10 * (cup - left), 10 * (y - low)));
            self.pair(40, &tenths(CUP));
        }
    }

    /// Writes lines of text inside the outline, smaller ones in a narrow part.
    fn texts(&mut self, texts: &[String], (length, width): (i64, i64)) {
        let lines = i64::try_from(texts.len()).unwrap_or(1);
        let height = TEXT.min(width / (2 * lines + 1)).max(10);
        let x = height.min(length / 2);
        let mut y = width / 2 + lines * height - height;
        for text in texts {
            self.entity("TEXT", "TEXT");
            self.point((x, y));
            self.pair(40, &tenths(height));
            self.pair(1, text);
            y -= 2 * height;
        }
    }
}

/// Formats tenths with one decimal.
fn tenths(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}
