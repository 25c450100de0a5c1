//! Drawings of a piece with its measures, as SVG without styles and scripts.

use std::fmt::Write as _;

use crate::{
    board::Finish,
    frame::Frame,
    parts::{Piece, PlacedBox},
    words::{Language, centimetres},
};

/// A view of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// From the front, closed.
    Front,
    /// From the front, without doors and the fronts of drawers.
    Inside,
    /// From above, without tops.
    Plan,
}

/// Room around the drawing for measures, in millimetres.
const MARGIN: i64 = 260;

/// Size of text in millimetres.
const TEXT: i64 = 90;

/// Color of lines and text.
const INK: &str = "#2b2a28";

/// Parts that hide what is inside.
const FRONTS: [&str; 10] = [
    "door",
    "upper-door",
    "slide-door",
    "drawer-front",
    "inner-front",
    "stile",
    "frame-rail",
    "lattice",
    "lattice-back",
    "filler-top",
];

/// Returns the colour of a finish.
pub(crate) const fn color(finish: Finish) -> &'static str {
    match finish {
        Finish::White => "#f4f2ee",
        Finish::Sand => "#dccfb8",
        Finish::Graphite => "#55565a",
        Finish::Oak => "#c9a46f",
        Finish::Ash => "#dcc7a3",
        Finish::Walnut => "#7a5236",
        Finish::SmokedOak => "#6b5645",
        Finish::Sage => "#9caa8e",
        Finish::Forest => "#3f5a48",
        Finish::Terracotta => "#b9684a",
        Finish::Black => "#2a2a2c",
    }
}

/// A rectangle on paper, whose y points down.
struct Rectangle {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    /// Larger = nearer to the eye.
    near: i64,
    fill: &'static str,
}

/// Returns the drawing of a view. Measures are in centimetres, those of the inside between boards.
pub fn svg(piece: &Piece, view: View, language: Language) -> String {
    let [width, height, depth] = piece.design.measures();
    let tall = if view == View::Plan { depth } else { height };
    let mut shapes = rectangles(piece, view, tall);
    shapes.sort_by_key(|shape| shape.near);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" role=\"img\" stroke=\"{INK}\" \
         stroke-width=\"4\" font-family=\"sans-serif\" font-size=\"{TEXT}\" text-anchor=\"middle\">",
        -MARGIN,
        -MARGIN / 2,
        width + MARGIN + MARGIN / 2,
        tall + MARGIN + MARGIN / 2,
    );
    for shape in shapes {
        let Rectangle {
            x,
            y,
            width,
            height,
            fill,
            ..
        } = shape;
        // Writing to a string never fails.
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        );
    }
    if piece.design.niche() {
        let _ = write!(
            svg,
            "<rect width=\"{width}\" height=\"{tall}\" fill=\"none\" stroke-dasharray=\"24 16\"/>"
        );
    }
    if view == View::Inside {
        write_bays(&mut svg, piece, tall, language);
    }
    write_measure(
        &mut svg,
        (width / 2, tall + MARGIN * 4 / 5),
        None,
        width,
        language,
    );
    write_measure(&mut svg, (-MARGIN * 3 / 5, tall / 2), Some(-90), tall, language);
    svg.push_str("</svg>");
    svg
}

fn rectangles(piece: &Piece, view: View, tall: i64) -> Vec<Rectangle> {
    let is_hidden = |key: &str| match view {
        View::Front => false,
        View::Inside => FRONTS.contains(&key),
        View::Plan => matches!(key, "top" | "filler-top") || key.starts_with("upper-"),
    };
    let parts = piece.parts.iter().filter(|part| !is_hidden(part.key));
    let boxes = parts.flat_map(|part| part.boxes.iter().map(|placed| (placed, color(part.finish))));
    boxes
        .map(|(placed, fill)| rectangle(placed, fill, view, tall))
        .collect()
}

fn rectangle(placed: &PlacedBox, fill: &'static str, view: View, tall: i64) -> Rectangle {
    let ([x, y, z], [dx, dy, dz]) = (placed.at, placed.size);
    let (from, height, near) = if view == View::Plan {
        // The rear is above, the room below.
        (z, dz, y + dy)
    } else {
        (tall - y - dy, dy, z + dz)
    };
    Rectangle {
        x,
        y: from,
        width: dx,
        height,
        near,
        fill,
    }
}

/// Writes the inner width of each bay below it.
fn write_bays(svg: &mut String, piece: &Piece, tall: i64, language: Language) {
    let frame = Frame::of(&piece.design);
    for bay in frame.layout.iter().flat_map(|layout| &layout.bays) {
        let middle = (bay.x + bay.width / 2, tall + MARGIN / 3);
        write_measure(svg, middle, None, bay.width, language);
    }
}

fn write_measure(svg: &mut String, (x, y): (i64, i64), turn: Option<i64>, length: i64, language: Language) {
    let turn = turn
        .map(|turn| format!(" transform=\"rotate({turn} {x} {y})\""))
        .unwrap_or_default();
    let text = centimetres(length, language);
    let _ = write!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" stroke=\"none\" fill=\"{INK}\"{turn}>{text}</text>"
    );
}
