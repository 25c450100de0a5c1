//! A design: what a customer chose.

use serde::Serialize;

use crate::{
    board::{Board, Finish},
    choice::{Base, Family, Front, Handle, Metal, Style},
    numbers::Limits,
    version::RulesVersion,
};

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
