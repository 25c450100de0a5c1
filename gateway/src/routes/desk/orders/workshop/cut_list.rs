//! JSON of cut lists and of parts on sheets. Lengths are whole millimetres.

use rules::workshop::{self, CutList};

use crate::convert::{self, Amount};

/// Measures of a piece: width, height and depth.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopOutline {
    /// Whether `given` are those of the space between walls, floor and ceiling.
    niche: bool,
    /// As the customer confirmed them.
    given: Vec<i64>,
    /// Of the furniture.
    furniture: Vec<i64>,
}

/// Row of a cut list: equal parts.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopPart {
    /// Number in the list, from 1.
    no: usize,
    /// Key, such as `side`.
    key: String,
    /// Name; of a lattice with its cells.
    name: String,
    /// Number of parts of all equal pieces.
    count: i64,
    /// Finished length along the grain.
    length: i64,
    /// Finished width.
    width: i64,
    thickness: i64,
    /// Length of the cut: without edging.
    cut_length: i64,
    /// Width of the cut: without edging.
    cut_width: i64,
    /// Material, such as `lam18`.
    board: String,
    /// Finish, by its slug of the shop's palette.
    finish: String,
    /// Banded edges as digits: two along the length, the front or lower one first, and two across.
    edges: String,
    /// Places of the parts of one piece, each once: `c0` a carcass, `b0` a bay, `d0` a sliding door, `c` the whole piece.
    places: Vec<String>,
    /// Boxes of the parts of one piece: x, y, z, the sizes along them, and the place.
    #[schema(value_type = Vec<Vec<serde_json::Value>>)]
    boxes: Vec<rules::PlacedBox>,
}

/// Edging of a board and finish.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopEdging {
    board: String,
    finish: String,
    /// Thickness and width of the tape; `null` for painted edges.
    tape_mm: Option<Vec<i64>>,
    /// Length of the finished edges.
    length_mm: i64,
    /// Length to take with a tenth more, in whole metres.
    order_m: i64,
}

/// Fittings of a key.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopFitting {
    /// Key, such as `hinge-full`.
    key: String,
    name: String,
    /// Number, length or area of all equal pieces.
    count: i64,
    /// Unit of `count`: `piece`, `mm` or `mm2`.
    unit: String,
    /// Lengths to cut; empty for what comes by the piece.
    cuts: Vec<WorkshopCut>,
}

/// A number of equal lengths or sheets.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopCut {
    length: i64,
    /// `null` for what has a length alone.
    width: Option<i64>,
    count: i64,
}

/// Hinged door of one piece with the cups to drill: 35 wide, 12 deep, their centres 22 from the hinged edge.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopHinge {
    /// Bay, from 1.
    bay: usize,
    /// Whether it is a door of the top boxes.
    is_upper: bool,
    /// `left` or `right`.
    side: String,
    /// Finished height.
    length: i64,
    /// Finished width.
    width: i64,
    /// Mass in grams.
    mass_g: i64,
    /// Centres from the lower edge.
    cups: Vec<i64>,
}

/// Equal lattice panels.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopLattice {
    /// Number of the row in the cut list.
    no: usize,
    /// Number of panels of all equal pieces.
    count: i64,
    /// Length and width.
    size: Vec<i64>,
    /// Cells across and up.
    cells: Vec<i64>,
    /// Cells of all panels.
    total: i64,
    /// Width and height of a cell, in tenths of a millimetre.
    pitch_tenths: Vec<i64>,
}

/// Sheet with the parts to cut from it.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopBoardSheet {
    board: String,
    finish: String,
    /// Length and width; the grain follows the length.
    sheet_mm: Vec<i64>,
    /// Share of the sheet that becomes parts, in hundredths from 0 to 1.
    used: Amount,
    /// Parts, whose places count from the sheet's lower left corner.
    placed: Vec<WorkshopPlacedPart>,
}

/// Part on a sheet.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopPlacedPart {
    /// Number of the piece in its order.
    item: u16,
    /// Number of the row in the cut list of the piece.
    no: usize,
    /// Along the sheet's length.
    x: i64,
    /// Across it.
    y: i64,
    /// Size along the sheet's length.
    l: i64,
    /// Size across it.
    w: i64,
}

/// Lists and measures that follow from the design of a piece.
#[response]
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkshopList {
    /// Version of the rules; `null` if the design cannot be read.
    rules: Option<u8>,
    /// Version of the price book; `null` if the design cannot be read.
    prices: Option<u16>,
    /// The design in a sentence; empty if it cannot be read.
    name: String,
    /// `null` if the design cannot be read.
    outline: Option<WorkshopOutline>,
    /// Mass of one piece in grams; `null` if the design cannot be read.
    mass_g: Option<i64>,
    /// Number of all parts.
    pieces: i64,
    /// Rows of equal parts, in the order of work.
    parts: Vec<WorkshopPart>,
    edging: Vec<WorkshopEdging>,
    fittings: Vec<WorkshopFitting>,
    /// Hinged doors of one piece.
    hinges: Vec<WorkshopHinge>,
    lattice: Vec<WorkshopLattice>,
    /// Remarks that follow from the design and belong to no row.
    remarks: Vec<String>,
}

impl From<CutList> for WorkshopList {
    fn from(list: CutList) -> Self {
        Self {
            rules: Some(list.rules),
            prices: Some(list.prices),
            name: list.name,
            outline: Some(list.outline.into()),
            mass_g: Some(list.mass_g),
            pieces: list.pieces,
            parts: list.parts.into_iter().map(Into::into).collect(),
            edging: list.edging.into_iter().map(Into::into).collect(),
            fittings: list.fittings.into_iter().map(Into::into).collect(),
            hinges: list.hinges.into_iter().map(Into::into).collect(),
            lattice: list.lattice.into_iter().map(Into::into).collect(),
            remarks: list.remarks,
        }
    }
}

impl From<workshop::Outline> for WorkshopOutline {
    fn from(outline: workshop::Outline) -> Self {
        Self {
            niche: outline.niche,
            given: outline.given.to_vec(),
            furniture: outline.furniture.to_vec(),
        }
    }
}

impl From<workshop::Row> for WorkshopPart {
    fn from(row: workshop::Row) -> Self {
        Self {
            no: row.no,
            key: row.key.to_owned(),
            name: row.name,
            count: row.count,
            length: row.length,
            width: row.width,
            thickness: row.thickness,
            cut_length: row.cut_length,
            cut_width: row.cut_width,
            board: row.board.name().to_owned(),
            finish: row.finish.name().to_owned(),
            edges: row.edges,
            places: row.places,
            boxes: row.boxes,
        }
    }
}

impl From<workshop::Edging> for WorkshopEdging {
    fn from(edging: workshop::Edging) -> Self {
        Self {
            board: edging.board.name().to_owned(),
            finish: edging.finish.name().to_owned(),
            tape_mm: edging.tape_mm.map(|tape| tape.to_vec()),
            length_mm: edging.length_mm,
            order_m: edging.order_m,
        }
    }
}

impl From<workshop::Fitting> for WorkshopFitting {
    fn from(fitting: workshop::Fitting) -> Self {
        let unit = match fitting.unit {
            workshop::Unit::Piece => "piece",
            workshop::Unit::Mm => "mm",
            workshop::Unit::Mm2 => "mm2",
        };
        Self {
            key: fitting.key.to_owned(),
            name: fitting.name,
            count: fitting.count,
            unit: unit.to_owned(),
            cuts: fitting.cuts.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<workshop::SizedCount> for WorkshopCut {
    fn from(cut: workshop::SizedCount) -> Self {
        Self {
            length: cut.length,
            width: cut.width,
            count: cut.count,
        }
    }
}

impl From<workshop::Hinge> for WorkshopHinge {
    fn from(hinge: workshop::Hinge) -> Self {
        Self {
            bay: hinge.bay,
            is_upper: hinge.is_upper,
            side: hinge.side.to_owned(),
            length: hinge.length,
            width: hinge.width,
            mass_g: hinge.mass_g,
            cups: hinge.cups,
        }
    }
}

impl From<workshop::Lattice> for WorkshopLattice {
    fn from(lattice: workshop::Lattice) -> Self {
        Self {
            no: lattice.no,
            count: lattice.count,
            size: lattice.size.to_vec(),
            cells: lattice.cells.to_vec(),
            total: lattice.total,
            pitch_tenths: lattice.pitch_tenths.to_vec(),
        }
    }
}

impl From<workshop::Sheet> for WorkshopBoardSheet {
    fn from(sheet: workshop::Sheet) -> Self {
        Self {
            board: sheet.board.name().to_owned(),
            finish: sheet.finish.name().to_owned(),
            sheet_mm: sheet.sheet_mm.to_vec(),
            // Hundredths, as qəpik are those of an amount.
            used: convert::amount(sheet.used_percent),
            placed: sheet.placed.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<workshop::PlacedPart> for WorkshopPlacedPart {
    fn from(part: workshop::PlacedPart) -> Self {
        Self {
            item: part.item,
            no: part.no,
            x: part.x,
            y: part.y,
            l: part.l,
            w: part.w,
        }
    }
}
