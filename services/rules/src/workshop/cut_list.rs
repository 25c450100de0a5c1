//! The cut list of a piece: rows of equal parts, edging, fittings, hinges, lattice panels and remarks.

use serde::Serialize;

use super::{
    Edging, Fitting, Hinge, Item, Lattice,
    fittings::fittings,
    hinges::hinges,
    materials::{edging, lattice},
};
use crate::{
    board::{Board, Finish},
    frame::Frame,
    parts::{Part, Piece, PlacedBox},
    words::{self, Language},
};

/// The cut list of a piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CutList {
    /// Number of the piece in its order, from 1.
    pub no: u16,
    /// Number of equal pieces.
    pub quantity: u16,
    /// Code of the design.
    pub code: String,
    /// Version of the rules.
    pub rules: u8,
    /// Version of the price book.
    pub prices: u16,
    /// The design in a sentence.
    pub name: String,
    /// Measures of the piece.
    pub outline: Outline,
    /// Mass of one piece in grams.
    pub mass_g: i64,
    /// Number of all parts.
    pub pieces: i64,
    /// Rows of equal parts, in the order of work.
    pub parts: Vec<Row>,
    /// Edging by board and finish.
    pub edging: Vec<Edging>,
    /// Fittings by key.
    pub fittings: Vec<Fitting>,
    /// Hinged doors of one piece with their cups.
    pub hinges: Vec<Hinge>,
    /// Lattice panels.
    pub lattice: Vec<Lattice>,
    /// Remarks that follow from the design and belong to no row.
    pub remarks: Vec<String>,
}

/// Measures of a piece: width, height and depth in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outline {
    /// Whether `given` are those of the space between walls, floor and ceiling.
    pub niche: bool,
    /// As the customer typed them.
    pub given: [i64; 3],
    /// Of the furniture.
    pub furniture: [i64; 3],
}

/// Equal parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Number in the list, from 1.
    pub no: usize,
    /// Key, such as `side`.
    pub key: &'static str,
    /// Name; of a lattice with its cells.
    pub name: String,
    /// Number of parts.
    pub count: i64,
    /// Finished length along the grain, in millimetres.
    pub length: i64,
    /// Finished width, in millimetres.
    pub width: i64,
    /// Thickness in millimetres.
    pub thickness: i64,
    /// Length of the cut, in millimetres: without edging.
    pub cut_length: i64,
    /// Width of the cut, in millimetres: without edging.
    pub cut_width: i64,
    /// Material.
    pub board: Board,
    /// Finish.
    pub finish: Finish,
    /// Banded edges as digits: two along the length, the front or lower one first, and two across.
    pub edges: String,
    /// Places of the parts of one piece, each once.
    pub places: Vec<String>,
    /// Boxes of the parts of one piece.
    pub boxes: Vec<PlacedBox>,
}

impl CutList {
    /// Returns the cut list of a piece.
    pub fn of(item: Item<'_>, language: Language) -> Self {
        let (piece, factor) = (item.piece, item.factor());
        let design = &piece.design;
        let frame = Frame::of(design);
        let [width, height, depth] = design.measures();
        let parts = piece.parts.iter().enumerate();
        let rows: Vec<_> = parts
            .map(|(index, part)| row(index + 1, part, factor, language))
            .collect();
        Self {
            no: item.no,
            quantity: item.quantity.get(),
            code: design.code(),
            rules: design.rules().number(),
            prices: design.prices(),
            name: words::sentence(design, language),
            outline: Outline {
                niche: design.niche(),
                given: [width, height, depth],
                furniture: [frame.width, frame.height, frame.depth],
            },
            mass_g: piece.mass_g,
            pieces: rows.iter().map(|row| row.count).sum(),
            edging: edging(piece, factor),
            fittings: fittings(piece, &frame, factor, language),
            hinges: hinges(piece),
            lattice: lattice(piece, factor),
            remarks: remarks(piece, &frame, language),
            parts: rows,
        }
    }

    /// Returns the places of a row with the number of parts at each, such as `B2×3 B3×3`.
    pub fn place_words(&self, row: &Row, language: Language) -> String {
        let sides = self.parts.iter().filter(|row| row.key == "side");
        let carcasses = sides.map(|row| row.boxes.len()).sum::<usize>() / 2;
        let mut places: Vec<(String, i64)> = Vec::new();
        for placed in &row.boxes {
            let place = words::place(placed.place, carcasses, language);
            match places.iter_mut().find(|(one, _)| *one == place) {
                Some((_, count)) => *count += 1,
                None => places.push((place, 1)),
            }
        }
        let factor = i64::from(self.quantity);
        let words = places.into_iter().map(|(place, count)| match count * factor {
            1 => place,
            count => format!("{place}×{count}"),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the name of a part, with the cells of a lattice.
pub(super) fn part_name(part: &Part, language: Language) -> String {
    let name = words::part(part.key, language);
    match part.cells {
        Some((across, up)) => format!("{name}, {across} × {up} {}", words::workshop("cells", language)),
        None => name.to_owned(),
    }
}

fn row(no: usize, part: &Part, factor: i64, language: Language) -> Row {
    let (cut_length, cut_width) = part.cut();
    let mut places: Vec<String> = Vec::new();
    for placed in &part.boxes {
        let place = placed.place.to_string();
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Row {
        no,
        key: part.key,
        name: part_name(part, language),
        count: part.count * factor,
        length: part.length,
        width: part.width,
        thickness: part.board.thickness(),
        cut_length,
        cut_width,
        board: part.board,
        finish: part.finish,
        edges: part.edge_digits(),
        places,
        boxes: part.boxes.clone(),
    }
}

fn remarks(piece: &Piece, frame: &Frame, language: Language) -> Vec<String> {
    let diagonal = (frame.lower_top * frame.lower_top + frame.carcass_depth * frame.carcass_depth).isqrt();
    let [_, height, _] = piece.design.measures();
    let is_niche = piece.design.niche();
    let has_shelves = piece.parts.iter().any(|part| part.key.starts_with("shelf"));
    let is_shifted = |cups: &Vec<i64>| cups.first().is_some_and(|cup| *cup > 100);
    let remarks = [
        ("remark.upright", is_niche && diagonal >= height),
        ("remark.back", true),
        ("remark.shelf", has_shelves),
        (
            "remark.hinge",
            piece.doors.iter().any(|door| is_shifted(&door.cups)),
        ),
        ("remark.filler", is_niche),
    ];
    let said = remarks.into_iter().filter(|(_, applies)| *applies);
    let texts = said.map(|(key, _)| {
        let text = words::workshop(key, language);
        text.replace("{limit}", &height.to_string())
            .replace("{value}", &diagonal.to_string())
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;
    use crate::{Design, build, workshop::SizedCount};

    fn list(code: &str, quantity: u16) -> CutList {
        let piece = build(&Design::from_code(code).unwrap()).unwrap();
        let quantity = NonZeroU16::new(quantity).unwrap();
        let item = Item {
            no: 1,
            piece: &piece,
            quantity,
        };
        CutList::of(item, Language::Az)
    }

    const NICHE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

    #[test]
    fn lists_the_niche_as_the_workshop_cuts_it() {
        let list = list(NICHE, 1);
        assert_eq!(list.pieces, 73);
        assert_eq!(list.outline.furniture, [2_370, 2_580, 610]);
        let side = &list.parts[0];
        assert_eq!(
            (side.name.as_str(), side.count, side.edges.as_str()),
            ("Yan lövhə", 2, "1011")
        );
        assert_eq!([side.length, side.width, side.thickness], [2_500, 589, 18]);
        assert_eq!([side.cut_length, side.cut_width], [2_498, 588]);
        let loose = list.parts.iter().find(|row| row.key == "shelf").unwrap();
        assert_eq!(list.place_words(loose, Language::Az), "B2×3 B3×3");
        let edging: Vec<_> = list.edging.iter().map(|one| (one.tape_mm, one.order_m)).collect();
        assert_eq!(
            edging,
            [(Some([1, 22]), 31), (Some([1, 23]), 32), (Some([1, 20]), 10)]
        );
        let rail = list
            .fittings
            .iter()
            .find(|fitting| fitting.key == "rail")
            .unwrap();
        let cut = |length, count| SizedCount {
            length,
            width: None,
            count,
        };
        assert_eq!(rail.cuts, [cut(563, 1), cut(561, 2)]);
        assert_eq!(list.lattice[0].cells, [7, 16]);
        assert_eq!(
            (list.lattice[0].total, list.lattice[0].pitch_tenths),
            (448, [641, 589])
        );
        assert_eq!(list.remarks.len(), 5);
    }

    #[test]
    fn multiplies_counts_by_the_quantity() {
        let (one, three) = (list(NICHE, 1), list(NICHE, 3));
        assert_eq!(three.pieces, 3 * one.pieces);
        for (row, threefold) in one.parts.iter().zip(&three.parts) {
            assert_eq!(threefold.count, 3 * row.count);
            assert_eq!(threefold.boxes, row.boxes);
        }
        let loose = three.parts.iter().find(|row| row.key == "shelf").unwrap();
        assert_eq!(three.place_words(loose, Language::Az), "B2×9 B3×9");
        for (fitting, threefold) in one.fittings.iter().zip(&three.fittings) {
            assert_eq!(threefold.count, 3 * fitting.count, "{}", fitting.key);
        }
    }
}
