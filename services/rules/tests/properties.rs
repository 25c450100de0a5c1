//! The invariants of the rule book, tried by random designs.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "panics fail the test"
)]

use std::{cmp::Reverse, collections::BTreeMap};

use designs::{any_design, any_piece};
use proptest::prelude::*;
use rules::{Board, Check, Design, Level, Part, Piece, PlacedBox, PriceBook, Rates};
use serde_json::{Value, json};

/// Designs of each test; `cargo xtask designs` tries more.
const CASES: u32 = 128;

/// Length and width of the largest part, in millimetres.
const SHEET: (i64, i64) = (2_780, 2_050);

/// Grooves that backs and the bases of drawers enter, in millimetres.
const GROOVE: i64 = 5;

fn config() -> ProptestConfig {
    designs::config(CASES, 1)
}

fn rates() -> Rates {
    let book: PriceBook = serde_json::from_str(rules::MADE_UP_PRICE_BOOK).unwrap();
    book.rates().unwrap()
}

/// The fields of a design that the tests of pieces read.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    niche: bool,
    width_mm: i64,
    height_mm: i64,
    depth_mm: i64,
    base: String,
    upper_mm: i64,
    bays: Vec<BayFields>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct BayFields {
    width_mm: i64,
    doors: i64,
}

impl Fields {
    fn of(piece: &Piece) -> Self {
        serde_json::from_str(&piece.design.to_json()).unwrap()
    }

    /// Returns width and height of the furniture, which leaves gaps in a niche.
    fn furniture(&self) -> (i64, i64) {
        if self.niche {
            (self.width_mm - 60, self.height_mm - 40)
        } else {
            (self.width_mm, self.height_mm)
        }
    }

    fn base_height(&self) -> i64 {
        match self.base.as_str() {
            "plinth" => 80,
            "legs" => 120,
            _ => 0,
        }
    }
}

fn boxes(piece: &Piece) -> impl Iterator<Item = (&'static str, &PlacedBox)> {
    piece
        .parts
        .iter()
        .flat_map(|part| part.boxes.iter().map(|one| (part.key, one)))
}

/// Returns the size that the box of a part shows.
fn shown(part: &Part) -> [i64; 3] {
    let hidden = match part.key {
        // Tenons in the stiles.
        "frame-rail" => (80, 0),
        // Rebates of the frame.
        "lattice" | "lattice-back" => (14, 14),
        // Width that is cut off along a wall that is not straight.
        "filler-side" | "filler-top" => (0, 20),
        _ => (0, 0),
    };
    [
        part.length - hidden.0,
        part.width - hidden.1,
        part.board.thickness(),
    ]
}

/// Returns how far two boxes reach into each other along an axis; not above 0 where they are apart.
fn overlap(one: &PlacedBox, other: &PlacedBox, axis: usize) -> i64 {
    let end = |placed: &PlacedBox| placed.at[axis] + placed.size[axis];
    end(one).min(end(other)) - one.at[axis].max(other.at[axis])
}

/// Returns the sum of a piece in qəpik, or `None` if the design cannot be built.
fn exact(design: &Design, rates: &Rates) -> Option<i64> {
    let piece = rules::build(design).ok()?;
    Some(rules::price(&piece, rates).unwrap().exact)
}

/// Returns the design with a field that is larger by some millimetres, if that is a design.
fn larger(design: &Design, field: &str, by: i64) -> Option<Design> {
    let mut json: Value = serde_json::from_str(&design.to_json()).unwrap();
    json[field] = json!(json[field].as_i64().unwrap() + by);
    Design::from_json(&json).ok()
}

fn first_error(design: &Design) -> Option<Check> {
    let checks = rules::check(design);
    checks.into_iter().find(|check| check.level == Level::Error)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_code_gives_its_design_back(design in any_design()) {
        let code = design.code();
        prop_assert!((20..=90).contains(&code.len()));
        prop_assert_eq!(Design::from_code(&code), Ok(design));
    }

    #[test]
    fn json_gives_its_design_back_in_equal_bytes(design in any_design()) {
        let text = design.to_json();
        prop_assert!(text.len() <= 4_096);
        let read = Design::from_json(&serde_json::from_str(&text).unwrap());
        prop_assert_eq!(read.as_ref().map(Design::to_json), Ok(text));
        prop_assert_eq!(read, Ok(design));
    }

    #[test]
    fn a_changed_character_never_reads_as_another_design(design in any_design(), at: prop::sample::Index, to in "[A-Za-z0-9_-]") {
        let code = design.code();
        let at = at.index(code.len());
        let changed = format!("{}{to}{}", &code[..at], &code[at + 1..]);
        prop_assume!(changed != code);
        prop_assert!(Design::from_code(&changed).is_err(), "{}", changed);
    }

    #[test]
    fn checks_parts_and_price_are_the_same_each_time(design in any_design()) {
        let rates = rates();
        let text = |design: &Design| serde_json::to_string(&designs::Outcome::of(design, &rates).unwrap()).unwrap();
        let read = Design::from_code(&design.code()).unwrap();
        prop_assert_eq!(text(&design), text(&read));
    }

    #[test]
    fn a_design_is_built_if_and_only_if_its_checks_have_no_error(design in any_design()) {
        let checks = rules::check(&design);
        let has_error = checks.iter().any(|check| check.level == Level::Error);
        match rules::build(&design) {
            Ok(piece) => {
                prop_assert!(!has_error);
                prop_assert_eq!(piece.design, design);
            }
            Err(found) => {
                prop_assert!(has_error);
                prop_assert_eq!(found, checks);
            }
        }
    }

    #[test]
    fn each_error_has_ways_out_and_no_note_has_one(design in any_design()) {
        for check in rules::check(&design) {
            let expected = if check.level == Level::Error { 1..=2 } else { 0..=0 };
            prop_assert!(expected.contains(&check.fixes.len()), "{:?}", check);
        }
    }

    #[test]
    fn each_way_out_removes_its_own_complaint(design in any_design()) {
        let Some(error) = first_error(&design) else { return Ok(()) };
        for way_out in &error.fixes {
            // Bays that move or change their widths may bring the same complaint elsewhere.
            let moves = way_out.iter().any(|step| !matches!(step, rules::Step::Set { path, .. } if path != "widthMm"));
            let after = designs::apply(&design, way_out);
            prop_assert!(after.is_ok(), "{:?} {:?}", error, after);
            let is_same = |check: &Check| {
                (check.key, check.at, check.level, check.value) == (error.key, error.at, Level::Error, error.value)
            };
            prop_assert!(moves || !rules::check(&after.unwrap()).iter().any(is_same), "{:?}", error);
        }
    }

    #[test]
    fn the_first_ways_out_lead_to_a_design_that_can_be_built(design in any_design()) {
        let repaired = designs::repair(&design);
        prop_assert!(repaired.is_ok(), "{:?}", repaired);
        prop_assert!(rules::build(&repaired.unwrap().design).is_ok());
    }

    #[test]
    fn parts_and_cuts_are_positive_and_fit_the_largest_sheet(piece in any_piece()) {
        prop_assert!(piece.parts.iter().map(|part| part.count).sum::<i64>() <= 600);
        for part in &piece.parts {
            let (length, width) = part.cut();
            prop_assert!(length > 0 && width > 0 && part.count > 0, "{:?}", part);
            prop_assert!(length <= part.length && part.length <= SHEET.0, "{:?}", part);
            prop_assert!(width <= part.width && part.width <= SHEET.1, "{:?}", part);
        }
    }

    #[test]
    fn each_part_has_a_box_whose_sides_are_those_of_the_part(piece in any_piece()) {
        for part in &piece.parts {
            prop_assert_eq!(i64::try_from(part.boxes.len()), Ok(part.count));
            let mut sides = shown(part);
            sides.sort_unstable();
            for placed in &part.boxes {
                let mut size = placed.size;
                size.sort_unstable();
                prop_assert_eq!(size, sides, "{} {:?}", part.key, placed);
            }
        }
    }

    #[test]
    fn no_box_leaves_the_outline_and_all_its_sides_are_reached(piece in any_piece()) {
        let fields = Fields::of(&piece);
        let outline = [fields.width_mm, fields.height_mm, fields.depth_mm];
        for (axis, length) in outline.into_iter().enumerate() {
            let begin = boxes(&piece).map(|(_, placed)| placed.at[axis]).min().unwrap();
            let end = boxes(&piece).map(|(_, placed)| placed.at[axis] + placed.size[axis]).max().unwrap();
            let expected = match axis {
                1 if fields.base == "legs" => 120,
                2 if fields.niche => 10,
                _ => 0,
            };
            prop_assert_eq!((begin, end), (expected, length), "axis {}", axis);
        }
    }

    #[test]
    fn no_two_parts_are_in_one_place_but_in_grooves(piece in any_piece()) {
        let enters_groove = |key: &str| matches!(key, "back" | "upper-back" | "drawer-base");
        let all: Vec<_> = boxes(&piece).collect();
        for (index, (key, one)) in all.iter().enumerate() {
            for (other_key, other) in &all[index + 1..] {
                let least = (0..3).map(|axis| overlap(one, other, axis)).min().unwrap();
                let allowed = if enters_groove(key) || enters_groove(other_key) { GROOVE } else { 0 };
                prop_assert!(least <= allowed, "{} {:?} and {} {:?}", key, one, other_key, other);
            }
        }
    }

    #[test]
    fn uprights_and_bays_add_up_to_the_width_on_each_row(piece in any_piece()) {
        let (width, _) = Fields::of(&piece).furniture();
        let sum = |keys: &[&str], less: i64| -> i64 {
            let parts = boxes(&piece).filter(|(key, _)| keys.contains(key));
            parts.map(|(_, placed)| placed.size[0] - less).sum()
        };
        // A back enters a groove on its left and on its right.
        prop_assert_eq!(sum(&["side", "divider"], 0) + sum(&["back"], 2 * GROOVE), width);
        if boxes(&piece).any(|(key, _)| key == "upper-side") {
            prop_assert_eq!(sum(&["upper-side", "upper-divider"], 0) + sum(&["upper-back"], 2 * GROOVE), width);
        }
    }

    #[test]
    fn each_bay_is_closed_by_boards_at_least_60_mm_apart(piece in any_piece()) {
        let fields = Fields::of(&piece);
        let (begin, end) = (fields.base_height(), fields.furniture().1 - fields.upper_mm);
        for (_, back) in boxes(&piece).filter(|(key, _)| *key == "back") {
            let middle = back.at[0] + back.size[0] / 2;
            let is_flat = |key: &str| matches!(key, "bottom" | "top" | "shelf" | "shelf-fixed" | "drawer-top");
            let covers = |placed: &PlacedBox| (placed.at[0]..placed.at[0] + placed.size[0]).contains(&middle);
            let flat = boxes(&piece).filter(|(key, placed)| is_flat(key) && covers(placed));
            let mut flat: Vec<_> = flat.map(|(_, placed)| (placed.at[1], placed.at[1] + placed.size[1])).collect();
            flat.sort_unstable();
            prop_assert!(flat.windows(2).all(|pair| pair[1].0 - pair[0].1 >= 60), "{:?}", flat);
            prop_assert_eq!((flat[0].0, flat[flat.len() - 1].1), (begin, end));
        }
    }

    #[test]
    fn doors_of_free_bays_are_equal_with_gaps_of_3_to_5_mm(piece in any_piece()) {
        let fields = Fields::of(&piece);
        let mut doors: Vec<_> = piece.doors.iter().filter(|door| !door.is_upper).collect();
        doors.sort_by_key(|door| door.x);
        for pair in doors.windows(2) {
            let gap = pair[1].x - pair[0].x - pair[0].width;
            prop_assert!(pair[1].bay - pair[0].bay > 1 || (3..=5).contains(&gap), "{}", gap);
        }
        let mut widths = BTreeMap::new();
        for door in doors {
            let bay = &fields.bays[door.bay];
            if bay.width_mm == 0 {
                prop_assert_eq!(*widths.entry(bay.doors).or_insert(door.width), door.width);
            }
        }
    }

    #[test]
    fn cups_of_hinges_lie_on_the_door_one_above_the_other(piece in any_piece()) {
        for door in &piece.doors {
            prop_assert!((2..=6).contains(&door.cups.len()), "{:?}", door);
            prop_assert!(door.cups.is_sorted_by(|one, other| other - one > 35), "{:?}", door);
            prop_assert!(door.cups.iter().all(|cup| (18..=door.length - 18).contains(cup)), "{:?}", door);
        }
    }

    #[test]
    fn board_areas_edging_and_mass_are_those_of_the_parts(piece in any_piece()) {
        let (mut area, mut edge) = (BTreeMap::<_, i64>::new(), BTreeMap::<_, i64>::new());
        let (mut mass, mut volume, mut box_volume) = (0, 0, 0);
        for part in &piece.parts {
            let key = format!("{}.{}", part.board.name(), part.finish.name());
            let (length, width) = part.cut();
            if part.board != Board::Lattice12 {
                *area.entry(key.clone()).or_default() += length * width * part.count;
            }
            let (along, across) = part.banded();
            *edge.entry(key).or_default() += (along * part.length + across * part.width) * part.count;
            mass += part.length * part.width * part.count * part.board.grams();
            volume += shown(part).iter().product::<i64>() * part.count;
            box_volume += part.boxes.iter().map(|placed| placed.size.iter().product::<i64>()).sum::<i64>();
        }
        edge.retain(|_, length| *length > 0);
        mass += piece.fittings.get("mirror").unwrap_or(&0) * 10_000;
        prop_assert_eq!(&area, &piece.area);
        prop_assert_eq!(&edge, &piece.edge);
        prop_assert_eq!((mass + 999_999) / 1_000_000, piece.mass_g);
        prop_assert_eq!(volume, box_volume);
    }

    #[test]
    fn rows_are_distinct_and_in_the_order_of_work(piece in any_piece()) {
        let mut keys: Vec<_> = piece.parts.iter().map(|part| part.key).collect();
        keys.dedup();
        let rows = keys.len();
        keys.sort_unstable();
        keys.dedup();
        prop_assert_eq!(keys.len(), rows);
        let size = |part: &Part| (Reverse(part.length), Reverse(part.width), part.finish.name());
        let is_sorted = |one: &Part, other: &Part| one.key != other.key || size(one) <= size(other);
        prop_assert!(piece.parts.is_sorted_by(is_sorted));
    }

    #[test]
    fn lines_add_up_to_the_price_which_is_in_its_band(piece in any_piece()) {
        let rates = rates();
        let price = rules::price(&piece, &rates).unwrap();
        prop_assert!(price.lines.iter().all(|line| line.amount >= 0 && line.quantity > 0));
        prop_assert!(price.lines.iter().all(|line| line.quantity < (1 << 53) / 30_000_000));
        prop_assert_eq!(price.lines.iter().map(|line| line.amount).sum::<i64>(), price.exact);
        let step = i64::from(rates.round_to);
        prop_assert_eq!(price.total % step, 0);
        prop_assert!((price.total - price.exact).abs() <= step / 2);
        prop_assert!((0..=price.total).contains(&price.vat));
        prop_assert!(price.low <= price.total && price.total <= price.high);
        prop_assert_eq!((price.low % 1_000, price.high % 1_000), (0, 0));
    }

    #[test]
    fn more_width_never_costs_less(piece in any_piece(), by in 1_i64..=60) {
        let rates = rates();
        let larger = larger(&piece.design, "widthMm", by).and_then(|design| exact(&design, &rates));
        prop_assert!(larger >= exact(&piece.design, &rates) || larger.is_none());
    }

    #[test]
    fn more_depth_never_costs_less(piece in any_piece(), by in 1_i64..=60) {
        let rates = rates();
        let larger = larger(&piece.design, "depthMm", by).and_then(|design| exact(&design, &rates));
        prop_assert!(larger >= exact(&piece.design, &rates) || larger.is_none());
    }

    /// A lattice that gets a middle rail for two rows of cells, and a drawer that loses a step of its box, cost up to 20 AZN less.
    #[test]
    fn more_height_never_costs_less_but_for_lattices_and_columns_of_drawers(piece in any_piece(), by in 1_i64..=60) {
        let rates = rates();
        let has_exception = piece.parts.iter().any(|part| matches!(part.key, "lattice" | "drawer-side"));
        let allowed = if has_exception { 2_000 } else { 0 };
        let larger = larger(&piece.design, "heightMm", by).and_then(|design| exact(&design, &rates));
        let least = exact(&piece.design, &rates).map(|exact| exact - allowed);
        prop_assert!(larger >= least || larger.is_none());
    }
}

/// Damaged codes and JSON; `cargo xtask designs --fuzz` tries more.
#[test]
fn readers_refuse_or_give_back_any_input() {
    let inputs = designs::read_inputs(20_000, 1).unwrap();
    assert_eq!(inputs.read, 20_000);
}
