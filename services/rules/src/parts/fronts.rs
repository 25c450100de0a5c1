//! Hinged and sliding doors.

use super::{Builder, Door, Place, Side, cut, placed};
use crate::{
    board::Board,
    choice::Style,
    design::Bay,
    frame::{BayFrame, FRONT},
    mass::door_mass,
    number::{half, int},
    numbers::Numbers,
};

/// Returns the number of hinges: the larger one of height and mass.
fn hinges(numbers: &Numbers, length: i64, mass: i64) -> i64 {
    let by = |limits: &[i64], value: i64| 2 + int(limits.iter().filter(|limit| value > **limit).count());
    by(&numbers.hinge_heights, length).max(by(&numbers.hinge_masses, mass))
}

/// A place for a door.
struct Leaf {
    key: &'static str,
    bay: usize,
    x: i64,
    width: i64,
    y: i64,
    length: i64,
    style: Style,
    hinged: Side,
    is_upper: bool,
}

impl Builder<'_> {
    pub(super) fn add_doors(&mut self, index: usize, bay: &Bay, lengths: &BayFrame) {
        let frame = self.frame;
        let doors = frame.doors(lengths, bay);
        let lower = (frame.door_begin(bay), frame.f1);
        let numbers = frame.numbers;
        let upper = (
            frame.lower_top + numbers.gap - numbers.reveal,
            frame.height - numbers.reveal,
        );
        let rows = [("door", lower, false), ("upper-door", upper, true)];
        let has_upper = self.design.upper_mm > 0;
        for (key, (from, to), is_upper) in rows.into_iter().filter(|row| has_upper || !row.2) {
            for (place, &(x, width)) in doors.iter().enumerate() {
                let leaf = Leaf {
                    key,
                    bay: index,
                    x,
                    width,
                    y: from,
                    length: to - from,
                    style: bay.style,
                    hinged: self.hinged(index, bay, place),
                    is_upper,
                };
                self.add_door(&leaf, lengths);
            }
        }
    }

    /// Returns the side of the hinges, so that handles meet in pairs.
    fn hinged(&self, index: usize, bay: &Bay, place: usize) -> Side {
        let count = self.layout.bays.len();
        let is_left = if bay.doors == 2 {
            place == 0
        } else {
            count == 1 || (index.is_multiple_of(2) && index + 1 != count)
        };
        if is_left { Side::Left } else { Side::Right }
    }

    fn add_door(&mut self, leaf: &Leaf, lengths: &BayFrame) {
        if leaf.style == Style::Lattice {
            self.add_lattice(leaf);
        } else {
            let z = self.frame.z0 + self.frame.carcass_depth + self.frame.numbers.bump;
            let size = [leaf.width, leaf.length, FRONT];
            let door = placed([leaf.x, leaf.y, z], size, Place::Bay(leaf.bay));
            self.front(leaf.key, (leaf.length, leaf.width), "1111", door);
            self.add_mirror(leaf.style, leaf.length, leaf.width);
            self.fit("straightener", i64::from(!leaf.is_upper && leaf.length > 2_200));
        }
        let mass_g = door_mass(self.design, leaf.style, leaf.length, leaf.width);
        let hinges = hinges(self.frame.numbers, leaf.length, mass_g);
        let is_outer = match leaf.hinged {
            Side::Left => lengths.is_first,
            Side::Right => lengths.is_last,
        };
        self.fit(if is_outer { "hinge-full" } else { "hinge-half" }, hinges);
        self.add_handle();
        // The plates of both sides would meet in the board between two bays.
        let shift = if !is_outer && leaf.hinged == Side::Right {
            32
        } else {
            0
        };
        let cup = |hinge: i64| 100 + shift + hinge * (leaf.length - 200) / (hinges - 1);
        self.doors.push(Door {
            bay: leaf.bay,
            is_upper: leaf.is_upper,
            x: leaf.x,
            y: leaf.y,
            width: leaf.width,
            length: leaf.length,
            hinged: leaf.hinged,
            style: leaf.style,
            mass_g,
            cups: (0..hinges).map(cup).collect(),
        });
    }

    fn add_mirror(&mut self, style: Style, length: i64, width: i64) {
        if style == Style::Mirror {
            self.fit("mirror", (length - 8) * (width - 8));
        }
    }

    fn add_lattice(&mut self, leaf: &Leaf) {
        let numbers = self.frame.numbers;
        let z = self.frame.z0 + self.frame.carcass_depth + numbers.bump;
        let (place, wood, body) = (Place::Bay(leaf.bay), self.design.fronts, self.design.body);
        let openings = 1 + i64::from(leaf.length > 1_800);
        let width = leaf.width - 2 * numbers.stile;
        let total = leaf.length - (openings + 1) * numbers.stile;
        let each = total / openings;
        for x in [leaf.x, leaf.x + leaf.width - numbers.stile] {
            let stile = placed([x, leaf.y, z], [numbers.stile, leaf.length, FRONT], place);
            self.add(
                &cut("stile", (leaf.length, numbers.stile), "0000"),
                Board::Solid19,
                wood,
                stile,
            );
        }
        let (x, mut y) = (leaf.x + numbers.stile, leaf.y);
        for opening in 0..=openings {
            let rail = placed([x, y, z], [width, numbers.stile, FRONT], place);
            let size = (width + 2 * numbers.tenon, numbers.stile);
            self.add(&cut("frame-rail", size, "0000"), Board::Solid19, wood, rail);
            y += numbers.stile;
            if opening == openings {
                break;
            }
            // The lowest opening takes the odd millimetre.
            let height = if opening == 0 {
                total - each * (openings - 1)
            } else {
                each
            };
            let cells = (half(width, numbers.cell), half(height, numbers.cell));
            let size = (height + 2 * numbers.rebate, width + 2 * numbers.rebate);
            let lattice = placed([x, y, z + 6], [width, height, 12], place);
            self.add_with(
                &cut("lattice", size, "0000"),
                Board::Lattice12,
                wood,
                lattice,
                Some(cells),
            );
            let back = placed([x, y, z], [width, height, 6], place);
            self.add(&cut("lattice-back", size, "0000"), Board::Back6, body, back);
            self.fit("cell", cells.0 * cells.1);
            y += height;
        }
    }

    pub(super) fn add_slides(&mut self) {
        let (design, frame) = (self.design, self.frame);
        if !frame.is_sliding {
            return;
        }
        let length = frame.slide_height();
        for (door, (x, width)) in frame.slides(design.slides).into_iter().enumerate() {
            // A door beyond the bays has the style of the last one.
            let style = design
                .bays
                .iter()
                .take(door + 1)
                .next_back()
                .map_or(Style::Plain, |bay| bay.style);
            let set = if door.is_multiple_of(2) { 31 } else { 62 };
            let at = [x, frame.y0 + 20, frame.z0 + frame.carcass_depth - set];
            let slide = placed(at, [width, length, FRONT], Place::Slide(door));
            self.front("slide-door", (length, width), "1111", slide);
            self.fit("slide-set", 1);
            self.fit("groove", 1);
            self.add_mirror(style, length, width);
        }
        self.fit("track", frame.width - 2 * frame.board);
    }
}
