//! Designs from JSON, with errors by field.

use serde_json::Value;

use crate::{
    board::Finish,
    choice::{Base, Family, Front, Handle, Metal, Style},
    design::Design,
    draft::{BayDraft, Draft},
    version::RulesVersion,
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
        let draft = read(&mut errors, value);
        let out_of_range = |name| FieldError {
            field: format!("design.{name}"),
            key: "FIELD.OUT_OF_RANGE",
        };
        errors.extend(draft.malformed().into_iter().map(out_of_range));
        // A field that could not be read has an error.
        draft.design().filter(|_| errors.is_empty()).ok_or(errors)
    }
}

fn read(errors: &mut Vec<FieldError>, value: &Value) -> Draft {
    let fields = Fields {
        path: "design".to_owned(),
        value,
    };
    let rules = fields.member(errors, "rules", |value| {
        let number = value.as_i64().ok_or("FIELD.INVALID")?;
        let version = u8::try_from(number).ok().and_then(RulesVersion::of_number);
        version.ok_or("FIELD.OUT_OF_RANGE")
    });
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
    let bays = bays.map(|bays| {
        let read = bays.iter().take(MAX_BAYS + 1).enumerate();
        read.map(|(index, value)| bay(errors, index, value)).collect()
    });
    Draft {
        rules,
        prices,
        family,
        niche,
        width_mm,
        height_mm,
        depth_mm,
        base,
        upper_mm,
        front,
        slides,
        body,
        fronts,
        handle,
        metal,
        bays,
    }
}

fn bay(errors: &mut Vec<FieldError>, index: usize, value: &Value) -> BayDraft {
    let fields = Fields {
        path: format!("design.bays[{index}]"),
        value,
    };
    BayDraft {
        width_mm: fields.number(errors, "widthMm"),
        doors: fields.number(errors, "doors"),
        style: fields.word(errors, "style", Style::parse),
        drawers: fields.number(errors, "drawers"),
        rail: fields.number(errors, "rail"),
        shelves: fields.number(errors, "shelves"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the errors of a design with values at JSON pointers.
    fn errors(changes: &[(&str, Value)]) -> Vec<(String, &'static str)> {
        let design = Design::from_code("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja").unwrap();
        let mut json = json!(design);
        for (path, value) in changes {
            *json.pointer_mut(path).unwrap() = value.clone();
        }
        let errors = Design::from_json(&json).unwrap_err().into_iter();
        errors.map(|error| (error.field, error.key)).collect()
    }

    #[test]
    fn names_unreadable_fields_and_those_out_of_range_together() {
        let found = errors(&[
            ("/widthMm", json!(9_000)),
            ("/base", json!("wheels")),
            ("/bays/1/shelves", json!(null)),
            ("/bays/2/drawers", json!(7)),
            ("/bays/3/style", json!("lattice")),
            ("/bays/3/doors", json!(0)),
        ]);
        let expected = [
            ("design.base", "FIELD.INVALID"),
            ("design.bays[1].shelves", "FIELD.REQUIRED"),
            ("design.widthMm", "FIELD.OUT_OF_RANGE"),
            ("design.bays[2].drawers", "FIELD.OUT_OF_RANGE"),
            ("design.bays[3].style", "FIELD.OUT_OF_RANGE"),
        ];
        assert_eq!(found, expected.map(|(field, key)| (field.to_owned(), key)));
    }

    #[test]
    fn tells_nothing_of_ranges_that_depend_on_an_unreadable_field() {
        let found = errors(&[
            ("/family", json!("bed")),
            ("/front", json!(1)),
            ("/handle", json!(true)),
            ("/metal", json!("brass")),
            ("/slides", json!(3)),
            ("/upperMm", json!(1_500)),
            ("/bays/0/doors", json!(3)),
            ("/bays/0/shelves", json!(10)),
        ]);
        let fields: Vec<_> = found.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["design.family", "design.front", "design.handle"]);
    }

    #[test]
    fn reads_one_bay_more_than_a_design_can_have() {
        let bay = json!({"widthMm": -1});
        let found = errors(&[("/bays", json!(vec![bay; 10_000]))]);
        assert_eq!(found.len(), 16 * 6 + 1);
    }
}
