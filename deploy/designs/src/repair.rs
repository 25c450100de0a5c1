//! Ways out of what stands against building a design.

use rules::{Check, Design, FieldError, Level, Step};
use serde_json::{Value, json};

/// Most ways out that are followed; the longest known chain has 36.
const MOST_STEPS: usize = 80;

/// A design that can be built, and how many ways out led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// The design.
    pub design: Design,
    /// Number of ways out that were followed.
    pub steps: usize,
}

/// Reason that the first ways out do not lead to a design that can be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unrepaired {
    /// A check has no way out.
    #[error("{0} has no way out")]
    NoWayOut(&'static str),
    /// A way out breaks the table of a design.
    #[error("the way out of {0} breaks {1}")]
    Malformed(&'static str, String),
    /// The ways out lead in a circle.
    #[error("{0} ways out lead to no design that can be built", MOST_STEPS)]
    Endless,
}

/// Returns the design after all steps of a way out.
///
/// # Errors
///
/// Fails with the fields that are outside the table of a design afterwards.
pub fn apply(design: &Design, way_out: &[Step]) -> Result<Design, Vec<FieldError>> {
    let mut json = serde_json::to_value(design).unwrap_or_default();
    for step in way_out {
        take(&mut json, step);
    }
    Design::from_json(&json)
}

fn take(design: &mut Value, step: &Step) {
    let bays = |design: &'_ mut Value| -> Vec<Value> {
        let bays = design.get_mut("bays").and_then(Value::as_array_mut);
        bays.map(std::mem::take).unwrap_or_default()
    };
    match step {
        Step::Set { path, value } => {
            if let Some(field) = design.pointer_mut(&pointer(path)) {
                *field = json!(value);
            }
        }
        Step::Split { at } => {
            let mut list = bays(design);
            if let Some(bay) = list.get_mut(*at) {
                if let Some(width) = bay.get_mut("widthMm") {
                    *width = json!(0);
                }
                let second = bay.clone();
                list.insert(*at, second);
            }
            put(design, list);
        }
        Step::Remove { at } => {
            let list = bays(design).into_iter().enumerate();
            let kept = list.filter(|(index, _)| index != at).map(|(_, bay)| bay);
            let kept = kept.collect();
            put(design, kept);
        }
    }
}

fn put(design: &mut Value, bays: Vec<Value>) {
    if let Some(field) = design.get_mut("bays") {
        *field = Value::Array(bays);
    }
}

/// Returns the JSON pointer of a path such as `bays[2].shelves`.
fn pointer(path: &str) -> String {
    format!("/{}", path.replace(['[', '.'], "/").replace(']', ""))
}

/// Follows the first way out of the first error until the design can be built.
///
/// # Errors
///
/// Fails if an error has no way out, a way out leads to no well-formed design, or they do not end.
pub fn repair(design: &Design) -> Result<Repaired, Unrepaired> {
    let mut now = design.clone();
    for steps in 0..MOST_STEPS {
        let checks = rules::check(&now);
        let Some(error) = checks.iter().find(|check| check.level == Level::Error) else {
            return Ok(Repaired { design: now, steps });
        };
        now = follow(&now, error)?;
    }
    Err(Unrepaired::Endless)
}

fn follow(design: &Design, error: &Check) -> Result<Design, Unrepaired> {
    let way_out = error.fixes.first().ok_or(Unrepaired::NoWayOut(error.key))?;
    apply(design, way_out).map_err(|errors| {
        let fields: Vec<_> = errors.into_iter().map(|error| error.field).collect();
        Unrepaired::Malformed(error.key, fields.join(", "))
    })
}
