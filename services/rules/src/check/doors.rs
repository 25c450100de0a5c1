//! Checks of hinged doors.

use super::{Check, Context, bare, error, outline, set, set_bay};
use crate::{choice::Style, design::Bay, frame::BayFrame, mass::door_mass};

pub(super) fn check(context: &Context<'_>, index: usize, bay: &Bay, lengths: &BayFrame) -> Vec<Check> {
    let (design, frame) = (context.design, context.frame);
    let Some((_, wide)) = frame.doors(lengths, bay).first().copied() else {
        return Vec::new();
    };
    let numbers = frame.numbers;
    let mut found = Vec::new();
    let tall = frame.f1 - frame.door_begin(bay);
    let plain = || set_bay(index, "style", "plain");
    if tall < 250 {
        let higher = vec![set("heightMm", design.height_mm + 250 - tall)];
        let without = vec![set_bay(index, "doors", 0), plain()];
        found.push(error("door.low", tall, 250, vec![higher, without]));
    }
    if wide > 600 {
        found.push(error(
            "door.wide",
            wide,
            600,
            vec![vec![set_bay(index, "doors", 2)]],
        ));
    } else if wide < 200 {
        found.push(error(
            "door.narrow",
            wide,
            200,
            vec![vec![set_bay(index, "doors", 1)]],
        ));
    }
    if tall > numbers.door_height {
        let excess = tall - numbers.door_height;
        let upper = (design.upper_mm + excess).max(350);
        let mut fixes = Vec::new();
        if frame.limits.has_upper && upper <= outline::highest_upper(frame) {
            fixes.push(vec![set("upperMm", upper)]);
        }
        fixes.push(vec![set("heightMm", design.height_mm - excess)]);
        found.push(error("door.tall", tall, numbers.door_height, fixes));
    } else if (200..=600).contains(&wide) {
        let mass = door_mass(design, bay.style, tall, wide);
        if mass > numbers.door_mass {
            let mut fixes = Vec::new();
            if bay.doors == 1 && (lengths.front_width() - numbers.gap) / 2 >= 200 {
                fixes.push(vec![set_bay(index, "doors", 2)]);
            }
            fixes.push(vec![plain()]);
            found.push(error("door.heavy", mass, numbers.door_mass, fixes));
        }
    }
    if bay.style == Style::Lattice {
        if !design.fronts.is_wood() {
            found.push(bare(
                "lattice.wood",
                vec![vec![set("fronts", "oak")], vec![plain()]],
            ));
        }
        if wide < 300 {
            let one = bay.doors == 2 && lengths.front_width() <= 600;
            let fix = if one { set_bay(index, "doors", 1) } else { plain() };
            found.push(error("lattice.narrow", wide, 300, vec![vec![fix]]));
        } else if tall < 300 {
            found.push(error("lattice.low", tall, 300, vec![vec![plain()]]));
        }
    }
    found.into_iter().map(|check| check.in_bay(index)).collect()
}
