//! Checks of a design, with the ways out of what stands against building it.

mod bays;
mod doors;
mod outline;
mod slides;

use serde::Serialize;

use crate::{
    design::Design,
    frame::{BayFrame, Frame, LONGEST, Layout},
};

/// A rule that a design breaks, or a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Key, such as `shelf.span`.
    pub key: &'static str,
    /// Whether it forbids the piece.
    pub level: Level,
    /// Bay, counted from 0; `None` = the whole piece.
    pub at: Option<u32>,
    /// Value found, in millimetres or grams, as the customer typed it.
    pub value: Option<i64>,
    /// Value allowed, in the same unit.
    pub limit: Option<i64>,
    /// Ways out, the nearest first.
    pub fixes: Vec<Vec<Step>>,
}

/// Weight of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The piece cannot be built.
    Error,
    /// Something to know.
    Note,
}

impl Level {
    /// Returns the word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Note => "note",
        }
    }
}

/// A step of a way out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Step {
    /// Sets a field.
    Set {
        /// Path, such as `bays[2].shelves`.
        path: String,
        /// The new value.
        value: Value,
    },
    /// Replaces a bay by two free ones like it.
    Split {
        /// Bay, counted from 0.
        at: usize,
    },
    /// Removes a bay.
    Remove {
        /// Bay, counted from 0.
        at: usize,
    },
}

/// Value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A word.
    Word(&'static str),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

/// Sets a field of the design.
fn set(field: &str, value: impl Into<Value>) -> Step {
    Step::Set {
        path: field.to_owned(),
        value: value.into(),
    }
}

/// Sets a field of a bay.
fn set_bay(bay: usize, field: &str, value: impl Into<Value>) -> Step {
    set(&format!("bays[{bay}].{field}"), value)
}

/// Returns an error of the whole piece.
fn error(key: &'static str, value: i64, limit: i64, fixes: Vec<Vec<Step>>) -> Check {
    Check {
        key,
        level: Level::Error,
        at: None,
        value: Some(value),
        limit: Some(limit),
        fixes,
    }
}

/// Returns an error without figures.
fn bare(key: &'static str, fixes: Vec<Vec<Step>>) -> Check {
    Check {
        value: None,
        limit: None,
        ..error(key, 0, 0, fixes)
    }
}

impl Check {
    fn in_bay(mut self, bay: usize) -> Self {
        self.at = u32::try_from(bay).ok();
        self
    }
}

/// A design with its lengths, where its bays fit.
struct Context<'design> {
    design: &'design Design,
    frame: &'design Frame,
    layout: &'design Layout,
    /// Number of bays that share the rest.
    free: i64,
}

impl Context<'_> {
    /// Returns the steps that make a bay narrower.
    fn narrower(&self, bay: usize, width: i64, limit: i64) -> Vec<Step> {
        let is_free = self.design.bays.get(bay).is_some_and(|bay| bay.width_mm == 0);
        if !is_free {
            return vec![set_bay(bay, "widthMm", limit)];
        }
        if crate::number::int(self.design.bays.len()) < self.frame.limits.bays {
            return vec![Step::Split { at: bay }];
        }
        vec![set("widthMm", self.design.width_mm - (width - limit) * self.free)]
    }

    /// Returns the way from sliding to hinged doors: two doors for each bay that is too wide for one.
    fn hinged(&self) -> Vec<Step> {
        let doors = |bay: &BayFrame| if bay.width > 560 { 2 } else { 1 };
        let bays = self.layout.bays.iter().enumerate();
        let bays = bays.map(|(index, bay)| set_bay(index, "doors", doors(bay)));
        [set("front", "hinged"), set("slides", 0)]
            .into_iter()
            .chain(bays)
            .collect()
    }
}

/// Returns what stands against building a design, or, where nothing does, what to know. Only notes leave it possible.
pub fn check(design: &Design) -> Vec<Check> {
    let frame = Frame::of(design);
    let found = outline::check(design, &frame);
    if !found.is_empty() {
        return found;
    }
    let Some(layout) = &frame.layout else {
        return vec![outline::no_room(design)];
    };
    let free = design.bays.iter().filter(|bay| bay.width_mm == 0).count();
    let context = Context {
        design,
        frame: &frame,
        layout,
        free: crate::number::int(free),
    };
    let found = bays::check_widths(&context);
    if !found.is_empty() {
        return found;
    }
    let longest = layout.carcasses.first().map_or(0, |carcass| carcass.inner);
    if longest > LONGEST {
        return vec![slides::too_long(&context, longest)];
    }
    let mut found = Vec::new();
    if frame.is_sliding {
        found = slides::check(&context);
        if !found.is_empty() {
            return found;
        }
        found = slides::check_doors(&context);
    }
    for (index, (bay, lengths)) in design.bays.iter().zip(&layout.bays).enumerate() {
        found.extend(bays::check(&context, index, bay, lengths));
    }
    if frame.is_sliding && found.is_empty() {
        found = slides::check_drawers(&context);
    }
    if found.is_empty() {
        found = outline::notes(&context);
    }
    found
}
