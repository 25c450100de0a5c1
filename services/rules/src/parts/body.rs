//! Carcasses, base and fillers.

use super::{Builder, Place, cut, halved, placed};
use crate::{
    board::Board,
    choice::Base,
    frame::{Carcass, FRONT},
    number::{int, up},
};

/// Keys and heights of a row of carcasses.
struct Row {
    side: &'static str,
    bottom: &'static str,
    top: &'static str,
    divider: &'static str,
    back: &'static str,
    from: i64,
    to: i64,
}

impl Builder<'_> {
    pub(super) fn add_carcasses(&mut self) {
        let frame = self.frame;
        let lower = Row {
            side: "side",
            bottom: "bottom",
            top: "top",
            divider: "divider",
            back: "back",
            from: frame.base,
            to: frame.lower_top,
        };
        let upper = Row {
            side: "upper-side",
            bottom: "upper-bottom",
            top: "upper-top",
            divider: "upper-divider",
            back: "upper-back",
            from: frame.lower_top,
            to: frame.height,
        };
        let has_upper = self.design.upper_mm > 0;
        let rows: Vec<_> = [lower].into_iter().chain(has_upper.then_some(upper)).collect();
        let layout = self.layout;
        for row in &rows {
            for (index, carcass) in layout.carcasses.iter().enumerate() {
                self.add_carcass(row, index, carcass);
                self.add_backs(row, carcass);
            }
        }
        if has_upper {
            self.fit("bolt", 2 * int(layout.bays.len()));
        }
        self.fit("bolt", 4 * (int(layout.carcasses.len()) - 1) * int(rows.len()));
    }

    fn add_carcass(&mut self, row: &Row, index: usize, carcass: &Carcass) {
        let frame = self.frame;
        let (board, depth, z) = (frame.board, frame.carcass_depth, frame.z0);
        let (inner, place) = (carcass.inner, Place::Carcass(index));
        let has_cap = frame.limits.has_cap;
        let height = row.to - row.from - if has_cap { board } else { 0 };
        for x in [carcass.x, carcass.x + carcass.width - board] {
            let side = placed([x, row.from, z], [board, height, depth], place);
            self.body(row.side, (height, depth), "1011", side);
        }
        let left = carcass.x + board;
        let bottom = placed([left, row.from, z], [inner, board, depth], place);
        self.body(row.bottom, (inner, depth), "1000", bottom);
        if has_cap {
            let (width, deep) = (carcass.width, frame.depth);
            let top = placed([carcass.x, row.to - board, z], [width, board, deep], place);
            self.body("top", (width, deep), "1011", top);
        } else {
            let top = placed([left, row.to - board, z], [inner, board, depth], place);
            self.body(row.top, (inner, depth), "1000", top);
        }
        self.fit("cam", 4 * self.cams());
    }

    fn add_backs(&mut self, row: &Row, carcass: &Carcass) {
        let frame = self.frame;
        let numbers = frame.numbers;
        let (board, depth, z) = (frame.board, frame.divider_depth, frame.z0);
        let height = row.to - row.from - 2 * board;
        let bays = self.layout.bays.iter().enumerate();
        for (index, bay) in bays.filter(|(index, _)| carcass.bays.contains(index)) {
            let place = Place::Bay(index);
            if !bay.is_last {
                let at = [bay.x + bay.width, row.from + board, z];
                let divider = placed(at, [board, height, depth], place);
                self.body(row.divider, (height, depth), "1000", divider);
                self.fit("cam", 2 * self.cams());
            }
            let (length, width) = (height + 2 * numbers.groove, bay.width + 2 * numbers.groove);
            let at = [
                bay.x - numbers.groove,
                row.from + board - numbers.groove,
                z + numbers.back_set,
            ];
            let back = placed(at, [width, length, Board::Back6.thickness()], place);
            let finish = self.design.body;
            self.add(
                &cut(row.back, (length, width), "0000"),
                Board::Back6,
                finish,
                back,
            );
        }
    }

    pub(super) fn add_base(&mut self) {
        let layout = self.layout;
        let design = self.design;
        let frame = self.frame;
        let numbers = frame.numbers;
        for (index, carcass) in layout.carcasses.iter().enumerate() {
            let bays = int(carcass.bays.len());
            match design.base {
                Base::Plinth => {
                    self.add_plinth(index, carcass);
                    self.fit("foot", 2 * (bays + 1));
                    self.fit("plinth-clip", bays + 1);
                }
                Base::Legs => self.fit("leg", 2 + 2 * up(carcass.width, 900)),
                Base::Wall => {}
            }
        }
        if design.base == Base::Plinth && !design.niche {
            let length = frame.carcass_depth - numbers.plinth_set - FRONT - 16;
            let (left, right) = (frame.x0 + 20, frame.x0 + frame.width - 20 - FRONT);
            for x in [left, right] {
                let side = placed(
                    [x, 0, frame.z0 + 16],
                    [FRONT, numbers.plinth, length],
                    Place::Whole,
                );
                self.front("plinth-side", (length, numbers.plinth), "1000", side);
            }
        }
        if design.base == Base::Wall {
            self.fit("hanger", int(layout.bays.len()) + 1);
        } else if frame.height > 900 {
            self.fit("bracket", 2 * int(layout.carcasses.len()));
        }
    }

    fn add_plinth(&mut self, index: usize, carcass: &Carcass) {
        let (design, frame) = (self.design, self.frame);
        let numbers = frame.numbers;
        let is_last = index + 1 == self.layout.carcasses.len();
        let end = carcass.x + carcass.width;
        let from = match (index, design.niche) {
            (0, true) => 0,
            (0, false) => carcass.x + 20,
            _ => carcass.x,
        };
        let to = match (is_last, design.niche) {
            (true, true) => design.width_mm,
            (true, false) => end - 20,
            (false, _) => end,
        };
        let z = frame.z0 + frame.carcass_depth - numbers.plinth_set - FRONT;
        for (from, to) in halved(from, to) {
            let plinth = placed(
                [from, 0, z],
                [to - from, numbers.plinth, FRONT],
                Place::Carcass(index),
            );
            self.front("plinth", (to - from, numbers.plinth), "1000", plinth);
        }
    }

    /// Closes the gaps of a niche, flush with the fronts.
    pub(super) fn add_fillers(&mut self) {
        let (design, frame, layout) = (self.design, self.frame, self.layout);
        let numbers = frame.numbers;
        if !design.niche {
            return;
        }
        let z = frame.z0 + frame.depth - FRONT;
        let top = design.height_mm;
        let heights = if design.upper_mm > 0 {
            vec![(0, frame.lower_top), (frame.lower_top, top)]
        } else {
            vec![(0, top)]
        };
        for x in [0, design.width_mm - numbers.niche_side] {
            for (from, to) in heights.iter().flat_map(|(from, to)| halved(*from, *to)) {
                let filler = placed([x, from, z], [numbers.niche_side, to - from, FRONT], Place::Whole);
                self.front(
                    "filler-side",
                    (to - from, numbers.niche_side + numbers.scribe),
                    "1000",
                    filler,
                );
            }
        }
        for (index, carcass) in layout.carcasses.iter().enumerate() {
            for (from, to) in halved(carcass.x, carcass.x + carcass.width) {
                let (at, size) = ([from, frame.height, z], [to - from, numbers.niche_top, FRONT]);
                let filler = placed(at, size, Place::Carcass(index));
                self.front(
                    "filler-top",
                    (to - from, numbers.niche_top + numbers.scribe),
                    "1000",
                    filler,
                );
            }
        }
    }
}
