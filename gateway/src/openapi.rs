//! The REST contract as an OpenAPI 3.1 document, generated from the handlers.

#[cfg(test)]
mod api_md;
mod error_responses;

use std::collections::BTreeMap;

use serde_json::Value;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self, Ref, RefOr,
        path::Operation,
        schema::{ArrayItems, Schema},
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};

use crate::envelope::{DeskErrorEnvelope, ErrorEnvelope};
pub(crate) use error_responses::ErrorResponse;

/// The document without its paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Storefront",
        description = "Prices are numbers in AZN, discounts are whole percents. A base text such as `name` is in \
                       the default language; `nameAz`, `nameRu` and `nameEn` are its translations. An unsafe \
                       request with a session must repeat the XSRF-TOKEN cookie in the X-XSRF-TOKEN \
                       header."
    ),
    servers((url = "/", description = "Server of this document")),
    components(schemas(ErrorEnvelope, DeskErrorEnvelope)),
    tags(
        (name = "auth", description = "Accounts and sessions"),
        (name = "products", description = "Products of the catalog"),
        (name = "carts", description = "The customer's cart"),
        (name = "orders", description = "Checkout"),
        (name = "account", description = "Customer account, addresses, orders and wishlist"),
        (name = "inquiries", description = "Quote, contact and brochure requests"),
        (name = "designs", description = "Pieces that a customer designs by the rule book"),
        (name = "offers", description = "Offers that a customer opens by a link"),
        (name = "conversations", description = "Messages between a customer, whom a link identifies, and the staff"),
        (name = "content", description = "Campaigns, banner texts, projects and stores"),
        (name = "desk", description = "The desk of the staff"),
    ),
    modifiers(&Security)
)]
pub(crate) struct Base;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        components.add_security_scheme(
            "session",
            SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("__Host-sid"))),
        );
        components.add_security_scheme(
            "desk",
            SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("__Host-desk-session"))),
        );
        components.add_security_scheme(
            "xsrf",
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new("X-XSRF-TOKEN"))),
        );
    }
}

/// Iterates over all operations with their methods, in lower case.
fn operations(document: &mut openapi::OpenApi) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    document.paths.paths.values_mut().flat_map(|item| {
        [
            ("get", &mut item.get),
            ("post", &mut item.post),
            ("put", &mut item.put),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ]
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
    })
}

/// Adds the error responses that the shape of each operation implies, and replaces copies of named schemas by references.
pub(crate) fn complete(mut document: openapi::OpenApi) -> openapi::OpenApi {
    error_responses::add(&mut document);
    if let Some(components) = &mut document.components {
        let named = components.schemas.clone();
        for schema in components.schemas.values_mut() {
            refer_inside(schema, &named);
        }
    }
    document
}

/// Replaces the copies of named schemas inside a schema by references: utoipa copies the argument of a generic type.
fn refer_inside(schema: &mut RefOr<Schema>, named: &BTreeMap<String, RefOr<Schema>>) {
    let inner: Vec<_> = match schema {
        RefOr::T(Schema::Object(object)) => object.properties.values_mut().collect(),
        RefOr::T(Schema::Array(array)) => match &mut array.items {
            ArrayItems::RefOrSchema(items) => vec![&mut **items],
            ArrayItems::False => Vec::new(),
        },
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().collect(),
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().collect(),
        _ => Vec::new(),
    };
    for schema in inner {
        match named.iter().find(|(_, known)| *known == schema) {
            Some((name, RefOr::T(_))) => *schema = RefOr::Ref(Ref::from_schema_name(name)),
            _ => refer_inside(schema, named),
        }
    }
}

/// Extends an example with more fields.
pub(crate) fn extend(mut example: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut example, more) {
        fields.extend(more);
    }
    example
}

/// Serializes the document as `openapi.json` holds it.
pub(crate) fn write(document: &openapi::OpenApi) -> Result<String, serde_json::Error> {
    document.to_pretty_json().map(|json| json + "\n")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use serde_json::{Value, json};

    use super::api_md;
    use crate::routes;

    fn document() -> Value {
        serde_json::to_value(routes::document()).unwrap()
    }

    /// Returns the media type of the responses of an operation.
    fn media_type(place: &str, operation: &Value) -> &'static str {
        if operation["operationId"] == "open_stream" {
            "text/event-stream"
        } else if place.split('.').next_back() == Some("csv") {
            "text/csv"
        } else if [
            "get_media_content",
            "get_quote_photo",
            "view_photo",
            "view_offer_file",
            "get_workshop_parts",
        ]
        .contains(&operation["operationId"].as_str().unwrap_or_default())
        {
            "application/octet-stream"
        } else {
            "application/json"
        }
    }

    /// Calls the function with each operation and its method and path.
    fn for_each_operation(document: &Value, mut check: impl FnMut(&str, &Value)) {
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                check(&format!("{method} {path}"), operation);
            }
        }
    }

    /// Compares a generated file with its content, after writing it if `UPDATE_OPENAPI` is set.
    fn assert_up_to_date(path: &str, content: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        #[expect(clippy::disallowed_methods, reason = "an option of the test, not a setting")]
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            fs::write(&path, content).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap() == content,
            "{} is out of date, to renew it: UPDATE_OPENAPI=1 cargo test -p gateway openapi",
            path.display()
        );
    }

    #[test]
    fn openapi_json_is_up_to_date() {
        assert_up_to_date("openapi.json", &super::write(&routes::document()).unwrap());
    }

    #[test]
    fn api_md_is_up_to_date() {
        assert_up_to_date("../docs/api.md", &api_md::render(&document()));
    }

    #[test]
    fn every_operation_has_a_unique_id_a_tag_a_success_schema_and_a_503() {
        let mut ids = BTreeSet::new();
        for_each_operation(&document(), |place, operation| {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            assert!(ids.insert(id), "{place}");
            assert!(operation["tags"][0].is_string(), "{place}");
            let content = &operation["responses"]["200"]["content"];
            let media_type = media_type(place, operation);
            assert!(content[media_type]["schema"].is_object(), "{place}");
            let unavailable = &operation["responses"]["503"]["$ref"];
            let has_desk_errors = ["desk", "offers", "conversations"].map(|tag| operation["tags"][0] == tag);
            let prefix = if has_desk_errors.contains(&true) {
                "Desk"
            } else {
                ""
            };
            let expected = format!("#/components/responses/{prefix}Unavailable");
            assert_eq!(unavailable, &expected, "{place}");
        });
        assert!(ids.len() > 30);
    }

    #[test]
    fn every_operation_has_examples_that_match_their_schemas() {
        let document = document();
        let mut errors = Vec::new();
        for_each_operation(&document, |place, operation| {
            if matches!(
                media_type(place, operation),
                "text/event-stream" | "application/octet-stream"
            ) {
                return;
            }
            let media_type = media_type(place, operation);
            let response = &operation["responses"]["200"]["content"][media_type];
            let request = operation.pointer("/requestBody/content/application~1json");
            for content in [Some(response), request].into_iter().flatten() {
                match content.get("example") {
                    Some(example) => {
                        errors.extend(mismatches(example, &content["schema"], &document, place));
                    }
                    None => errors.push(format!("{place} has no example")),
                }
            }
        });
        assert_eq!(errors, Vec::<String>::new());
    }

    #[test]
    fn every_reference_of_a_parameter_resolves() {
        let document = document();
        for_each_operation(&document, |place, operation| {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                if let Some(reference) = parameter["schema"]["$ref"].as_str() {
                    let schema = document.pointer(reference.trim_start_matches('#'));
                    assert!(schema.is_some(), "{place}: {reference}");
                }
            }
        });
    }

    /// Returns where a value differs from its schema: wrong types, missing required and unknown properties.
    fn mismatches(value: &Value, schema: &Value, document: &Value, place: &str) -> Vec<String> {
        let schema = match schema["$ref"].as_str() {
            Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
            None => schema,
        };
        if let Some(choices) = schema["oneOf"].as_array() {
            let matches = |choice| mismatches(value, choice, document, place).is_empty();
            return if choices.iter().any(matches) {
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
        let has_type = types.is_empty()
            || types.contains(&json!(kind))
            || (kind == "integer" && types.contains(&json!("number")));
        if !has_type {
            return vec![format!("{place}: {value} is no {types:?}")];
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            return vec![format!("{place}: {value} is none of {allowed:?}")];
        }
        let mut found = Vec::new();
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            let place = format!("{place}[{index}]");
            found.extend(mismatches(item, &schema["items"], document, &place));
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
                        found.extend(mismatches(inner, schema, document, &format!("{place}.{name}")));
                    }
                    None => found.push(format!("{place}: {name} is unknown")),
                }
            }
        }
        found
    }
}
