//! The first difference of two JSON values.

use std::{collections::BTreeSet, fmt};

use serde_json::Value;

/// Most characters of a value that are shown.
const SHOWN: usize = 200;

/// A place at which two JSON values differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Path, such as `parts[3][1]`; empty for the whole.
    pub path: String,
    /// The value of the one; `None` where it has none.
    pub one: Option<Value>,
    /// The value of the other; `None` where it has none.
    pub other: Option<Value>,
}

impl Difference {
    /// Returns the first place at which two values differ, by the order of lists and the names of members.
    pub fn first(one: &Value, other: &Value) -> Option<Self> {
        find("", Some(one), Some(other))
    }

    /// Formats both values, each after its name.
    pub fn describe(&self, one: &str, other: &str) -> String {
        let (left, right) = (Shown(self.one.as_ref()), Shown(self.other.as_ref()));
        format!("{}: {one} {left}, {other} {right}", self.path)
    }
}

/// A value, cut to a length that a person reads.
struct Shown<'value>(Option<&'value Value>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(value) = self.0 else {
            return formatter.write_str("has none");
        };
        let text = value.to_string();
        let shown: String = text.chars().take(SHOWN).collect();
        let rest = if shown.len() < text.len() { "…" } else { "" };
        write!(formatter, "{shown}{rest}")
    }
}

fn find(path: &str, one: Option<&Value>, other: Option<&Value>) -> Option<Difference> {
    match (one, other) {
        (Some(Value::Array(left)), Some(Value::Array(right))) => {
            let mut indexes = 0..left.len().max(right.len());
            indexes.find_map(|index| find(&format!("{path}[{index}]"), left.get(index), right.get(index)))
        }
        (Some(Value::Object(left)), Some(Value::Object(right))) => {
            let names: BTreeSet<_> = left.keys().chain(right.keys()).collect();
            let dot = if path.is_empty() { "" } else { "." };
            let mut names = names.into_iter();
            names.find_map(|name| find(&format!("{path}{dot}{name}"), left.get(name), right.get(name)))
        }
        _ if one == other => None,
        _ => Some(Difference {
            path: path.to_owned(),
            one: one.cloned(),
            other: other.cloned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn first(one: &Value, other: &Value) -> Option<String> {
        Difference::first(one, other).map(|difference| difference.describe("Rust", "TypeScript"))
    }

    #[test]
    fn names_the_first_value_that_differs() {
        let one = json!({"code": "a", "parts": [["side", 1], ["top", 2]], "price": null});
        assert_eq!(first(&one, &one), None);
        let mut other = one.clone();
        other["parts"][1][1] = json!(3);
        other["price"] = json!(1);
        assert_eq!(first(&one, &other).unwrap(), "parts[1][1]: Rust 2, TypeScript 3");
    }

    #[test]
    fn names_what_only_one_has() {
        let text = "parts[1]: Rust has none, TypeScript 2";
        assert_eq!(
            first(&json!({"parts": [1]}), &json!({"parts": [1, 2]})).unwrap(),
            text
        );
        assert_eq!(
            first(&json!({"a": 1}), &json!({})).unwrap(),
            "a: Rust 1, TypeScript has none"
        );
        assert_eq!(first(&json!([]), &json!({})).unwrap(), ": Rust [], TypeScript {}");
    }

    #[test]
    fn shows_the_beginning_of_long_values() {
        let text = first(&json!("a".repeat(500)), &json!(1)).unwrap();
        assert!(text.contains("aaa…") && text.len() < 300, "{text}");
    }
}
