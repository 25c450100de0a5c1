//! Lattices, mirrors and grips, as they are seen from the front.

use std::fmt::Write as _;

use super::{BACKING, INK, MIRROR, Paint, Rectangle, Shape, front, metal, nearness};
use crate::{
    choice::Handle,
    frame::Frame,
    hardware::handles,
    parts::{Door, Part, Piece, Place, PlacedBox, Side},
};

/// Colour of the lines that make a surface look like a mirror.
const SHINE: &str = "#b9c0c3";

/// The laths of a cell, in a square of 24.
const LATHS: &str = "M24 12L20.49 15.51L20.49 20.49L15.51 20.49L12 24L8.49 20.49L3.51 20.49L3.51 15.51L0 12L3.51 8.49L3.51 \
     3.51L8.49 3.51L12 0L15.51 3.51L20.49 3.51L20.49 8.49ZM20.49 20.49L24 24M3.51 20.49L0 24M3.51 3.51L0 0M20.49 3.51L24 0";

/// Length of a milled grip, its lower end above the floor, and its distance to the free edge and to the ends of a door, in
/// millimetres.
const GRIP: i64 = 260;
const GRIP_FROM: i64 = 920;
const GRIP_EDGE: i64 = 12;
const GRIP_SET: i64 = 40;

/// Distance of the grip of a sliding door to its edge, in millimetres.
const SLIDE_EDGE: i64 = 30;

/// Returns a part: a lattice with its cells, a mirror with its shine, others in the colour of their finish.
pub(super) fn part(piece: &Piece, part: &Part, placed: &PlacedBox, tall: i64, paint: Paint) -> Shape {
    let near = nearness(placed);
    let face = Rectangle::front(placed.at, placed.size, tall);
    if let Some(cells) = part.cells {
        return Shape {
            near,
            svg: lattice(face, cells),
        };
    }
    if part.key == "lattice-back" {
        return Shape {
            near,
            svg: face.svg(paint.other(BACKING)),
        };
    }
    if piece.is_mirror(part, placed) {
        return Shape {
            near,
            svg: face.svg(paint.other(MIRROR)) + &shine(face),
        };
    }
    front(part, placed, tall, paint)
}

/// Returns the handles and grips.
pub(super) fn shapes(piece: &Piece, frame: &Frame, tall: i64, paint: Paint) -> Vec<Shape> {
    let near = frame.z0 + frame.depth + 1;
    let handles = handles(piece, frame).into_iter();
    let standing = handles.map(|handle| metal(piece, &handle, tall, paint));
    let doors = piece
        .doors
        .iter()
        .filter(|_| piece.design.handle == Handle::Groove);
    let milled = doors.map(|door| Shape {
        near,
        svg: groove(door, tall),
    });
    let slides = piece.placed().filter(|(part, _)| part.key == "slide-door");
    let slides = slides.map(|(_, placed)| Shape {
        near: nearness(placed),
        svg: slide_grip(placed, tall),
    });
    standing.chain(milled).chain(slides).collect()
}

/// Returns the laths of a lattice before its board.
fn lattice(face: Rectangle, (columns, rows): (i64, i64)) -> String {
    let Rectangle { x, y, width, height } = face;
    let (columns, rows) = (columns.max(1), rows.max(1));
    // Equal lattices at one place are one lattice.
    let id = format!("lattice-{x}-{y}");
    let mut svg = format!(
        "<pattern id=\"{id}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\" \
         viewBox=\"0 0 24 24\" preserveAspectRatio=\"none\"><path d=\"{LATHS}\" fill=\"none\" stroke-width=\"2\"/></pattern>",
        hundredths(width, columns),
        hundredths(height, rows),
    );
    svg += &face.svg(&format!("url(#{id})"));
    svg
}

/// Returns a quotient with two decimals.
fn hundredths(length: i64, count: i64) -> String {
    let value = length * 100 / count;
    format!("{}.{:02}", value / 100, value % 100)
}

fn shine(Rectangle { x, y, width, height }: Rectangle) -> String {
    let point =
        |across: i64, up: i64| format!("{} {}", x + width * across / 100, y + height * (100 - up) / 100);
    let mut path = String::new();
    for ((from, up_from), (to, up_to)) in [((18, 30), (82, 58)), ((18, 22), (52, 38))] {
        // Writing to a string never fails.
        let _ = write!(path, "M{}L{}", point(from, up_from), point(to, up_to));
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"{SHINE}\" stroke-width=\"8\"/>")
}

fn groove(door: &Door, tall: i64) -> String {
    let length = GRIP.min(door.length / 3);
    let highest = door.y + door.length - length - GRIP_SET;
    let from = GRIP_FROM.min(highest).max(door.y + GRIP_SET);
    let x = match door.hinged {
        Side::Left => door.x + door.width - GRIP_EDGE,
        Side::Right => door.x + GRIP_EDGE,
    };
    grip(x, tall - from - length, length)
}

/// Returns the grip of a sliding door, at its left edge and its right edge in turns.
fn slide_grip(placed: &PlacedBox, tall: i64) -> String {
    let ([x, _, _], [width, _, _]) = (placed.at, placed.size);
    let is_odd = matches!(placed.place, Place::Slide(index) if index % 2 == 1);
    let x = if is_odd {
        x + width - SLIDE_EDGE
    } else {
        x + SLIDE_EDGE
    };
    grip(x, tall - GRIP_FROM - GRIP, GRIP)
}

fn grip(x: i64, y: i64, length: i64) -> String {
    format!("<path d=\"M{x} {y}v{length}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"14\"/>")
}
