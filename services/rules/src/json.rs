//! Designs from JSON, with errors by field.

use serde_json::Value;

use crate::{
    board::Finish,
    design::{Base, Bay, Design, Family, Front, Handle, Metal, Style},
};

/// Maximum number of bays that are read.
const MAX_BAYS: usize = 15;

/// Error of a field of a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Path, such as `design.bays[2].shelves`.
    pub field: String,
    /// `FIELD.REQUIRED`, `FIELD.INVALID` or `FIELD.OUT_OF_RANGE`.
    pub key: &'static str,
}

/// Reads the members of an object and collects errors.
struct Fields<'value> {
    path: String,
    value: &'value Value,
}

impl<'value> Fields<'value> {
    fn member<T>(
        &self,
        errors: &mut Vec<FieldError>,
        name: &str,
        read: impl FnOnce(&'value Value) -> Result<T, &'static str>,
    ) -> Option<T> {
        let result = match self.value.get(name) {
            None | Some(Value::Null) => Err("FIELD.REQUIRED"),
            Some(value) => read(value),
        };
        result
            .map_err(|key| {
                errors.push(FieldError {
                    field: format!("{}.{name}", self.path),
                    key,
                });
            })
            .ok()
    }

    fn word<T>(
        &self,
        errors: &mut Vec<FieldError>,
        name: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        self.member(errors, name, |value| {
            value.as_str().and_then(parse).ok_or("FIELD.INVALID")
        })
    }

    fn number<T: TryFrom<i64>>(&self, errors: &mut Vec<FieldError>, name: &str) -> Option<T> {
        self.member(errors, name, |value| {
            let number = value.as_i64().ok_or("FIELD.INVALID")?;
            T::try_from(number).map_err(|_| "FIELD.OUT_OF_RANGE")
        })
    }
}

impl Design {
    /// Reads the JSON of a design.
    ///
    /// # Errors
    ///
    /// Fails with all fields that are missing, of another type or outside the table of a design.
    pub fn from_json(value: &Value) -> Result<Self, Vec<FieldError>> {
        if !value.is_object() {
            return Err(vec![FieldError {
                field: "design".to_owned(),
                key: "FIELD.INVALID",
            }]);
        }
        let mut errors = Vec::new();
        let read = read(&mut errors, value);
        let Some(design) = read.filter(|_| errors.is_empty()) else {
            return Err(errors);
        };
        let malformed = design.malformed();
        if malformed.is_empty() {
            return Ok(design);
        }
        let out_of_range = |name| FieldError {
            field: format!("design.{name}"),
            key: "FIELD.OUT_OF_RANGE",
        };
        Err(malformed.into_iter().map(out_of_range).collect())
    }
}

fn read(errors: &mut Vec<FieldError>, value: &Value) -> Option<Design> {
    let fields = Fields {
        path: "design".to_owned(),
        value,
    };
    let rules = fields.number(errors, "rules");
    let prices = fields.number(errors, "prices");
    let family = fields.word(errors, "family", Family::parse);
    let niche = fields.member(errors, "niche", |value| value.as_bool().ok_or("FIELD.INVALID"));
    let width_mm = fields.number(errors, "widthMm");
    let height_mm = fields.number(errors, "heightMm");
    let depth_mm = fields.number(errors, "depthMm");
    let base = fields.word(errors, "base", Base::parse);
    let upper_mm = fields.number(errors, "upperMm");
    let front = fields.word(errors, "front", Front::parse);
    let slides = fields.number(errors, "slides");
    let body = fields.word(errors, "body", Finish::parse);
    let fronts = fields.word(errors, "fronts", Finish::parse);
    let handle = fields.word(errors, "handle", Handle::parse);
    let metal = fields.word(errors, "metal", Metal::parse);
    let bays = fields.member(errors, "bays", |value| value.as_array().ok_or("FIELD.INVALID"));
    let bays: Vec<_> = bays
        .into_iter()
        .flatten()
        .take(MAX_BAYS + 1)
        .enumerate()
        .map(|(index, value)| bay(errors, index, value))
        .collect();
    Some(Design {
        rules: rules?,
        prices: prices?,
        family: family?,
        niche: niche?,
        width_mm: width_mm?,
        height_mm: height_mm?,
        depth_mm: depth_mm?,
        base: base?,
        upper_mm: upper_mm?,
        front: front?,
        slides: slides?,
        body: body?,
        fronts: fronts?,
        handle: handle?,
        metal: metal?,
        bays: bays.into_iter().collect::<Option<_>>()?,
    })
}

fn bay(errors: &mut Vec<FieldError>, index: usize, value: &Value) -> Option<Bay> {
    let fields = Fields {
        path: format!("design.bays[{index}]"),
        value,
    };
    let width_mm = fields.number(errors, "widthMm");
    let doors = fields.number(errors, "doors");
    let style = fields.word(errors, "style", Style::parse);
    let drawers = fields.number(errors, "drawers");
    let rail = fields.number(errors, "rail");
    let shelves = fields.number(errors, "shelves");
    Some(Bay {
        width_mm: width_mm?,
        doors: doors?,
        style: style?,
        drawers: drawers?,
        rail: rail?,
        shelves: shelves?,
    })
}
