//! Drawings of a piece with its measures, as SVG without styles and scripts.

mod fronts;
mod paper;

use std::fmt::Write as _;

pub use self::paper::{PaperView, paper};
use crate::{
    board::Finish,
    choice::Metal,
    frame::Frame,
    hardware::{MetalBox, legs},
    parts::{Part, Piece, PlacedBox},
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

/// Colour of the board behind a lattice: light in each finish, so that the laths are seen before it.
pub(crate) const BACKING: &str = "#ccc3b5";

/// Colour of a mirror.
pub(crate) const MIRROR: &str = "#e8ecee";

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

/// Returns the colour of a metal.
pub(crate) const fn metal_color(metal: Metal) -> &'static str {
    match metal {
        Metal::Black => "#2a2a2c",
        Metal::Brass => "#b8925a",
        Metal::Steel => "#a7abae",
    }
}

/// Colours of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paint {
    /// Those of finishes and metals.
    Colors,
    /// Black on white.
    White,
}

impl Paint {
    const WHITE: &str = "#fff";

    const fn finish(self, finish: Finish) -> &'static str {
        match self {
            Self::Colors => color(finish),
            Self::White => Self::WHITE,
        }
    }

    const fn metal(self, metal: Metal) -> &'static str {
        match self {
            Self::Colors => metal_color(metal),
            Self::White => Self::WHITE,
        }
    }

    /// Returns a colour that is not a finish.
    const fn other(self, color: &'static str) -> &'static str {
        match self {
            Self::Colors => color,
            Self::White => Self::WHITE,
        }
    }
}

/// A rectangle on paper, whose y points down.
#[derive(Clone, Copy)]
struct Rectangle {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

/// Elements of a drawing that lie at one depth.
struct Shape {
    /// Larger = nearer to the eye.
    near: i64,
    svg: String,
}

impl Rectangle {
    /// Returns the face of a box that is seen from the front.
    const fn front(at: [i64; 3], size: [i64; 3], tall: i64) -> Self {
        let ([x, y, _], [width, height, _]) = (at, size);
        Self {
            x,
            y: tall - y - height,
            width,
            height,
        }
    }

    fn svg(self, fill: &str) -> String {
        let Self { x, y, width, height } = self;
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>")
    }

    /// Returns it as a path: rectangles are parts, paths what is on them.
    fn path(self, fill: &str) -> String {
        let Self { x, y, width, height } = self;
        format!("<path d=\"M{x} {y}h{width}v{height}h-{width}z\" fill=\"{fill}\"/>")
    }
}

/// Returns the drawing of a view. Measures are in centimetres, those of the inside between boards.
pub fn svg(piece: &Piece, view: View, language: Language) -> String {
    let [width, ..] = piece.design.measures();
    let tall = tall(piece, view);
    let frame = Frame::of(&piece.design);
    let frame_of_page = Rectangle {
        x: -MARGIN,
        y: -MARGIN / 2,
        width: width + MARGIN + MARGIN / 2,
        height: tall + MARGIN + MARGIN / 2,
    };
    let mut svg = begin(frame_of_page);
    for shape in shapes(piece, &frame, view, Paint::Colors) {
        svg.push_str(&shape.svg);
    }
    if piece.design.niche() {
        // Writing to a string never fails.
        let _ = write!(
            svg,
            "<rect width=\"{width}\" height=\"{tall}\" fill=\"none\" stroke-dasharray=\"24 16\"/>"
        );
    }
    if view == View::Inside {
        write_bays(&mut svg, &frame, tall, language);
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

/// Returns the opening tag of a drawing that shows a part of the plane.
fn begin(Rectangle { x, y, width, height }: Rectangle) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" role=\"img\" stroke=\"{INK}\" \
         stroke-width=\"4\" font-family=\"sans-serif\" font-size=\"{TEXT}\" text-anchor=\"middle\">"
    )
}

/// Returns what a view shows, the farthest first.
fn shapes(piece: &Piece, frame: &Frame, view: View, paint: Paint) -> Vec<Shape> {
    let tall = tall(piece, view);
    let mut shapes = boards(piece, view, tall, paint);
    if view != View::Plan {
        let legs = legs(piece, frame).into_iter();
        shapes.extend(legs.map(|leg| metal(piece, &leg, tall, paint)));
    }
    if view == View::Front {
        shapes.extend(fronts::shapes(piece, frame, tall, paint));
    }
    shapes.sort_by_key(|shape| shape.near);
    shapes
}

/// Returns the height of a view on paper.
fn tall(piece: &Piece, view: View) -> i64 {
    let [_, height, depth] = piece.design.measures();
    if view == View::Plan { depth } else { height }
}

fn boards(piece: &Piece, view: View, tall: i64, paint: Paint) -> Vec<Shape> {
    let is_hidden = |key: &str| match view {
        View::Front => false,
        View::Inside => FRONTS.contains(&key),
        View::Plan => matches!(key, "top" | "filler-top") || key.starts_with("upper-"),
    };
    let seen = piece.placed().filter(|(part, _)| !is_hidden(part.key));
    seen.map(|(part, placed)| match view {
        View::Front => fronts::part(piece, part, placed, tall, paint),
        View::Inside => front(part, placed, tall, paint),
        View::Plan => plan(part, placed, paint),
    })
    .collect()
}

/// Returns a part as it is seen from the front.
fn front(part: &Part, placed: &PlacedBox, tall: i64, paint: Paint) -> Shape {
    Shape {
        near: nearness(placed),
        svg: Rectangle::front(placed.at, placed.size, tall).svg(paint.finish(part.finish)),
    }
}

/// Returns a box of the piece's metal as it is seen from the front.
fn metal(piece: &Piece, &MetalBox { at, size }: &MetalBox, tall: i64, paint: Paint) -> Shape {
    Shape {
        near: at[2] + size[2],
        svg: Rectangle::front(at, size, tall).path(paint.metal(piece.design.metal)),
    }
}

/// Returns a part as it is seen from above: the rear above, the room below.
fn plan(part: &Part, placed: &PlacedBox, paint: Paint) -> Shape {
    let ([x, y, z], [width, dy, depth]) = (placed.at, placed.size);
    let face = Rectangle {
        x,
        y: z,
        width,
        height: depth,
    };
    Shape {
        near: y + dy,
        svg: face.svg(paint.finish(part.finish)),
    }
}

/// Returns how near the front of a box is to an eye in the room.
const fn nearness(placed: &PlacedBox) -> i64 {
    let ([_, _, z], [_, _, depth]) = (placed.at, placed.size);
    z + depth
}

/// Writes the inner width of each bay below it.
fn write_bays(svg: &mut String, frame: &Frame, tall: i64, language: Language) {
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
