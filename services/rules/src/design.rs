//! A design: what a customer chose.

use serde::Serialize;

use crate::{
    board::{Board, Finish},
    version::RulesVersion,
    word::{numbered, words},
};

words! {
    /// A family of pieces.
    Family { Wardrobe = "wardrobe", Shelf = "shelf", TvBase = "tv-base" }
}
words! {
    /// The base of a piece.
    Base { Plinth = "plinth", Legs = "legs", Wall = "wall" }
}
words! {
    /// The kind of its doors.
    Front { Hinged = "hinged", Sliding = "sliding" }
}
words! {
    /// A handle.
    Handle { Bar = "bar", Knob = "knob", Groove = "groove", Push = "push" }
}
words! {
    /// The metal of handles.
    Metal { Black = "black", Brass = "brass", Steel = "steel" }
}
words! {
    /// The style of a door.
    Style { Plain = "plain", Lattice = "lattice", Mirror = "mirror" }
}

numbered!(Family, Base, Front, Handle, Metal, Style, Finish);

/// A well-formed design; [`crate::check`] says whether it can be built.
///
/// Only [`Design::from_code`] and [`Design::from_json`] make one, so that all fields are in the ranges of a code.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Design {
    pub(crate) rules: RulesVersion,
    pub(crate) prices: u16,
    pub(crate) family: Family,
    pub(crate) niche: bool,
    pub(crate) width_mm: i64,
    pub(crate) height_mm: i64,
    pub(crate) depth_mm: i64,
    pub(crate) base: Base,
    pub(crate) upper_mm: i64,
    pub(crate) front: Front,
    pub(crate) slides: i64,
    pub(crate) body: Finish,
    pub(crate) fronts: Finish,
    pub(crate) handle: Handle,
    pub(crate) metal: Metal,
    pub(crate) bays: Vec<Bay>,
}

/// A bay of a design.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Bay {
    /// Fixed inner width; 0 = shares the rest with the other free bays.
    pub(crate) width_mm: i64,
    pub(crate) doors: i64,
    pub(crate) style: Style,
    pub(crate) drawers: i64,
    pub(crate) rail: i64,
    pub(crate) shelves: i64,
}

/// Limits of a family, in millimetres and counts.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Least and largest width of the furniture, in millimetres.
    pub width: [i64; 2],
    /// Least and largest height, in millimetres.
    pub height: [i64; 2],
    /// Least and largest depth, in millimetres.
    pub depth: [i64; 2],
    /// Most bays that can be built.
    pub bays: i64,
    /// Bases, at least one.
    pub bases: &'static [Base],
    /// Kinds of doors, at least one.
    pub fronts: &'static [Front],
    /// Whether it can have top boxes.
    pub has_upper: bool,
    /// Whether it can stand in a niche.
    pub has_niche: bool,
    /// Whether the top lies over the sides.
    pub has_cap: bool,
    /// Most hinged doors of a bay.
    pub doors: i64,
    /// Most drawers of a bay.
    pub drawers: i64,
    /// Most rails of a bay.
    pub rails: i64,
    /// Most shelves of a bay.
    pub shelves: i64,
    /// Longest shelf, in millimetres.
    pub span: i64,
    /// Least height between shelves, in millimetres.
    pub clear: i64,
}

impl Family {
    /// Returns the limits of new designs.
    pub const fn limits(self) -> &'static Limits {
        RulesVersion::NEWEST.numbers().limits(self)
    }
}

impl Design {
    /// Returns the version of the rules.
    pub const fn rules(&self) -> RulesVersion {
        self.rules
    }

    /// Returns the limits of its family under its rules.
    pub(crate) const fn limits(&self) -> &'static Limits {
        self.rules.numbers().limits(self.family)
    }

    /// Returns whether its rules are those of new designs.
    pub fn is_of_newest_rules(&self) -> bool {
        self.rules == RulesVersion::NEWEST
    }

    /// Returns the design under the rules of new designs, or itself if it is no well-formed one under these.
    #[must_use]
    pub fn under_newest_rules(&self) -> Self {
        let renewed = Self {
            rules: RulesVersion::NEWEST,
            ..self.clone()
        };
        Self::from_code(&renewed.code()).unwrap_or_else(|_| self.clone())
    }

    /// Returns the version of the price book, 1 to 16,383.
    pub const fn prices(&self) -> u16 {
        self.prices
    }

    /// Returns the design under another price book, whose version is 1 to 16,383.
    #[must_use]
    pub fn with_prices(mut self, version: u16) -> Self {
        self.prices = version.clamp(1, 16_383);
        self
    }

    /// Returns the family.
    pub const fn family(&self) -> Family {
        self.family
    }

    /// Returns whether the measures are those of the space between walls, floor and ceiling.
    pub const fn niche(&self) -> bool {
        self.niche
    }

    /// Returns width, height and depth as the customer typed them, in millimetres.
    pub const fn measures(&self) -> [i64; 3] {
        [self.width_mm, self.height_mm, self.depth_mm]
    }

    /// Returns the finish of the body.
    pub const fn body(&self) -> Finish {
        self.body
    }

    /// Returns the finish of the fronts.
    pub const fn fronts(&self) -> Finish {
        self.fronts
    }

    /// Returns the bays from left to right, 1 to 15.
    pub fn bays(&self) -> &[Bay] {
        &self.bays
    }

    /// Returns whether its doors slide.
    pub const fn is_sliding(&self) -> bool {
        matches!(self.front, Front::Sliding)
    }

    /// Returns the board of the body. Only a well-formed design has one for sure.
    pub(crate) fn body_board(&self) -> Board {
        self.body.body().unwrap_or(Board::Lam18)
    }

    /// Returns the canonical JSON: equal designs are equal bytes.
    pub fn to_json(&self) -> String {
        // Numbers, words and lists are always written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn refuses_designs_of_unknown_rules() {
        let design = Design::from_code("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja").unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&design.to_json()).unwrap();
        assert_eq!(Design::from_json(&json).unwrap(), design);
        for rules in [0, 4, 255, 256, -1] {
            json["rules"] = json!(rules);
            let errors = Design::from_json(&json).unwrap_err();
            assert_eq!(errors.len(), 1);
            assert!(errors[0].field.ends_with("rules"), "{}", errors[0].field);
        }
    }
}
