//! An example of each call: what is sent, and what is answered.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::{Content, OpenApi, RefOr};

use super::operations;

static EXAMPLES: LazyLock<BTreeMap<String, Example>> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    request: Option<Value>,
    response: Value,
}

/// Gives every operation its example.
pub(super) fn show(document: &mut OpenApi) {
    for (_, operation) in operations(document) {
        let name = operation.operation_id.as_deref().unwrap_or_default();
        let Some(example) = EXAMPLES.get(name) else {
            continue;
        };
        if let Some(RefOr::T(success)) = operation.responses.responses.get_mut("200") {
            set(success.content.values_mut(), Some(&example.response));
        }
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            set(body.content.values_mut(), example.request.as_ref());
        }
    }
}

fn set<'a>(contents: impl Iterator<Item = &'a mut RefOr<Content>>, example: Option<&Value>) {
    for content in contents {
        if let RefOr::T(content) = content {
            content.example = example.cloned();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The schema behind a reference.
    fn resolved<'a>(schema: &'a Value, document: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(path) => document.pointer(path.trim_start_matches('#')).unwrap(),
            None => schema,
        }
    }

    /// Whether a value has the shape of a schema: its type, its required properties and no unknown one.
    fn problems(value: &Value, schema: &Value, document: &Value, place: &str) -> Vec<String> {
        let schema = resolved(schema, document);
        if let Some(choices) = schema["oneOf"].as_array() {
            let fits = choices
                .iter()
                .any(|choice| problems(value, choice, document, place).is_empty());
            return if fits {
                Vec::new()
            } else {
                vec![format!("{place}: {value}")]
            };
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let types = match &schema["type"] {
            Value::Array(types) => types.clone(),
            Value::Null => Vec::new(),
            one => vec![one.clone()],
        };
        let fits = types.is_empty()
            || types.contains(&json!(kind))
            || (kind == "integer" && types.contains(&json!("number")));
        if !fits {
            return vec![format!("{place}: {value} is no {types:?}")];
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            return vec![format!("{place}: {value} is none of {allowed:?}")];
        }
        let mut found = Vec::new();
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            found.extend(problems(
                item,
                &schema["items"],
                document,
                &format!("{place}[{index}]"),
            ));
        }
        if let (Some(object), Some(properties)) = (value.as_object(), schema["properties"].as_object()) {
            for name in schema["required"].as_array().into_iter().flatten() {
                if !object.contains_key(name.as_str().unwrap()) {
                    found.push(format!("{place}: {name} is missing"));
                }
            }
            for (name, inner) in object {
                match properties.get(name) {
                    Some(schema) => {
                        found.extend(problems(inner, schema, document, &format!("{place}.{name}")));
                    }
                    None => found.push(format!("{place}: {name} is unknown")),
                }
            }
        }
        found
    }

    #[test]
    fn every_call_has_an_example_of_its_shape() {
        let document = serde_json::to_value(crate::routes::document()).unwrap();
        let mut wrong = Vec::new();
        let mut count = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                count += 1;
                let place = format!("{method} {path}");
                let mut contents = vec![&operation["responses"]["200"]["content"]["application/json"]];
                if let Some(body) = operation.get("requestBody") {
                    contents.push(&body["content"]["application/json"]);
                }
                for content in contents {
                    match content.get("example") {
                        Some(example) => {
                            wrong.extend(problems(example, &content["schema"], &document, &place));
                        }
                        None => wrong.push(format!("{place} has no example")),
                    }
                }
            }
        }
        assert_eq!(wrong, Vec::<String>::new());
        assert_eq!(count, EXAMPLES.len(), "an example belongs to no call");
    }
}
