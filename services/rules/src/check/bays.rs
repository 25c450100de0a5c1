//! Checks of each bay.

use super::{Check, Context, Step, doors, error, outline, set, set_bay};
use crate::{
    design::Bay,
    frame::{BayFrame, Stack},
    number::{int, up},
};

pub(super) fn check_widths(context: &Context<'_>) -> Vec<Check> {
    let design = context.design;
    let count = int(design.bays.len());
    let sum: i64 = context.layout.bays.iter().map(|bay| bay.width).sum();
    let mut found = Vec::new();
    for (index, (bay, lengths)) in design.bays.iter().zip(&context.layout.bays).enumerate() {
        let width = lengths.width;
        if width < 200 {
            let fix = if bay.width_mm > 0 {
                set_bay(index, "widthMm", 200)
            } else if context.free < count && sum >= 220 * count {
                set_bay(outline::widest(design).0, "widthMm", 0)
            } else {
                Step::Remove { at: index }
            };
            found.push(error("bay.narrow", width, 200, vec![vec![fix]]).in_bay(index));
        } else if width > 1_000 {
            let fixes = vec![context.narrower(index, width, 1_000)];
            found.push(error("bay.wide", width, 1_000, fixes).in_bay(index));
        }
    }
    found
}

pub(super) fn check(context: &Context<'_>, index: usize, bay: &Bay, lengths: &BayFrame) -> Vec<Check> {
    let frame = context.frame;
    let mut found = Vec::new();
    let span = frame.limits.span;
    if bay.shelves > 0 && lengths.width > span {
        let fixes = vec![context.narrower(index, lengths.width, span)];
        found.push(error("shelf.span", lengths.width, span, fixes).in_bay(index));
    }
    let drawers = check_drawers(context, index, bay, lengths);
    let is_wrong = !drawers.is_empty();
    found.extend(drawers);
    if is_wrong {
        return found;
    }
    let stack = frame.stack(bay);
    if !stack.is_column {
        found.extend(check_rails(context, index, bay, &stack));
        let least = frame.limits.clear;
        if bay.rail == 0 && bay.shelves > 0 && stack.clear < least {
            let most = (frame.y1 - stack.floor - least).max(0) / (least + frame.board);
            let fixes = vec![vec![set_bay(index, "shelves", most)]];
            found.push(error("shelf.dense", stack.clear.max(0), least, fixes).in_bay(index));
        }
    }
    found.extend(doors::check(context, index, bay, lengths));
    found
}

fn check_drawers(context: &Context<'_>, index: usize, bay: &Bay, lengths: &BayFrame) -> Vec<Check> {
    let frame = context.frame;
    let mut found = Vec::new();
    if bay.drawers == 0 {
        return found;
    }
    let width = lengths.width;
    if width > 900 {
        let fixes = vec![context.narrower(index, width, 900)];
        found.push(error("drawer.wide", width, 900, fixes).in_bay(index));
    }
    let least = 300 + if frame.is_sliding { 2 * frame.board } else { 0 };
    if width < least {
        let fixes = vec![vec![set_bay(index, "drawers", 0)]];
        found.push(error("drawer.narrow", width, least, fixes).in_bay(index));
    }
    found.extend(if frame.is_column(bay) {
        check_column(context, index, bay)
    } else {
        check_stack(context, index, bay)
    });
    found
}

/// Checks that the fronts of drawers alone in a bay are 120 to 400 mm high.
fn check_column(context: &Context<'_>, index: usize, bay: &Bay) -> Option<Check> {
    let gap = context.frame.numbers.gap;
    let total = context.frame.f1 - context.frame.f0;
    let (least, most) = (up(total + gap, 400 + gap), (total + gap) / (120 + gap));
    let count = bay.drawers;
    if (least..=most).contains(&count) {
        return None;
    }
    // As a clamp whose upper end wins where there is no number between.
    let nearest = count.max(least).min(most);
    let allowed = context.frame.limits.drawers;
    let fix = if nearest >= 1 && nearest <= allowed && least <= most {
        set_bay(index, "drawers", nearest)
    } else if nearest > allowed {
        set_bay(index, "shelves", 1)
    } else {
        set_bay(index, "drawers", 0)
    };
    let height = (total - gap * (count - 1)) / count;
    let limit = if count < least { 400 } else { 120 };
    Some(error("drawer.front", height, limit, vec![vec![fix]]).in_bay(index))
}

/// Checks that drawers leave room above, and are not too high to look into.
fn check_stack(context: &Context<'_>, index: usize, bay: &Bay) -> Option<Check> {
    let frame = context.frame;
    let numbers = frame.numbers;
    let from = if frame.is_sliding {
        frame.y0 + numbers.gap
    } else {
        frame.f0
    };
    let room = frame.y1 - numbers.above_drawers - frame.board - from;
    let most = ((numbers.stack_top - from) / numbers.pitch).min(room / numbers.pitch);
    if bay.drawers <= most {
        return None;
    }
    let most = most.max(0);
    let fixes = vec![vec![set_bay(index, "drawers", most)]];
    let (value, limit) = (from + numbers.pitch * bay.drawers, from + numbers.pitch * most);
    Some(error("drawer.stack", value, limit, fixes).in_bay(index))
}

fn check_rails(context: &Context<'_>, index: usize, bay: &Bay, stack: &Stack) -> Vec<Check> {
    let mut found = Vec::new();
    if bay.rail == 0 {
        return found;
    }
    let depth = context.design.depth_mm;
    let deep = depth + 500 - context.frame.inner_depth;
    if deep > depth {
        let fixes = vec![vec![set("depthMm", deep)], vec![set_bay(index, "rail", 0)]];
        found.push(error("rail.depth", depth, deep, fixes).in_bay(index));
    }
    let hang = context.frame.numbers.hang;
    if stack.hang < hang {
        let best = with_room(context, bay);
        let fields = [
            ("rail", bay.rail, best.rail),
            ("shelves", bay.shelves, best.shelves),
            ("drawers", bay.drawers, best.drawers),
        ];
        let changed = fields.into_iter().filter(|(_, before, after)| before != after);
        let steps = changed
            .map(|(field, _, after)| set_bay(index, field, after))
            .collect();
        found.push(error("rail.height", stack.hang.max(0), hang, vec![steps]).in_bay(index));
    }
    found
}

/// Returns the bay with room to hang: fewer shelves above the rails, else one rail, else fewer drawers, else no rail.
fn with_room(context: &Context<'_>, bay: &Bay) -> Bay {
    let shelves = [bay.rail, 1].into_iter().flat_map(|rail| {
        (0..=bay.shelves).rev().map(move |shelves| Bay {
            rail,
            shelves,
            ..bay.clone()
        })
    });
    let drawers = (0..bay.drawers).rev().map(|drawers| Bay {
        rail: 1,
        shelves: 0,
        drawers,
        ..bay.clone()
    });
    let mut tries = shelves.chain(drawers);
    tries
        .find(|tried| context.frame.stack(tried).hang >= context.frame.numbers.hang)
        .unwrap_or_else(|| Bay {
            rail: 0,
            ..bay.clone()
        })
}
