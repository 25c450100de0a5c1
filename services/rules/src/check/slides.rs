//! Checks of sliding doors.

use super::{Check, Context, bare, error, set, set_bay};
use crate::{
    choice::{Handle, Style},
    frame::LONGEST,
    mass::slide_mass,
    number::int,
};

/// Returns the error of a carcass whose bottom cannot be cut in one piece.
pub(super) fn too_long(context: &Context<'_>, longest: i64) -> Check {
    let width = context.design.width_mm;
    let most = width - (longest - LONGEST);
    error(
        "slide.long",
        width,
        most,
        vec![vec![set("widthMm", most)], context.hinged()],
    )
}

impl Context<'_> {
    fn fits(&self, slides: i64) -> bool {
        (450..=1_150).contains(&self.frame.slide_width(slides))
    }
}

pub(super) fn check(context: &Context<'_>) -> Vec<Check> {
    let (design, frame) = (context.design, context.frame);
    let mut found = Vec::new();
    if !context.fits(design.slides) {
        let count = (2..=4).find(|slides| context.fits(*slides));
        let fixes = count.map(|slides| vec![set("slides", slides)]);
        let fixes = fixes.into_iter().chain([context.hinged()]).collect();
        let width = frame.slide_width(design.slides);
        let limit = if width < 450 { 450 } else { 1_150 };
        found.push(error("slide.count", width, limit, fixes));
    }
    if frame.depth < 450 {
        let deep = design.depth_mm + 450 - frame.depth;
        let fixes = vec![vec![set("depthMm", deep)], context.hinged()];
        found.push(error("slide.depth", design.depth_mm, deep, fixes));
    }
    let tall = frame.slide_height();
    if tall > 2_600 {
        let low = design.height_mm - (tall - 2_600);
        let fixes = vec![vec![set("heightMm", low)], context.hinged()];
        found.push(error("slide.tall", design.height_mm, low, fixes));
    }
    if design.handle != Handle::Groove {
        let groove = vec![set("handle", "groove"), set("metal", "black")];
        found.push(bare("slide.handle", vec![groove]));
    }
    found
}

fn no_lattice(bay: usize) -> Check {
    bare("slide.lattice", vec![vec![set_bay(bay, "style", "plain")]]).in_bay(bay)
}

/// Checks each door, then the bays beyond them.
pub(super) fn check_doors(context: &Context<'_>) -> Vec<Check> {
    let design = context.design;
    let mut found = Vec::new();
    let count = int(design.bays.len());
    let tall = context.frame.slide_height();
    let bays = || design.bays.iter().enumerate();
    for (door, (_, width)) in context.frame.slides(design.slides).into_iter().enumerate() {
        // A door beyond the bays has the style of the last one.
        let Some((index, bay)) = bays().take(door + 1).next_back() else {
            continue;
        };
        if bay.style == Style::Lattice {
            found.push(no_lattice(index));
        }
        let mass = slide_mass(design, bay.style, tall, width);
        if mass > context.frame.numbers.slide_mass {
            let mut fixes = Vec::new();
            if design.slides < 4 && context.fits(design.slides + 1) {
                fixes.push(vec![set("slides", design.slides + 1)]);
            }
            if bay.style == Style::Mirror {
                fixes.push(vec![set_bay(index, "style", "plain")]);
            }
            found.push(error("slide.heavy", mass, context.frame.numbers.slide_mass, fixes).in_bay(index));
        }
    }
    if count > design.slides {
        let beyond =
            bays().filter(|(index, bay)| int(*index) >= design.slides && bay.style == Style::Lattice);
        found.extend(beyond.map(|(index, _)| no_lattice(index)));
    }
    found
}

/// Checks that one push frees the whole front of drawers.
pub(super) fn check_drawers(context: &Context<'_>) -> Vec<Check> {
    let (design, frame) = (context.design, context.frame);
    let doors = frame.slides(design.slides);
    let ends = doors.iter().map(|(x, width)| x + width);
    // From the end of the door before to the beginning of the one behind.
    let begins: Vec<_> = std::iter::once(0).chain(ends).take(doors.len()).collect();
    let nexts = doors.iter().skip(1).map(|(x, _)| *x).chain([i64::MAX]);
    let gaps: Vec<_> = begins.into_iter().zip(nexts).collect();
    let is_shared = int(design.bays.len()) == design.slides && design.bays.iter().any(|bay| bay.width_mm > 0);
    let mut found = Vec::new();
    for (index, (bay, lengths)) in design.bays.iter().zip(&context.layout.bays).enumerate() {
        if bay.drawers == 0 {
            continue;
        }
        let from = lengths.x + frame.board + frame.numbers.gap;
        let to = lengths.x + lengths.width - frame.board - frame.numbers.gap;
        if gaps.iter().any(|(begin, end)| from >= *begin && to <= *end) {
            continue;
        }
        let fix = if is_shared {
            (0..design.bays.len())
                .map(|bay| set_bay(bay, "widthMm", 0))
                .collect()
        } else {
            vec![set_bay(index, "drawers", 0)]
        };
        found.push(bare("slide.drawer", vec![fix]).in_bay(index));
    }
    found
}
