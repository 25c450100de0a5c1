//! Parts, doors and fittings of a design that can be built.

mod bays;
mod body;
mod fronts;
mod hung;

use std::{collections::BTreeMap, fmt};

use serde::{Serialize, Serializer};

use crate::{
    board::{Board, Finish},
    check::{Check, Level, check},
    choice::Style,
    design::Design,
    frame::{Frame, LONGEST, Layout},
    mass::MIRROR,
    number::{int, up},
};

/// The rows of the cut list in the order of work.
pub(crate) const ORDER: [&str; 30] = [
    "side",
    "bottom",
    "top",
    "divider",
    "shelf-fixed",
    "shelf",
    "drawer-top",
    "packer",
    "back",
    "upper-side",
    "upper-bottom",
    "upper-top",
    "upper-divider",
    "upper-back",
    "plinth",
    "plinth-side",
    "filler-side",
    "filler-top",
    "door",
    "upper-door",
    "slide-door",
    "drawer-front",
    "stile",
    "frame-rail",
    "lattice",
    "lattice-back",
    "inner-front",
    "drawer-side",
    "drawer-end",
    "drawer-base",
];

/// Keys of all fittings.
pub(crate) const FITTINGS: [&str; 30] = [
    "bolt",
    "bracket",
    "cam",
    "cell",
    "confirmat",
    "foot",
    "groove",
    "handle-bar",
    "handle-knob",
    "hanger",
    "hinge-full",
    "hinge-half",
    "leg",
    "mirror",
    "pin",
    "plinth-clip",
    "push",
    "rail",
    "rail-end",
    "rail-middle",
    "runner-250",
    "runner-300",
    "runner-350",
    "runner-400",
    "runner-450",
    "runner-500",
    "runner-550",
    "slide-set",
    "straightener",
    "track",
];

/// Kinds of work.
pub(crate) const WORK: [&str; 7] = ["door", "drawer", "m2", "order", "part", "site", "slide"];

/// Returns the finishes in which a board is used.
pub(crate) fn finishes(board: Board) -> Vec<&'static str> {
    let is_used = |finish: Finish| match board {
        Board::Box16 => finish == Finish::White,
        Board::Paint19 => finish.front() == Board::Paint19,
        Board::Solid19 => finish.is_wood(),
        Board::Back6 => finish.body().is_some(),
        Board::Lam18 | Board::Wood19 => finish.body() == Some(board),
        Board::Lattice12 => false,
    };
    let used = Finish::ALL.iter().filter(|finish| is_used(**finish));
    used.map(|finish| finish.name()).collect()
}

/// A piece that can be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The design.
    pub design: Design,
    /// Rows of the cut list, in the order of work.
    pub parts: Vec<Part>,
    /// Hinged doors, bay by bay.
    pub doors: Vec<Door>,
    /// Counts by key; `rail` and `track` in millimetres, `mirror` in square millimetres.
    pub fittings: BTreeMap<&'static str, i64>,
    /// Cut areas by board and finish, in square millimetres.
    pub area: BTreeMap<String, i64>,
    /// Edging by board and finish, in millimetres.
    pub edge: BTreeMap<String, i64>,
    /// Work by kind; `m2` and `site` in square millimetres.
    pub work: BTreeMap<&'static str, i64>,
    /// Mass in grams.
    pub mass_g: i64,
    /// Length of the longest part in millimetres.
    pub longest_mm: u32,
}

/// A row of the cut list: equal parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Key, such as `side`.
    pub key: &'static str,
    /// Along the grain, in millimetres.
    pub length: i64,
    /// Across the grain, in millimetres.
    pub width: i64,
    /// Number of parts.
    pub count: i64,
    /// Material.
    pub board: Board,
    /// Finish.
    pub finish: Finish,
    /// Banded edges: two along the length, the front or lower one first, and two across.
    pub edges: [bool; 4],
    /// Cells of a lattice, across and up.
    pub cells: Option<(i64, i64)>,
    /// A box for each part.
    pub boxes: Vec<PlacedBox>,
}

/// Place of a part in the piece, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedBox {
    /// The corner at the left, below and behind: x, y, z.
    pub at: [i64; 3],
    /// Sizes along x, y and z.
    pub size: [i64; 3],
    /// Place of the part.
    pub place: Place,
}

/// Place of a part, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A carcass.
    Carcass(usize),
    /// A bay.
    Bay(usize),
    /// A sliding door.
    Slide(usize),
    /// The whole piece.
    Whole,
}

impl Serialize for PlacedBox {
    /// Serializes as x, y, z, the sizes along them, and the place.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ([x, y, z], [dx, dy, dz]) = (self.at, self.size);
        (x, y, z, dx, dy, dz, self.place.to_string()).serialize(serializer)
    }
}

impl Serialize for Part {
    /// Serializes as a row of the vectors: key, length, width, thickness, count, board, finish, edges, cut length, cut width, cells, and
    /// the boxes from left to right.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut boxes = self.boxes.clone();
        boxes.sort_by_key(|one| (one.at, one.size));
        let (length, width) = self.cut();
        (
            self.key,
            self.length,
            self.width,
            self.board.thickness(),
            self.count,
            self.board,
            self.finish,
            self.edge_digits(),
            length,
            width,
            self.cells,
            boxes,
        )
            .serialize(serializer)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Carcass(index) => write!(formatter, "c{index}"),
            Self::Bay(index) => write!(formatter, "b{index}"),
            Self::Slide(index) => write!(formatter, "d{index}"),
            Self::Whole => formatter.write_str("c"),
        }
    }
}

/// A hinged door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Door {
    /// Bay, counted from 0.
    pub bay: usize,
    /// Whether it is one of the top boxes.
    pub is_upper: bool,
    /// Left edge in millimetres.
    pub x: i64,
    /// Lower edge in millimetres.
    pub y: i64,
    /// Width in millimetres.
    pub width: i64,
    /// Height in millimetres.
    pub length: i64,
    /// Side of its hinges.
    pub hinged: Side,
    /// Style.
    pub style: Style,
    /// Mass in grams.
    pub mass_g: i64,
    /// Centres of the hinge cups from the lower edge, in millimetres.
    pub cups: Vec<i64>,
}

/// A side of a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// Returns the word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl Piece {
    /// Returns the number of carcasses that stand side by side.
    pub fn carcasses(&self) -> usize {
        let sides = self.parts.iter().filter(|part| part.key == "side");
        sides.map(|part| part.boxes.len()).sum::<usize>() / 2
    }
}

impl Part {
    /// Returns how many edges along the length, and how many across, are banded.
    pub fn banded(&self) -> (i64, i64) {
        let [front, rear, left, right] = self.edges.map(i64::from);
        (front + rear, left + right)
    }

    /// Returns the banded edges as digits: two along the length, the front or lower one first, and two across.
    pub fn edge_digits(&self) -> String {
        self.edges
            .map(|is_banded| if is_banded { '1' } else { '0' })
            .iter()
            .collect()
    }

    /// Returns length and width of the cut, in millimetres: the size less the edging.
    pub fn cut(&self) -> (i64, i64) {
        let (along, across) = self.banded();
        let edging = self.board.edging();
        (self.length - edging * across, self.width - edging * along)
    }
}

/// Collects parts and fittings.
struct Builder<'design> {
    design: &'design Design,
    frame: &'design Frame,
    layout: &'design Layout,
    parts: Vec<Part>,
    doors: Vec<Door>,
    fittings: BTreeMap<&'static str, i64>,
}

/// A part to add, but for its board and finish.
struct Cut {
    key: &'static str,
    length: i64,
    width: i64,
    edges: &'static str,
}

impl Builder<'_> {
    fn fit(&mut self, key: &'static str, count: i64) {
        if count > 0 {
            *self.fittings.entry(key).or_default() += count;
        }
    }

    fn add(&mut self, cut: &Cut, board: Board, finish: Finish, placed: PlacedBox) {
        self.add_with(cut, board, finish, placed, None);
    }

    fn add_with(
        &mut self,
        cut: &Cut,
        board: Board,
        finish: Finish,
        placed: PlacedBox,
        cells: Option<(i64, i64)>,
    ) {
        let mut digits = cut.edges.bytes().map(|digit| digit == b'1');
        let edges = std::array::from_fn(|_| digits.next().unwrap_or(false));
        let new = Part {
            key: cut.key,
            length: cut.length,
            width: cut.width,
            count: 1,
            board,
            finish,
            edges,
            cells,
            boxes: vec![placed],
        };
        let same = self.parts.iter_mut().find(|part| {
            part.key == new.key
                && (part.length, part.width) == (new.length, new.width)
                && (part.board, part.finish) == (board, finish)
                && (part.edges, part.cells) == (edges, cells)
        });
        match same {
            Some(part) => {
                part.count += 1;
                part.boxes.push(placed);
            }
            None => self.parts.push(new),
        }
    }

    /// Adds a part of the body's board.
    fn body(&mut self, key: &'static str, size: (i64, i64), edges: &'static str, placed: PlacedBox) {
        let (board, finish) = (self.design.body_board(), self.design.body);
        self.add(&cut(key, size, edges), board, finish, placed);
    }

    /// Adds a part of the fronts' board.
    fn front(&mut self, key: &'static str, size: (i64, i64), edges: &'static str, placed: PlacedBox) {
        let finish = self.design.fronts;
        self.add(&cut(key, size, edges), finish.front(), finish, placed);
    }

    /// Returns the number of cams of a joint.
    const fn cams(&self) -> i64 {
        if self.frame.carcass_depth <= 400 { 2 } else { 3 }
    }
}

const fn cut(key: &'static str, (length, width): (i64, i64), edges: &'static str) -> Cut {
    Cut {
        key,
        length,
        width,
        edges,
    }
}

const fn placed(at: [i64; 3], size: [i64; 3], place: Place) -> PlacedBox {
    PlacedBox { at, size, place }
}

/// Halves a length above that of the largest part.
fn halved(from: i64, to: i64) -> Vec<(i64, i64)> {
    let middle = from + (to - from) / 2;
    if to - from > LONGEST {
        vec![(from, middle), (middle, to)]
    } else {
        vec![(from, to)]
    }
}

/// Derives the parts of a design.
///
/// # Errors
///
/// Fails with the checks of a design that cannot be built.
pub fn build(design: &Design) -> Result<Piece, Vec<Check>> {
    let checks = check(design);
    if checks.iter().any(|check| check.level == Level::Error) {
        return Err(checks);
    }
    let frame = Frame::of(design);
    // A design without errors has a layout.
    let Some(layout) = &frame.layout else {
        return Err(checks);
    };
    let mut builder = Builder {
        design,
        frame: &frame,
        layout,
        parts: Vec::new(),
        doors: Vec::new(),
        fittings: BTreeMap::new(),
    };
    builder.add_carcasses();
    builder.add_base();
    builder.add_fillers();
    builder.add_bays();
    builder.add_slides();
    Ok(builder.finish())
}

impl Builder<'_> {
    /// Sorts the rows and sums up what is priced.
    fn finish(mut self) -> Piece {
        let place = |key: &str| ORDER.iter().position(|one| *one == key);
        self.parts.sort_by(|one, other| {
            let finish = one.finish.name().cmp(other.finish.name());
            let size = (other.length, other.width).cmp(&(one.length, one.width));
            place(one.key).cmp(&place(other.key)).then(size).then(finish)
        });
        let mut area = BTreeMap::new();
        let mut edge = BTreeMap::new();
        let mut work = BTreeMap::from(WORK.map(|key| (key, 0)));
        let mut mass = self.fittings.get("mirror").copied().unwrap_or(0) * MIRROR;
        let mut add_work = |key, count| *work.entry(key).or_default() += count;
        for part in &self.parts {
            let key = format!("{}.{}", part.board.name(), part.finish.name());
            let (length, width) = part.cut();
            let cut = length * width * part.count;
            if part.board != Board::Lattice12 {
                *area.entry(key.clone()).or_default() += cut;
            }
            let (along, across) = part.banded();
            let banded = (along * part.length + across * part.width) * part.count;
            if banded > 0 {
                *edge.entry(key).or_default() += banded;
            }
            mass += part.length * part.width * part.count * part.board.grams();
            add_work("part", part.count);
            add_work("m2", cut);
            match part.key {
                "slide-door" => add_work("slide", part.count),
                "drawer-base" => add_work("drawer", part.count),
                _ => {}
            }
        }
        add_work("door", int(self.doors.len()));
        add_work("site", self.frame.width * self.frame.height);
        add_work("order", 1);
        let longest = self.parts.iter().map(|part| part.length.max(part.width)).max();
        Piece {
            design: self.design.clone(),
            doors: self.doors,
            fittings: self.fittings,
            area,
            edge,
            work,
            mass_g: up(mass, 1_000_000),
            longest_mm: longest
                .and_then(|longest| u32::try_from(longest).ok())
                .unwrap_or(0),
            parts: self.parts,
        }
    }
}
