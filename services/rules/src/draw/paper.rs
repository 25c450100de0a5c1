//! Drawings of the workshop's papers: black on white, in millimetres, with opening, clear sizes and sections.

use std::fmt::Write as _;

use super::{FRONTS, INK, MARGIN, Paint, Rectangle, TEXT, View, begin, shapes, tall};
use crate::{
    frame::{BayFrame, Frame},
    parts::{Door, Piece, PlacedBox, Side},
};

/// A view of a piece on the workshop's papers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaperView {
    /// From the front, with the opening of hinged doors.
    Front,
    /// From the front, without doors and the fronts of drawers, with rails and the clear sizes of the bays.
    Inside,
    /// From above, without tops.
    Plan,
    /// From the left, cut through the middle of a bay, counted from 0.
    Section(usize),
}

/// Size of the text of clear sizes, in millimetres.
const SMALL: i64 = 70;

/// The least clear height that has room for its measure, in millimetres.
const LEAST_CLEAR: i64 = 90;

/// Half the length of the stroke at the end of a measure, in millimetres.
const TICK: i64 = 22;

/// Diameter of a rail in millimetres.
const RAIL: i64 = 25;

/// Returns a drawing of the workshop's papers; `None` for a section through a bay that the piece lacks.
pub fn paper(piece: &Piece, view: PaperView) -> Option<String> {
    let frame = Frame::of(&piece.design);
    let [width, height, depth] = piece.design.measures();
    let plane = match view {
        PaperView::Front => from_front(piece, &frame, View::Front),
        PaperView::Inside => from_front(piece, &frame, View::Inside),
        PaperView::Plan => from_front(piece, &frame, View::Plan),
        PaperView::Section(index) => section(piece, &frame, index)?,
    };
    let (across, up) = match view {
        PaperView::Front | PaperView::Inside => (width, height),
        PaperView::Plan => (width, depth),
        PaperView::Section(_) => (depth, height),
    };
    let has_bays = view == PaperView::Inside;
    let below = if has_bays { 2 * MARGIN } else { MARGIN };
    let mut svg = begin(Rectangle {
        x: -MARGIN,
        y: -TICK * 2,
        width: across + MARGIN + TICK * 2,
        height: up + TICK * 2 + below,
    });
    svg.push_str(&plane);
    if piece.design.niche() {
        // Writing to a string never fails.
        let _ = write!(
            svg,
            "<rect width=\"{across}\" height=\"{up}\" fill=\"none\" stroke-dasharray=\"24 16\"/>"
        );
    }
    if has_bays {
        for bay in frame.layout.iter().flat_map(|layout| &layout.bays) {
            write_across(
                &mut svg,
                (bay.x, bay.x + bay.width),
                up + MARGIN * 2 / 5,
                bay.width,
            );
        }
    }
    write_across(&mut svg, (0, across), up + below - MARGIN * 3 / 5, across);
    write_up(&mut svg, (0, up));
    svg.push_str("</svg>");
    Some(svg)
}

fn from_front(piece: &Piece, frame: &Frame, view: View) -> String {
    let tall = tall(piece, view);
    let shapes = shapes(piece, frame, view, Paint::White).into_iter();
    let mut svg: String = shapes.map(|shape| shape.svg).collect();
    match view {
        View::Front => svg.extend(piece.doors.iter().map(|door| opening(door, tall))),
        View::Inside => write_clear_sizes(&mut svg, piece, frame, tall),
        View::Plan => {}
    }
    svg
}

/// Returns the lines from the ends of a door's free edge to the middle of its hinges.
fn opening(door: &Door, tall: i64) -> String {
    let (left, right) = (door.x, door.x + door.width);
    let (hinges, free) = match door.hinged {
        Side::Left => (left, right),
        Side::Right => (right, left),
    };
    let (top, bottom) = (tall - door.y - door.length, tall - door.y);
    format!(
        "<path d=\"M{free} {top}L{hinges} {}L{free} {bottom}\" fill=\"none\" stroke-dasharray=\"40 30\"/>",
        i64::midpoint(top, bottom)
    )
}

/// Writes rails, the heights between boards and those of drawers into each bay.
fn write_clear_sizes(svg: &mut String, piece: &Piece, frame: &Frame, tall: i64) {
    let bays = frame.layout.iter().flat_map(|layout| &layout.bays);
    for (bay, at) in piece.design.bays().iter().zip(bays) {
        let stack = frame.stack(bay);
        let middle = at.x + at.width / 2;
        for rail in &stack.rails {
            let y = tall - rail;
            let _ = write!(
                svg,
                "<path d=\"M{} {y}h{}\" fill=\"none\" stroke-width=\"{RAIL}\"/>",
                at.x, at.width
            );
        }
        let mut write = |from: i64, to: i64| {
            if to - from >= LEAST_CLEAR {
                let y = tall - i64::midpoint(from, to) + SMALL / 3;
                let _ = write!(
                    svg,
                    "<text x=\"{middle}\" y=\"{y}\" font-size=\"{SMALL}\" stroke=\"none\" fill=\"{INK}\">{}</text>",
                    to - from
                );
            }
        };
        for &(from, height) in &stack.fronts {
            write(from, from + height);
        }
        if !stack.is_column {
            let mut from = stack.floor;
            for shelf in stack.shelves.iter().copied().chain([frame.y1]) {
                let floor = from;
                for rail in stack
                    .rails
                    .iter()
                    .copied()
                    .filter(|rail| (floor..shelf).contains(rail))
                {
                    write(from, rail);
                    from = rail;
                }
                write(from, shelf);
                from = shelf + frame.board;
            }
        }
        if piece.design.upper_mm > 0 {
            write(frame.lower_top + frame.board, frame.height - frame.board);
        }
    }
}

/// Returns the section through a bay: boards that lie are black, the others white.
fn section(piece: &Piece, frame: &Frame, index: usize) -> Option<String> {
    let at = *frame.layout.as_ref()?.bays.get(index)?;
    let bay = piece.design.bays().get(index)?;
    let tall = tall(piece, View::Front);
    let plane = at.x + at.width / 2;
    let mut seen = Vec::new();
    let mut cut = Vec::new();
    for (part, placed) in piece.placed() {
        let face = side_face(placed, tall);
        let ([x, ..], [dx, dy, dz]) = (placed.at, placed.size);
        if (x..=x + dx).contains(&plane) {
            let is_lying = dy < dz && !FRONTS.contains(&part.key);
            cut.push(face.svg(if is_lying { INK } else { Paint::WHITE }));
        } else if is_behind(placed, &at) {
            seen.push(face.svg(Paint::WHITE));
        }
    }
    let z = frame.z0 + frame.numbers.back() + frame.inner_depth / 2;
    let rails = frame.stack(bay).rails.into_iter().map(|rail| {
        let (y, radius) = (tall - rail, RAIL / 2);
        format!(
            "<circle cx=\"{z}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>",
            Paint::WHITE
        )
    });
    Some(seen.into_iter().chain(cut).chain(rails).collect())
}

/// Returns the face of a box that is seen from the left: the rear at the left, the room at the right.
const fn side_face(placed: &PlacedBox, tall: i64) -> Rectangle {
    let ([_, y, z], [_, height, depth]) = (placed.at, placed.size);
    Rectangle {
        x: z,
        y: tall - y - height,
        width: depth,
        height,
    }
}

/// Whether a box is the upright board at the right of a bay.
const fn is_behind(placed: &PlacedBox, bay: &BayFrame) -> bool {
    let ([x, ..], [dx, dy, dz]) = (placed.at, placed.size);
    x == bay.x + bay.width && dx < dy && dx < dz
}

/// Writes a measure below a length.
fn write_across(svg: &mut String, (from, to): (i64, i64), y: i64, length: i64) {
    let _ = write!(
        svg,
        "<path d=\"M{from} {y}H{to}M{from} {}v{}M{to} {}v{}\" fill=\"none\"/>",
        y - TICK,
        2 * TICK,
        y - TICK,
        2 * TICK
    );
    write_text(svg, (i64::midpoint(from, to), y + TEXT), None, length);
}

/// Writes a measure at the left of a length.
fn write_up(svg: &mut String, (from, to): (i64, i64)) {
    let x = -MARGIN * 2 / 5;
    let _ = write!(
        svg,
        "<path d=\"M{x} {from}V{to}M{} {from}h{}M{} {to}h{}\" fill=\"none\"/>",
        x - TICK,
        2 * TICK,
        x - TICK,
        2 * TICK
    );
    write_text(svg, (x - TEXT / 3, i64::midpoint(from, to)), Some(-90), to - from);
}

fn write_text(svg: &mut String, (x, y): (i64, i64), turn: Option<i64>, length: i64) {
    let turn = turn.map(|turn| format!(" transform=\"rotate({turn} {x} {y})\""));
    let turn = turn.unwrap_or_default();
    let _ = write!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" stroke=\"none\" fill=\"{INK}\"{turn}>{length}</text>"
    );
}
