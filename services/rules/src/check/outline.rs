//! Checks of the outline, and notes.

use super::{Check, Context, Level, Step, bare, error, set, set_bay};
use crate::{
    choice::{Base, Style},
    design::Design,
    frame::{Frame, LONGEST},
    number::int,
};

/// Returns the largest height of top boxes over the rest of a piece.
pub(super) fn highest_upper(frame: &Frame) -> i64 {
    (frame.height - 1_700).min(frame.numbers.upper[1])
}

pub(super) fn check(design: &Design, frame: &Frame) -> Vec<Check> {
    let limits = frame.limits;
    let mut found = Vec::new();
    for (key, field, typed, value, [least, most]) in [
        (
            "range.width",
            "widthMm",
            design.width_mm,
            frame.width,
            limits.width,
        ),
        (
            "range.height",
            "heightMm",
            design.height_mm,
            frame.height,
            limits.height,
        ),
        (
            "range.depth",
            "depthMm",
            design.depth_mm,
            frame.depth,
            limits.depth,
        ),
    ] {
        let nearest = value.clamp(least, most) + typed - value;
        if nearest != typed {
            found.push(error(key, typed, nearest, vec![vec![set(field, nearest)]]));
        }
    }
    found.extend(check_upper(design, frame));
    if design.base == Base::Legs && (design.niche || frame.height > 2_400) {
        let plinth = vec![vec![set("base", "plinth")]];
        found.push(error("base.legs", frame.height, 2_400, plinth));
    }
    let body = frame.lower_top - frame.base;
    if found.is_empty() && body > LONGEST {
        let excess = body - LONGEST;
        let mut fixes = Vec::new();
        if limits.has_upper && !frame.is_sliding {
            fixes.push(vec![set(
                "upperMm",
                (design.upper_mm + excess).max(frame.numbers.upper[0]),
            )]);
        }
        fixes.push(vec![set("heightMm", design.height_mm - excess)]);
        found.push(error("carcass.tall", body, LONGEST, fixes));
    }
    let count = int(design.bays.len());
    if count > limits.bays {
        let last = design.bays.len() - 1;
        let remove = vec![vec![Step::Remove { at: last }]];
        found.push(error("bays.many", count, limits.bays, remove));
    }
    found
}

fn check_upper(design: &Design, frame: &Frame) -> Option<Check> {
    let upper = design.upper_mm;
    if upper == 0 {
        return None;
    }
    let most = highest_upper(frame);
    let without = || vec![vec![set("upperMm", 0)]];
    if frame.is_sliding {
        return Some(error("upper.sliding", upper, 0, without()));
    }
    if most < frame.numbers.upper[0] {
        return Some(error("upper.room", upper, 0, without()));
    }
    let nearest = upper.clamp(frame.numbers.upper[0], most);
    (nearest != upper).then(|| error("upper.range", upper, nearest, vec![vec![set("upperMm", nearest)]]))
}

/// Returns the widest fixed bay, the first of equal ones, with its width.
pub(super) fn widest(design: &Design) -> (usize, i64) {
    let widths = design.bays.iter().map(|bay| bay.width_mm).enumerate();
    widths.fold((0, 0), |widest, one| if one.1 > widest.1 { one } else { widest })
}

/// Returns the error of bays that do not fit.
pub(super) fn no_room(design: &Design) -> Check {
    let last = design.bays.len().saturating_sub(1);
    if design.bays.iter().all(|bay| bay.width_mm > 0) {
        return bare("bays.rest", vec![vec![set_bay(last, "widthMm", 0)]]);
    }
    let (widest, width) = widest(design);
    let fix = if width > 0 {
        set_bay(widest, "widthMm", 0)
    } else {
        Step::Remove { at: last }
    };
    let sum = design.bays.iter().map(|bay| bay.width_mm).sum();
    Check {
        value: Some(sum),
        ..bare("bays.sum", vec![vec![fix]])
    }
    .in_bay(widest)
}

fn note(key: &'static str, value: i64, limit: Option<i64>) -> Check {
    Check {
        level: Level::Note,
        limit,
        ..error(key, value, 0, Vec::new())
    }
}

/// Returns what to know about a piece that can be built.
pub(super) fn notes(context: &Context<'_>) -> Vec<Check> {
    let (design, frame) = (context.design, context.frame);
    let mut found = Vec::new();
    let carcasses = context.layout.carcasses.iter();
    let longest = carcasses.map(|carcass| carcass.inner).max().unwrap_or(0);
    let longest = longest.max(frame.lower_top - frame.base);
    if longest > 2_400 {
        found.push(note("note.lift", longest, Some(2_400)));
    }
    for (index, bay) in design.bays.iter().enumerate() {
        let highest = frame.stack(bay).rails.into_iter().max();
        if let Some(rail) = highest.filter(|rail| *rail > 2_050) {
            found.push(note("note.reach", rail, Some(2_050)).in_bay(index));
        }
    }
    let square = |length: i64| length * length;
    if design.niche && square(frame.lower_top) + square(frame.carcass_depth) > square(design.height_mm) {
        found.push(note("note.upright", design.height_mm, None));
    }
    let mut doors = design
        .bays
        .iter()
        .filter(|bay| bay.doors > 0 && bay.style != Style::Lattice);
    if doors.any(|bay| frame.f1 - frame.door_begin(bay) > 2_200) {
        found.push(note("note.straightener", 2_200, None));
    }
    found
}
