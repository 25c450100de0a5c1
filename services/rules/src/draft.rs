//! A design that is being read: some of its fields may be unreadable.

use crate::{
    board::Finish,
    choice::{Base, Family, Front, Handle, Metal, Style},
    design::{Bay, Design},
    numbers::Limits,
    version::RulesVersion,
};

/// Fields of a design; `None` where one could not be read.
pub(crate) struct Draft {
    pub(crate) rules: Option<RulesVersion>,
    pub(crate) prices: Option<u16>,
    pub(crate) family: Option<Family>,
    pub(crate) niche: Option<bool>,
    pub(crate) width_mm: Option<i64>,
    pub(crate) height_mm: Option<i64>,
    pub(crate) depth_mm: Option<i64>,
    pub(crate) base: Option<Base>,
    pub(crate) upper_mm: Option<i64>,
    pub(crate) front: Option<Front>,
    pub(crate) slides: Option<i64>,
    pub(crate) body: Option<Finish>,
    pub(crate) fronts: Option<Finish>,
    pub(crate) handle: Option<Handle>,
    pub(crate) metal: Option<Metal>,
    pub(crate) bays: Option<Vec<BayDraft>>,
}

/// Fields of a bay; `None` where one could not be read.
pub(crate) struct BayDraft {
    pub(crate) width_mm: Option<i64>,
    pub(crate) doors: Option<i64>,
    pub(crate) style: Option<Style>,
    pub(crate) drawers: Option<i64>,
    pub(crate) rail: Option<i64>,
    pub(crate) shelves: Option<i64>,
}

/// Returns whether a value is within a range, or one of both is unknown.
fn is_within(value: Option<i64>, range: Option<[i64; 2]>) -> bool {
    value
        .zip(range)
        .is_none_or(|(value, [least, most])| (least..=most).contains(&value))
}

impl Draft {
    /// Returns the fields that are outside the table of a design, such as `bays[2].shelves`. A field whose range depends on an
    /// unreadable one is not among them.
    pub(crate) fn malformed(&self) -> Vec<String> {
        let limits = self.family.map(|family| {
            self.rules
                .unwrap_or(RulesVersion::NEWEST)
                .numbers()
                .limits(family)
        });
        let is_sliding = self.front.map(|front| front == Front::Sliding);
        let upper = limits.map(|limits| [0, if limits.has_upper { 1_023 } else { 0 }]);
        let slides = is_sliding.map(|is_sliding| if is_sliding { [2, 4] } else { [0, 0] });
        let can_stand = |(niche, limits): (bool, &Limits)| !niche || limits.has_niche;
        let can_have_metal =
            |(handle, metal)| metal == Metal::Black || !matches!(handle, Handle::Groove | Handle::Push);
        let fields = [
            ("prices", is_within(self.prices.map(i64::from), Some([1, 16_383]))),
            ("niche", self.niche.zip(limits).is_none_or(can_stand)),
            ("widthMm", is_within(self.width_mm, Some([100, 8_191]))),
            ("heightMm", is_within(self.height_mm, Some([100, 4_095]))),
            ("depthMm", is_within(self.depth_mm, Some([100, 1_023]))),
            (
                "base",
                self.base
                    .zip(limits)
                    .is_none_or(|(base, limits)| limits.bases.contains(&base)),
            ),
            ("upperMm", is_within(self.upper_mm, upper)),
            (
                "front",
                self.front
                    .zip(limits)
                    .is_none_or(|(front, limits)| limits.fronts.contains(&front)),
            ),
            ("slides", is_within(self.slides, slides)),
            ("body", self.body.is_none_or(|body| body.body().is_some())),
            ("metal", self.handle.zip(self.metal).is_none_or(can_have_metal)),
            (
                "bays",
                self.bays
                    .as_ref()
                    .is_none_or(|bays| (1..=15).contains(&bays.len())),
            ),
        ];
        let wrong = fields.into_iter().filter(|(_, is_valid)| !is_valid);
        let mut names: Vec<_> = wrong.map(|(name, _)| name.to_owned()).collect();
        for (index, bay) in self.bays.iter().flatten().enumerate() {
            let wrong = bay.malformed(limits, is_sliding);
            names.extend(wrong.map(|name| format!("bays[{index}].{name}")));
        }
        names
    }

    /// Returns the design, if all its fields could be read.
    pub(crate) fn design(self) -> Option<Design> {
        let bays = self.bays?.into_iter().map(BayDraft::bay);
        Some(Design {
            rules: self.rules?,
            prices: self.prices?,
            family: self.family?,
            niche: self.niche?,
            width_mm: self.width_mm?,
            height_mm: self.height_mm?,
            depth_mm: self.depth_mm?,
            base: self.base?,
            upper_mm: self.upper_mm?,
            front: self.front?,
            slides: self.slides?,
            body: self.body?,
            fronts: self.fronts?,
            handle: self.handle?,
            metal: self.metal?,
            bays: bays.collect::<Option<_>>()?,
        })
    }
}

impl BayDraft {
    fn malformed(
        &self,
        limits: Option<&Limits>,
        is_sliding: Option<bool>,
    ) -> impl Iterator<Item = &'static str> + use<> {
        let most = |of: fn(&Limits) -> i64| limits.map(|limits| [0, of(limits)]);
        let doors = match is_sliding {
            Some(true) => Some([0, 0]),
            Some(false) => most(|limits| limits.doors),
            None => None,
        };
        let has_front = is_sliding
            .zip(self.doors)
            .is_none_or(|(is_sliding, doors)| is_sliding || doors > 0);
        let fields = [
            ("widthMm", is_within(self.width_mm, Some([0, 2_047]))),
            ("doors", is_within(self.doors, doors)),
            (
                "style",
                has_front || self.style.is_none_or(|style| style == Style::Plain),
            ),
            ("drawers", is_within(self.drawers, most(|limits| limits.drawers))),
            ("rail", is_within(self.rail, most(|limits| limits.rails))),
            ("shelves", is_within(self.shelves, most(|limits| limits.shelves))),
        ];
        let wrong = fields.into_iter().filter(|(_, is_valid)| !is_valid);
        wrong.map(|(name, _)| name)
    }

    fn bay(self) -> Option<Bay> {
        Some(Bay {
            width_mm: self.width_mm?,
            doors: self.doors?,
            style: self.style?,
            drawers: self.drawers?,
            rail: self.rail?,
            shelves: self.shelves?,
        })
    }
}
