//! Any well-formed design: three in four as people draw them, one in four wild or just outside the limits.

use proptest::prelude::*;
use rules::{Base, Design, Family, Finish, Front, Handle, Limits, Metal, Piece, Style};
use serde_json::{Value, json};

use crate::repair::repair;

/// Most bays that a design can have.
const MOST_BAYS: usize = 15;

/// A place in a range or list whose size follows from other choices: 0 is its beginning.
///
/// Designs follow from independent choices, so that proptest can simplify each alone.
type Share = u16;

/// Number of shares.
const SHARES: i64 = 1 << Share::BITS;

/// Returns the number of a range at a share.
fn between(share: Share, [least, most]: [i64; 2]) -> i64 {
    least + (most.max(least) - least + 1) * i64::from(share) / SHARES
}

/// Returns the number below a limit at a share.
fn below(share: Share, limit: i64) -> i64 {
    between(share, [0, limit - 1])
}

/// Returns the word of a list at a share; the first of an empty list is the default.
fn one<T: Copy>(share: Share, list: &[T], default: T) -> T {
    let index = usize::try_from(below(share, count(list.len()))).ok();
    let word = index.and_then(|index| list.get(index));
    word.copied().unwrap_or(default)
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Returns whether a share is among the last of these percent.
fn is_among(share: Share, percent: i64) -> bool {
    below(share, 100) >= 100 - percent
}

/// Returns the place of a share among the last of these percent.
fn among(share: Share, percent: i64) -> Option<Share> {
    let left_out = (100 - percent) * SHARES / 100;
    let place = (i64::from(share) - left_out) * SHARES / (SHARES - left_out);
    Share::try_from(place).ok()
}

/// Choices for the whole piece.
#[derive(Debug, Clone)]
struct Choices {
    family: Family,
    is_wild: bool,
    is_niche: bool,
    is_sliding: bool,
    /// Width, height and depth of the furniture in millimetres.
    measures: [i64; 3],
    base: Base,
    upper: Option<Share>,
    slides: i64,
    prices: i64,
    body: Share,
    fronts: Share,
    handle: Share,
    metal: Share,
    /// In millimetres.
    bay_width: i64,
    count: Share,
}

impl Choices {
    fn of(shares: [Share; 20]) -> Self {
        let [family, wild, niche, sliding, width, height, depth, ref rest @ ..] = shares;
        let [
            usual_height,
            usual_depth,
            usual_base,
            upper,
            slides,
            prices,
            ref rest @ ..,
        ] = *rest;
        let [base, body, fronts, handle, metal, bay_width, count] = *rest;
        let is_wild = is_among(wild, 25);
        let wardrobe = Family::Wardrobe;
        let families = [wardrobe, wardrobe, wardrobe, Family::Shelf, Family::TvBase];
        let family = one(family, &families, wardrobe);
        let limits = family.limits();
        let is_sliding = is_among(sliding, 33) && limits.fronts.contains(&Front::Sliding);
        let range = |[least, most]: [i64; 2]| {
            if is_wild {
                [(least - 150).max(100), most + 150]
            } else {
                [least, most]
            }
        };
        let mut ranges = [limits.width, limits.height, limits.depth].map(range);
        let [widths, heights, depths] = &mut ranges;
        if is_sliding && !is_wild {
            // One carcass.
            widths[1] = widths[1].min(2_816);
        }
        if family == wardrobe && is_among(usual_height, 33) {
            *heights = [2_000, 2_700];
        }
        if family == wardrobe && is_among(usual_depth, 90) && !is_wild {
            *depths = [540, 700];
        }
        let has_usual_base = is_among(usual_base, 80) && !is_wild;
        Self {
            family,
            is_wild,
            is_niche: is_among(niche, 33) && limits.has_niche,
            is_sliding,
            measures: [
                between(width, *widths),
                between(height, *heights),
                between(depth, *depths),
            ],
            base: if has_usual_base {
                Base::Plinth
            } else {
                one(base, limits.bases, Base::Plinth)
            },
            upper: among(upper, 25).filter(|_| limits.has_upper),
            slides: between(slides, [2, 4]),
            prices: between(prices, [1, 16_383]),
            body,
            fronts,
            handle,
            metal,
            bay_width: between(bay_width, [320, 780]),
            count,
        }
    }

    /// Returns the JSON of a design with as many of these bays as fit.
    fn design(&self, bays: &[BayChoices]) -> Value {
        let limits = self.family.limits();
        let [width, height, depth] = self.measures;
        let niche = |gap: i64| if self.is_niche { gap } else { 0 };
        let upper = match self.upper {
            Some(share) if self.is_wild => below(share, 1_024),
            Some(share) if height > 2_200 => between(share, [350, 700]),
            _ => 0,
        };
        let handle = if self.is_sliding && !self.is_wild {
            Handle::Groove
        } else {
            one(self.handle, Handle::ALL, Handle::Groove)
        };
        let metals = match handle {
            Handle::Bar | Handle::Knob => Metal::ALL,
            Handle::Groove | Handle::Push => &[Metal::Black],
        };
        let bodies = Finish::ALL.iter().filter(|finish| finish.body().is_some());
        let bodies: Vec<_> = bodies.copied().collect();
        let number = if self.is_wild {
            between(self.count, [1, count(MOST_BAYS)])
        } else {
            ((width + self.bay_width / 2) / self.bay_width).clamp(1, limits.bays)
        };
        let bays = bays.iter().zip(0..number).map(|(bay, index)| {
            bay.bay(&Surroundings {
                limits,
                is_wild: self.is_wild,
                is_sliding: self.is_sliding,
                is_first: index == 0,
                share: width / number,
                height,
            })
        });
        json!({
            "rules": rules::RulesVersion::NEWEST, "prices": self.prices, "family": self.family, "niche": self.is_niche,
            "widthMm": width + niche(60), "heightMm": height + niche(40), "depthMm": depth + niche(10),
            "base": self.base, "upperMm": upper,
            "front": if self.is_sliding { Front::Sliding } else { Front::Hinged },
            "slides": if self.is_sliding { self.slides } else { 0 },
            "body": one(self.body, &bodies, Finish::White),
            "fronts": one(self.fronts, Finish::ALL, Finish::White),
            "handle": handle, "metal": one(self.metal, metals, Metal::Black),
            "bays": bays.collect::<Vec<_>>(),
        })
    }
}

/// Choices for a bay.
#[derive(Debug, Clone)]
struct BayChoices {
    /// The kind of contents, 0 to 4.
    kind: i64,
    width: Option<Share>,
    doors: Option<Share>,
    style: Option<Share>,
    drawers: Share,
    rail: Share,
    shelves: Share,
    has_wild_rail: bool,
}

impl BayChoices {
    fn of([kind, width, doors, style, drawers, rail, shelves, wild_rail]: [Share; 8]) -> Self {
        Self {
            kind: below(kind, 5),
            width: among(width, 20),
            doors: among(doors, 25),
            style: among(style, 20),
            drawers,
            rail,
            shelves,
            has_wild_rail: is_among(wild_rail, 50),
        }
    }
}

/// Properties of the piece that bound a bay.
struct Surroundings {
    limits: &'static Limits,
    is_wild: bool,
    is_sliding: bool,
    is_first: bool,
    /// Width of the piece for each bay, in millimetres.
    share: i64,
    /// In millimetres.
    height: i64,
}

impl BayChoices {
    fn bay(&self, piece: &Surroundings) -> Value {
        let limits = piece.limits;
        let width = match self.width {
            Some(share) if piece.is_wild => below(share, 1_400),
            Some(share) if !piece.is_first => between(share, [250, 900]),
            _ => 0,
        };
        let doors = match self.doors {
            _ if piece.is_sliding => 0,
            Some(share) => between(share, [0, limits.doors]),
            None => limits.doors.min(if piece.share > 590 { 2 } else { 1 }),
        };
        let style = match self.style {
            Some(share) if piece.is_sliding || doors > 0 => one(share, Style::ALL, Style::Plain),
            _ => Style::Plain,
        };
        let has_drawers = self.kind == 1 || piece.is_wild;
        let has_rail = self.kind == 2 || piece.is_wild && self.has_wild_rail;
        let has_shelves = self.kind < 3 || piece.is_wild;
        let most_shelves = if piece.is_wild {
            limits.shelves
        } else {
            limits.shelves.min(piece.height / 300)
        };
        let count = |is_there: bool, share, most| if is_there { between(share, [0, most]) } else { 0 };
        json!({
            "widthMm": width, "doors": doors, "style": style,
            "drawers": count(has_drawers, self.drawers, limits.drawers),
            "rail": count(has_rail, self.rail, limits.rails),
            "shelves": count(has_shelves, self.shelves, most_shelves),
        })
    }
}

/// JSON of any well-formed design.
fn any_json() -> impl Strategy<Value = Value> {
    let bays = prop::collection::vec(prop::array::uniform8(any::<Share>()), MOST_BAYS);
    (prop::array::uniform20(any::<Share>()), bays).prop_map(|(piece, bays)| {
        let bays: Vec<_> = bays.into_iter().map(BayChoices::of).collect();
        Choices::of(piece).design(&bays)
    })
}

/// Any well-formed design. One in four can be built as drawn, as most of those that people draw need a way out or two.
pub fn any_design() -> impl Strategy<Value = Design> {
    any_json().prop_filter_map("a design that is not well-formed", |json| {
        Design::from_json(&json).ok()
    })
}

/// Any piece that can be built: the first ways out lead from any design to it.
pub fn any_piece() -> impl Strategy<Value = Piece> {
    any_design().prop_filter_map("a design without a way out", |design| {
        rules::build(&repair(&design).ok()?.design).ok()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::Level;

    use super::*;

    #[test]
    fn each_choice_is_a_well_formed_design() {
        let result = crate::runner(500, 1).run(&any_json(), |json| {
            prop_assert_eq!(Design::from_json(&json).err(), None);
            Ok(())
        });
        result.unwrap();
    }

    #[test]
    fn designs_meet_most_checks_and_some_can_be_built() {
        let mut keys = BTreeSet::new();
        let mut buildable = 0;
        for design in crate::designs(1).take(1_000) {
            let checks = rules::check(&design);
            buildable += usize::from(checks.iter().all(|check| check.level == Level::Note));
            keys.extend(checks.iter().map(|check| check.key));
        }
        assert!((200..400).contains(&buildable), "{buildable}");
        assert!(keys.len() >= 35, "{keys:?}");
    }

    #[test]
    fn equal_seeds_give_equal_designs() {
        let designs = |seed| crate::designs(seed).take(5).collect::<Vec<_>>();
        assert_eq!(designs(7), designs(7));
        assert_ne!(designs(7), designs(8));
    }
}
