//! Fields of JSON request bodies that name all field errors at once.

use kit::validation::{FieldErrors, INVALID, REQUIRED};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

/// The value of a field of a `#[request]`, which makes a missing field [`Input::Missing`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Input<T> {
    /// The field is missing.
    #[default]
    Missing,
    /// The field is null.
    Null,
    /// The value has another type.
    Invalid,
    /// The value.
    Value(T),
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Input<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::Null => Self::Null,
            value => T::deserialize(value).map_or(Self::Invalid, Self::Value),
        })
    }
}

/// An [`Input`] that the contract lets be null.
pub(crate) type Optional<T> = Input<T>;

impl<T> Input<T> {
    /// Returns the value; adds an error if it is missing, null or of another type.
    pub(crate) fn required(self, errors: &mut FieldErrors, field: impl Into<String>) -> Option<T> {
        match self {
            Self::Value(value) => return Some(value),
            Self::Missing | Self::Null => errors.push(field, REQUIRED),
            Self::Invalid => errors.push(field, INVALID),
        }
        None
    }

    /// Returns the value if it is neither missing nor null; adds an error if it is of another type.
    pub(crate) fn optional(self, errors: &mut FieldErrors, field: impl Into<String>) -> Option<T> {
        match self {
            Self::Value(value) => return Some(value),
            Self::Missing | Self::Null => {}
            Self::Invalid => errors.push(field, INVALID),
        }
        None
    }

    /// Returns the new value of a field that may be left out but not emptied; adds an error if it is null.
    pub(crate) fn changed(self, errors: &mut FieldErrors, field: impl Into<String>) -> Option<T> {
        match self {
            Self::Missing => None,
            other => other.required(errors, field),
        }
    }

    /// Parses the value, if there is one; adds an error if that fails.
    pub(crate) fn parse<U>(self, parse: impl FnOnce(T) -> Option<U>) -> Input<U> {
        match self {
            Self::Missing => Input::Missing,
            Self::Null => Input::Null,
            Self::Invalid => Input::Invalid,
            Self::Value(value) => parse(value).map_or(Input::Invalid, Input::Value),
        }
    }
}

impl<T: Default> Input<T> {
    /// Returns the new value of a field that may be left out or emptied: the default for null.
    pub(crate) fn emptied(self, errors: &mut FieldErrors, field: impl Into<String>) -> Option<T> {
        match self {
            Self::Null => Some(T::default()),
            other => other.optional(errors, field),
        }
    }
}

impl Input<String> {
    /// Returns the text; empty if it is missing or null. The service validates it.
    pub(crate) fn text(self, errors: &mut FieldErrors, field: impl Into<String>) -> String {
        self.optional(errors, field).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use kit::failure::Failure;

    use super::*;
    use crate::extract::json::parse;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Line {
        #[serde(default)]
        quantity: Input<u32>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Order {
        #[serde(default)]
        name: Input<String>,
        #[serde(default)]
        note: Input<String>,
        #[serde(default)]
        lines: Input<Vec<Line>>,
    }

    fn keys(errors: FieldErrors) -> Vec<(String, String)> {
        Failure::from(errors).fields
    }

    #[test]
    fn names_all_values_of_a_wrong_type_at_once() {
        let order: Order =
            parse(br#"{"name":7,"note":[],"lines":[{"quantity":1},{"quantity":"two"}],"other":1}"#).unwrap();
        let mut errors = FieldErrors::default();
        assert_eq!(order.name.required(&mut errors, "name"), None);
        assert_eq!(order.note.optional(&mut errors, "note"), None);
        let lines = order.lines.required(&mut errors, "lines").unwrap();
        for (index, line) in lines.into_iter().enumerate() {
            let _ = line
                .quantity
                .required(&mut errors, format!("lines[{index}].quantity"));
        }
        let invalid = |name: &str| (name.to_owned(), INVALID.to_owned());
        assert_eq!(
            keys(errors),
            [invalid("name"), invalid("note"), invalid("lines[1].quantity")]
        );
    }

    #[test]
    fn tells_a_missing_field_from_an_empty_one() {
        let order: Order = parse(br#"{"name":null,"note":null}"#).unwrap();
        let mut errors = FieldErrors::default();
        assert_eq!(order.lines.emptied(&mut errors, "lines"), None);
        assert_eq!(order.note.emptied(&mut errors, "note"), Some(String::new()));
        assert_eq!(order.name.changed(&mut errors, "name"), None);
        assert_eq!(keys(errors), [("name".to_owned(), REQUIRED.to_owned())]);
    }
}
