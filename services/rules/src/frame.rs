//! Lengths that do not depend on the contents of bays, and heights in a bay.

use std::ops::Range;

use crate::{
    design::{Bay, Design},
    number::int,
    numbers::{Limits, Numbers},
};

/// Thickness of fronts.
pub(crate) const FRONT: i64 = 19;

/// The longest part that fits a sheet.
pub(crate) const LONGEST: i64 = 2_780;

/// Lengths of a design.
pub(crate) struct Frame {
    pub(crate) numbers: &'static Numbers,
    pub(crate) limits: &'static Limits,
    pub(crate) x0: i64,
    pub(crate) z0: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
    pub(crate) depth: i64,
    /// Thickness of the body's board.
    pub(crate) board: i64,
    /// Height of the base.
    pub(crate) base: i64,
    pub(crate) is_sliding: bool,
    pub(crate) has_fronts: bool,
    /// Depth of the carcass.
    pub(crate) carcass_depth: i64,
    /// Depth of what stands between tracks and rear.
    pub(crate) divider_depth: i64,
    /// Depth before the back.
    pub(crate) inner_depth: i64,
    /// Top of the lower carcass.
    pub(crate) lower_top: i64,
    /// Inside of the lower carcass.
    pub(crate) y0: i64,
    pub(crate) y1: i64,
    /// Fronts of the lower carcass.
    pub(crate) f0: i64,
    pub(crate) f1: i64,
    /// `None` where the bays do not fit.
    pub(crate) layout: Option<Layout>,
}

/// Bays and carcasses from left to right.
pub(crate) struct Layout {
    pub(crate) carcasses: Vec<Carcass>,
    pub(crate) bays: Vec<BayFrame>,
}

pub(crate) struct Carcass {
    pub(crate) x: i64,
    /// Outer width.
    pub(crate) width: i64,
    /// Length of bottom and top.
    pub(crate) inner: i64,
    pub(crate) bays: Range<usize>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct BayFrame {
    /// Left edge and inner width.
    pub(crate) x: i64,
    pub(crate) width: i64,
    /// An odd millimetre that goes to gaps.
    pub(crate) odd: i64,
    /// Left and right end of its fronts.
    pub(crate) front: (i64, i64),
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
}

impl BayFrame {
    /// Returns the width of its fronts together.
    pub(crate) const fn front_width(&self) -> i64 {
        self.front.1 - self.front.0
    }
}

impl Frame {
    pub(crate) fn of(design: &Design) -> Self {
        let numbers = design.rules.numbers();
        let limits = numbers.limits(design.family);
        let niche = |gap: i64| if design.niche { gap } else { 0 };
        let width = design.width_mm - 2 * niche(numbers.niche_side);
        let height = design.height_mm - niche(numbers.niche_top);
        let depth = design.depth_mm - niche(numbers.niche_back);
        let board = design.body_board().thickness();
        let base = numbers.base_height(design.base);
        let is_sliding = design.is_sliding();
        let has_fronts = !is_sliding && design.bays.iter().any(|bay| bay.doors > 0 || bay.drawers > 0);
        let carcass_depth = depth - if has_fronts { FRONT + numbers.bump } else { 0 };
        let divider_depth = carcass_depth - if is_sliding { numbers.track } else { 0 };
        let lower_top = height - design.upper_mm;
        let mut frame = Self {
            numbers,
            limits,
            x0: niche(numbers.niche_side),
            z0: niche(numbers.niche_back),
            width,
            height,
            depth,
            board,
            base,
            is_sliding,
            has_fronts,
            carcass_depth,
            divider_depth,
            inner_depth: divider_depth - numbers.back(),
            lower_top,
            y0: base + board,
            y1: lower_top - board,
            f0: base + numbers.reveal,
            f1: if limits.has_cap {
                height - board - numbers.reveal
            } else {
                lower_top - numbers.reveal
            },
            layout: None,
        };
        frame.layout = frame.lay_out(&design.bays);
        frame
    }

    /// Returns what a front hides of the board on its right between two bays, and of the one on its left.
    const fn cover(&self) -> (i64, i64) {
        let near = (self.board - self.numbers.gap) / 2;
        (near, self.board - self.numbers.gap - near)
    }

    /// Returns what the gap of two fronts takes before the joint of two carcasses, and behind it.
    const fn joint(&self) -> (i64, i64) {
        let behind = self.numbers.gap / 2;
        (self.numbers.gap - behind, behind)
    }

    /// Takes the fewest carcasses whose bottoms can be cut in one piece; sliding doors need one.
    fn lay_out(&self, bays: &[Bay]) -> Option<Layout> {
        let mut found = None;
        for carcasses in 1..=bays.len() {
            found = self.lay_out_in(bays, carcasses);
            let longest = found.as_ref().and_then(|layout| {
                let inner = layout.carcasses.iter().map(|carcass| carcass.inner);
                inner.max()
            });
            if self.is_sliding || longest.is_none_or(|longest| longest <= LONGEST) {
                break;
            }
        }
        found
    }

    fn lay_out_in(&self, bays: &[Bay], carcasses: usize) -> Option<Layout> {
        let (near, far) = self.cover();
        let (before, behind) = self.joint();
        let ends = ends(bays.len(), carcasses);
        let cover = |at: usize, (is_first, is_last): (bool, bool)| {
            if !self.has_fronts {
                return 0;
            }
            let left = match (is_first, at) {
                (true, 0) => self.board - self.numbers.reveal,
                (true, _) => self.board - behind,
                (false, _) => far,
            };
            let right = match (is_last, at + 1 == bays.len()) {
                (true, true) => self.board - self.numbers.reveal,
                (true, false) => self.board - before,
                (false, _) => near,
            };
            left + right
        };
        let covers: Vec<_> = ends
            .iter()
            .enumerate()
            .map(|(at, ends)| cover(at, *ends))
            .collect();
        let (count, boards) = (int(bays.len()), int(carcasses));
        let inner = self.width - 2 * boards * self.board - (count - boards) * self.board;
        let widths = share(bays, inner, &covers)?;
        Some(self.place(&widths, &ends))
    }

    /// Places bays and carcasses side by side.
    fn place(&self, widths: &[(i64, i64)], ends: &[(bool, bool)]) -> Layout {
        let (near, _) = self.cover();
        let mut carcasses: Vec<Carcass> = Vec::new();
        let mut bays: Vec<BayFrame> = Vec::new();
        let mut x = self.x0;
        let mut front = self.x0 + self.numbers.reveal;
        let mut begin = (self.x0, 0);
        for (index, (&(width, odd), &(is_first, is_last))) in widths.iter().zip(ends).enumerate() {
            if is_first {
                begin = (x, index);
            }
            x += self.board;
            let left = x;
            x += width;
            let right = x;
            let is_end = index + 1 == widths.len();
            if is_last {
                x += self.board;
                carcasses.push(Carcass {
                    x: begin.0,
                    width: x - begin.0,
                    inner: x - begin.0 - 2 * self.board,
                    bays: begin.1..index + 1,
                });
            }
            let end = match (is_end, is_last) {
                (true, _) => self.x0 + self.width - self.numbers.reveal,
                (false, true) => x - self.joint().0,
                (false, false) => right + near,
            };
            bays.push(BayFrame {
                x: left,
                width,
                odd,
                front: (front, end - if self.has_fronts { odd } else { 0 }),
                is_first,
                is_last,
            });
            front = end + self.numbers.gap;
        }
        Layout { carcasses, bays }
    }

    /// Returns whether drawers alone share the whole front of a bay.
    pub(crate) const fn is_column(&self, bay: &Bay) -> bool {
        !self.is_sliding && bay.drawers > 0 && bay.doors == 0 && bay.rail == 0 && bay.shelves == 0
    }

    /// Returns the lower end of the doors of a bay.
    pub(crate) const fn door_begin(&self, bay: &Bay) -> i64 {
        self.f0 + self.numbers.pitch * bay.drawers
    }

    /// Returns left edge and width of each hinged door of a bay.
    pub(crate) fn doors(&self, frame: &BayFrame, bay: &Bay) -> Vec<(i64, i64)> {
        let (from, to) = frame.front;
        match bay.doors {
            0 => Vec::new(),
            1 => vec![(from, to - from)],
            _ => {
                let width = (to - from - self.numbers.gap) / 2;
                vec![(from, width), (to - width, width)]
            }
        }
    }

    /// Returns the width of each of a number of sliding doors.
    pub(crate) const fn slide_width(&self, slides: i64) -> i64 {
        (self.width - 2 * self.board + (slides - 1) * self.numbers.overlap) / slides
    }

    /// Returns left edge and width of each sliding door.
    pub(crate) fn slides(&self, slides: i64) -> Vec<(i64, i64)> {
        let inner = self.width - 2 * self.board;
        let width = self.slide_width(slides);
        let step = (inner - width) / (slides - 1).max(1);
        (0..slides)
            .map(|door| {
                if door == slides - 1 {
                    (self.x0 + self.width - self.board - width, width)
                } else {
                    (self.x0 + self.board + door * step, width)
                }
            })
            .collect()
    }

    /// Returns the height of sliding doors.
    pub(crate) const fn slide_height(&self) -> i64 {
        self.y1 - self.y0 - self.numbers.slide_play
    }
}

/// Returns for each bay whether it is the first and the last of its carcass. The first `bays % carcasses` have one more.
fn ends(bays: usize, carcasses: usize) -> Vec<(bool, bool)> {
    (0..carcasses)
        .flat_map(|carcass| {
            let share = bays / carcasses + usize::from(carcass < bays % carcasses);
            (0..share).map(move |bay| (bay == 0, bay + 1 == share))
        })
        .collect()
}

/// Returns width and odd millimetre of each bay; free ones get equal fronts. `None` where the fixed ones leave too little.
fn share(bays: &[Bay], inner: i64, covers: &[i64]) -> Option<Vec<(i64, i64)>> {
    let free = bays.iter().zip(covers).filter(|(bay, _)| bay.width_mm == 0);
    let count = int(free.clone().count());
    let fixed: i64 = bays.iter().map(|bay| bay.width_mm).sum();
    let rest = inner - fixed + free.map(|(_, cover)| cover).sum::<i64>();
    if count == 0 || rest < 0 {
        return None;
    }
    let mut place = 0;
    let mut widths = Vec::with_capacity(bays.len());
    for (bay, cover) in bays.iter().zip(covers) {
        if bay.width_mm > 0 {
            widths.push((bay.width_mm, 0));
            continue;
        }
        let odd = i64::from(place < rest % count);
        place += 1;
        widths.push((rest / count + odd - cover, odd));
    }
    widths.iter().all(|(width, _)| *width >= 1).then_some(widths)
}

/// Heights in a bay.
#[derive(Default)]
pub(crate) struct Stack {
    pub(crate) is_column: bool,
    /// Lower edge and height of each drawer's front.
    pub(crate) fronts: Vec<(i64, i64)>,
    /// Floor of what is above the drawers.
    pub(crate) floor: i64,
    /// Board over the drawers.
    pub(crate) top: Option<i64>,
    /// Clear height between shelves.
    pub(crate) clear: i64,
    pub(crate) shelves: Vec<i64>,
    pub(crate) fixed: Option<usize>,
    /// Axes.
    pub(crate) rails: Vec<i64>,
    /// Smallest hanging height.
    pub(crate) hang: i64,
}

impl Frame {
    pub(crate) fn stack(&self, bay: &Bay) -> Stack {
        if self.is_column(bay) {
            return self.column(bay.drawers);
        }
        let mut stack = Stack {
            floor: self.y0,
            ..Stack::default()
        };
        if bay.drawers > 0 {
            let from = if self.is_sliding {
                self.y0 + self.numbers.gap
            } else {
                self.f0
            };
            stack.fronts = (0..bay.drawers)
                .map(|drawer| {
                    (
                        from + self.numbers.pitch * drawer,
                        self.numbers.pitch - self.numbers.gap,
                    )
                })
                .collect();
            let top = if self.is_sliding {
                from + self.numbers.pitch * bay.drawers
            } else {
                from + self.numbers.pitch * bay.drawers
                    - self.numbers.gap
                    - (self.board - self.numbers.gap) / 2
            };
            stack.top = Some(top);
            stack.floor = top + self.board;
        }
        if bay.rail == 0 {
            self.part_by_shelves(&mut stack, bay.shelves);
        } else {
            self.hang(&mut stack, bay);
        }
        stack
    }

    fn column(&self, drawers: i64) -> Stack {
        let total = self.f1 - self.f0 - self.numbers.gap * (drawers - 1);
        let each = total / drawers;
        let mut y = self.f0;
        let mut fronts = Vec::new();
        for drawer in 0..drawers {
            let height = if drawer == 0 {
                total - each * (drawers - 1)
            } else {
                each
            };
            fronts.push((y, height));
            y += height + self.numbers.gap;
        }
        Stack {
            is_column: true,
            fronts,
            floor: self.y1,
            ..Stack::default()
        }
    }

    fn part_by_shelves(&self, stack: &mut Stack, shelves: i64) {
        stack.clear = (self.y1 - stack.floor - shelves * self.board) / (shelves + 1);
        let clear = stack.clear;
        let floor = stack.floor;
        stack.shelves = (0..shelves)
            .map(|shelf| floor + (shelf + 1) * clear + shelf * self.board)
            .collect();
        let is_high = self.y1 - self.y0 > 2_000 && shelves > 0;
        stack.fixed = is_high.then(|| usize::try_from((shelves + 1) / 2 - 1).unwrap_or(0));
    }

    fn hang(&self, stack: &mut Stack, bay: &Bay) {
        stack.clear = self.numbers.hat;
        stack.shelves = (0..bay.shelves)
            .map(|shelf| self.y1 - (bay.shelves - shelf) * (self.numbers.hat + self.board))
            .collect();
        stack.fixed = (bay.shelves > 0).then_some(0);
        let under = stack.shelves.first().copied().unwrap_or(self.y1);
        let middle = stack.floor + (under - stack.floor) / 2;
        if bay.rail == 1 {
            stack.rails = vec![under - self.numbers.rail_drop];
            stack.hang = under - self.numbers.rail_drop - stack.floor;
        } else {
            stack.rails = vec![middle - self.numbers.rail_drop, under - self.numbers.rail_drop];
            stack.hang =
                (middle - self.numbers.rail_drop - stack.floor).min(under - self.numbers.rail_drop - middle);
        }
    }
}
