//! Drawers, rails and shelves of bays.

use super::{Builder, Place, cut, placed};
use crate::{
    board::{Board, Finish},
    choice::Handle,
    design::Bay,
    frame::{BayFrame, FRONT, Stack},
};

/// Runners by length, the longest first.
const RUNNERS: [(i64, &str); 7] = [
    (550, "runner-550"),
    (500, "runner-500"),
    (450, "runner-450"),
    (400, "runner-400"),
    (350, "runner-350"),
    (300, "runner-300"),
    (250, "runner-250"),
];

/// A drawer's opening.
struct Opening {
    x: i64,
    width: i64,
    /// Front end of the box.
    z: i64,
    runner: (i64, &'static str),
    place: Place,
}

impl Builder<'_> {
    pub(super) fn add_bays(&mut self) {
        let (design, layout, frame) = (self.design, self.layout, self.frame);
        for (index, (bay, lengths)) in design.bays.iter().zip(&layout.bays).enumerate() {
            let stack = frame.stack(bay);
            if bay.drawers > 0 {
                self.add_drawers(index, bay, lengths, &stack);
            }
            if !stack.is_column {
                self.add_shelves(index, bay, lengths, &stack);
            }
            self.add_doors(index, bay, lengths);
        }
    }

    fn add_shelves(&mut self, index: usize, bay: &Bay, lengths: &BayFrame, stack: &Stack) {
        let frame = self.frame;
        let is_open = !frame.is_sliding && bay.doors == 0;
        let depth = frame.inner_depth - if is_open { 2 } else { 20 };
        let (z, place) = (frame.z0 + frame.numbers.back(), Place::Bay(index));
        for (shelf, &y) in stack.shelves.iter().enumerate() {
            if stack.fixed == Some(shelf) {
                let width = lengths.width;
                let board = placed([lengths.x, y, z], [width, frame.board, depth], place);
                self.body("shelf-fixed", (width, depth), "1000", board);
                self.fit("cam", 2 * self.cams());
            } else {
                let width = lengths.width - 2 - lengths.odd;
                let board = placed([lengths.x + 1, y, z], [width, frame.board, depth], place);
                self.body("shelf", (width, depth), "1000", board);
                self.fit("pin", 4);
            }
        }
        for _ in &stack.rails {
            self.fit("rail", lengths.width - 4);
            self.fit("rail-end", 2);
            self.fit("rail-middle", i64::from(lengths.width > 900));
        }
    }

    fn add_drawers(&mut self, index: usize, bay: &Bay, lengths: &BayFrame, stack: &Stack) {
        let frame = self.frame;
        let (board, depth) = (frame.board, frame.inner_depth);
        let (z, place) = (frame.z0 + frame.numbers.back(), Place::Bay(index));
        let (x, width) = (lengths.x, lengths.width);
        let mut opening = Opening {
            x,
            width,
            z: frame.z0 + frame.carcass_depth + frame.numbers.bump,
            runner: (0, "runner-250"),
            place,
        };
        if frame.is_sliding {
            // Packers keep drawers clear of sliding doors.
            let length = frame.numbers.pitch * bay.drawers + frame.numbers.gap;
            for x in [x, x + width - board] {
                let packer = placed([x, frame.y0, z], [board, length, depth], place);
                self.body("packer", (length, depth), "1000", packer);
            }
            self.fit("cam", 2 * self.cams());
            opening.x += board;
            opening.width -= 2 * board;
            opening.z = frame.z0 + frame.divider_depth - board;
        }
        let room = opening.z - frame.z0 - frame.numbers.behind_drawer;
        if let Some(runner) = RUNNERS.into_iter().find(|(length, _)| *length <= room) {
            opening.runner = runner;
        }
        if let Some(y) = stack.top {
            let top = placed([x, y, z], [width, board, depth], place);
            self.body("drawer-top", (width, depth), "1000", top);
            self.fit("cam", 2 * self.cams());
        }
        for &(y, height) in &stack.fronts {
            self.add_drawer_front(lengths, &opening, y, height);
            self.add_drawer_box(&opening, y, height);
        }
    }

    fn add_drawer_front(&mut self, lengths: &BayFrame, opening: &Opening, y: i64, height: i64) {
        let frame = self.frame;
        if frame.is_sliding {
            let width = opening.width - 2 * frame.numbers.gap;
            let at = [opening.x + frame.numbers.gap, y, opening.z];
            let front = placed(at, [width, height, frame.board], opening.place);
            self.body("inner-front", (width, height), "1111", front);
            self.fit("groove", 1);
        } else {
            let (from, width) = (lengths.front.0, lengths.front_width());
            let front = placed([from, y, opening.z], [width, height, FRONT], opening.place);
            self.front("drawer-front", (width, height), "1111", front);
            self.add_handle();
        }
    }

    pub(super) fn add_handle(&mut self) {
        let key = match self.design.handle {
            Handle::Bar => "handle-bar",
            Handle::Knob => "handle-knob",
            Handle::Groove => "groove",
            Handle::Push => "push",
        };
        self.fit(key, 1);
    }

    fn add_drawer_box(&mut self, opening: &Opening, y: i64, height: i64) {
        let high = (10 * ((height - 56) / 10)).min(250);
        let y = y + if self.frame.is_sliding { 20 } else { 32 };
        let board = Board::Box16.thickness();
        let runner_room = self.frame.numbers.runner_room;
        let (x, width, z, place) = (opening.x, opening.width, opening.z, opening.place);
        let (length, runner) = opening.runner;
        let mut add = |key, size, board, placed| {
            let edges = if board == Board::Back6 { "0000" } else { "1000" };
            self.add(&cut(key, size, edges), board, Finish::White, placed);
        };
        for x in [x + runner_room, x + width - runner_room - board] {
            let side = placed([x, y, z - length], [board, high, length], place);
            add("drawer-side", (length, high), Board::Box16, side);
        }
        let between = width - 2 * (runner_room + board);
        for z in [z - length, z - board] {
            let end = placed([x + runner_room + board, y, z], [between, high, board], place);
            add("drawer-end", (between, high), Board::Box16, end);
        }
        let size = (length - 22, width - 48);
        let at = [x + 24, y + 12, z - length + 11];
        let base = placed(at, [size.1, Board::Back6.thickness(), size.0], place);
        add("drawer-base", size, Board::Back6, base);
        self.fit(runner, 1);
        self.fit("confirmat", 8);
    }
}
