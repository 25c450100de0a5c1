//! A design: what a customer chose.

use serde::Serialize;

use crate::{
    board::{Board, Finish},
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
/// Only [`Design::from_code`] and [`Design::from_json`] make one, so that all fields are in the ranges of a code and its rules are
/// [`crate::VERSION`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Design {
    pub(crate) rules: u8,
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
#[derive(Debug)]
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

static WARDROBE: Limits = Limits {
    width: [400, 5_400],
    height: [1_200, 3_200],
    depth: [350, 800],
    bays: 10,
    bases: &[Base::Plinth, Base::Legs],
    fronts: &[Front::Hinged, Front::Sliding],
    has_upper: true,
    has_niche: true,
    has_cap: false,
    doors: 2,
    drawers: 6,
    rails: 2,
    shelves: 8,
    span: 900,
    clear: 150,
};

static SHELF: Limits = Limits {
    width: [300, 2_780],
    height: [300, 2_780],
    depth: [200, 500],
    bays: 8,
    bases: &[Base::Plinth, Base::Legs, Base::Wall],
    fronts: &[Front::Hinged],
    has_upper: false,
    has_niche: true,
    has_cap: false,
    doors: 0,
    drawers: 0,
    rails: 0,
    shelves: 10,
    span: 800,
    clear: 150,
};

static TV_BASE: Limits = Limits {
    width: [600, 2_780],
    height: [250, 900],
    depth: [300, 600],
    bays: 6,
    bases: &[Base::Plinth, Base::Legs, Base::Wall],
    fronts: &[Front::Hinged],
    has_upper: false,
    has_niche: false,
    has_cap: true,
    doors: 2,
    drawers: 4,
    rails: 0,
    shelves: 3,
    span: 900,
    clear: 100,
};

impl Family {
    /// Returns the limits.
    pub fn limits(self) -> &'static Limits {
        match self {
            Self::Wardrobe => &WARDROBE,
            Self::Shelf => &SHELF,
            Self::TvBase => &TV_BASE,
        }
    }
}

impl Base {
    /// Returns the height in millimetres.
    pub(crate) const fn height(self) -> i64 {
        match self {
            Self::Plinth => 80,
            Self::Legs => 120,
            Self::Wall => 0,
        }
    }
}

impl Design {
    /// Returns the version of the rules.
    pub const fn rules(&self) -> u8 {
        self.rules
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
    fn refuses_designs_of_other_rules() {
        let mut design = Design::from_code("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja").unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&design.to_json()).unwrap();
        assert_eq!(Design::from_json(&json).unwrap(), design);
        for rules in [0, 2, 255] {
            design.rules = rules;
            assert!(Design::from_code(&design.code()).is_err(), "{rules}");
            json["rules"] = json!(rules);
            let errors = Design::from_json(&json).unwrap_err();
            assert_eq!(errors.len(), 1);
            assert!(errors[0].field.ends_with("rules"), "{}", errors[0].field);
        }
    }
}
