//! The refusals of each call, with what they look like.

use std::collections::BTreeSet;

use kit::{
    domain::Language,
    failure::{Code, Failure},
};
use serde_json::{Value, json};
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, ObjectBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, Type,
    path::{Operation, ParameterIn},
};

use super::operations;
use crate::messages;

/// A status with its name among the components, and what it means.
struct Refusal {
    status: u16,
    name: &'static str,
    about: &'static str,
    /// The key of its text, and the field at fault.
    example: (&'static str, Option<(&'static str, &'static str)>),
}

const REFUSALS: [Refusal; 10] = [
    Refusal {
        status: 400,
        name: "Invalid",
        about: "Malformed, or a value breaks a rule; `errors` names the fields",
        example: ("ERROR.INVALID", Some(("email", "FIELD.INVALID"))),
    },
    Refusal {
        status: 401,
        name: "SignIn",
        about: "There is no live session",
        example: ("ERROR.SIGN_IN", None),
    },
    Refusal {
        status: 403,
        name: "Forbidden",
        about: "Not allowed, from another site, or without the right X-XSRF-TOKEN",
        example: ("ERROR.CSRF", None),
    },
    Refusal {
        status: 404,
        name: "NotFound",
        about: "Not there, or not yours",
        example: ("ERROR.NOT_FOUND", None),
    },
    Refusal {
        status: 409,
        name: "Conflict",
        about: "What there is does not allow it",
        example: ("ERROR.CONFLICT", None),
    },
    Refusal {
        status: 413,
        name: "TooLarge",
        about: "The body is longer than 64 KiB",
        example: ("ERROR.TOO_LARGE", None),
    },
    Refusal {
        status: 415,
        name: "NotJson",
        about: "The body says to be something else than JSON",
        example: ("ERROR.NOT_JSON", None),
    },
    Refusal {
        status: 422,
        name: "KeyReused",
        about: "The Idempotency-Key came with another body before",
        example: ("ERROR.KEY_REUSED", None),
    },
    Refusal {
        status: 429,
        name: "TooMany",
        about: "Too many tries; `Retry-After` says when the next makes sense",
        example: ("ERROR.TOO_MANY", None),
    },
    Refusal {
        status: 503,
        name: "Unavailable",
        about: "Not now; `Retry-After` says when a new try makes sense",
        example: ("ERROR.UNAVAILABLE", None),
    },
];

/// What the shape of a call does not say: stock and states in its way, and limits.
const MORE: &[(&str, &[u16])] = &[
    ("sign_in", &[401, 429]),
    ("register", &[429]),
    ("forgot_password", &[429]),
    ("reset_password", &[429]),
    ("update_details", &[429]),
    ("create_address", &[409]),
    ("add_wish", &[409]),
    ("list_products", &[404]),
    ("add_cart_item", &[404, 409]),
    ("set_cart_item_quantity", &[409]),
    ("cancel_order", &[409]),
    ("create_order", &[409, 422]),
    ("update_campaign", &[409]),
    ("request_quote", &[404, 422, 429]),
    ("request_catalogue", &[422, 429]),
    ("send_contact_message", &[422, 429]),
];

/// Gives every operation its refusals.
pub(super) fn describe(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    for refusal in &REFUSALS {
        components
            .responses
            .insert(refusal.name.to_owned(), RefOr::T(response(refusal)));
    }
    for (method, operation) in operations(document) {
        let statuses = statuses(method, operation);
        for refusal in REFUSALS
            .iter()
            .filter(|refusal| statuses.contains(&refusal.status))
        {
            operation.responses.responses.insert(
                refusal.status.to_string(),
                RefOr::Ref(Ref::from_response_name(refusal.name)),
            );
        }
    }
}

fn response(refusal: &Refusal) -> Response {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorEnvelope")))
        .example(Some(example(refusal)))
        .build();
    let response = ResponseBuilder::new()
        .description(refusal.about)
        .content("application/json", content);
    if !matches!(refusal.status, 429 | 503) {
        return response.build();
    }
    let seconds = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(1))
        .build();
    let header = HeaderBuilder::new()
        .schema(Some(seconds))
        .description(Some("Seconds"))
        .build();
    response.header("Retry-After", header).build()
}

fn example(refusal: &Refusal) -> Value {
    let (key, field) = refusal.example;
    let message = messages::of_failure(&Failure::with_reason(Code::Internal, key), Language::En);
    let mut example = json!({"success": false, "data": null, "message": message});
    if let (Some((name, problem)), Some(object)) = (field, example.as_object_mut()) {
        object.insert("errors".to_owned(), json!({name: problem}));
    }
    example
}

/// What a call of this shape may answer beside its success.
fn statuses(method: &str, operation: &Operation) -> BTreeSet<u16> {
    // Any call may come at a bad time, and any query or header may be unreadable.
    let mut statuses = BTreeSet::from([503]);
    let parameters = operation.parameters.as_deref().unwrap_or_default();
    for parameter in parameters {
        match parameter {
            RefOr::T(parameter) if matches!(parameter.parameter_in, ParameterIn::Path) => {
                statuses.insert(404)
            }
            _ => statuses.insert(400),
        };
    }
    if operation.request_body.is_some() {
        statuses.extend([400, 413, 415]);
    }
    if method != "get" {
        statuses.insert(403);
    }
    let security = operation.security.as_deref().unwrap_or_default();
    let is_optional = security
        .iter()
        .any(|requirement| serde_json::to_value(requirement).is_ok_and(|value| value == json!({})));
    if !security.is_empty() && !is_optional {
        statuses.insert(401);
    }
    let name = operation.operation_id.as_deref().unwrap_or_default();
    for (_, more) in MORE.iter().filter(|(known, _)| *known == name) {
        statuses.extend(*more);
    }
    statuses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_that_is_named_here_is_there() {
        let mut document = crate::routes::document();
        let names: BTreeSet<_> = operations(&mut document)
            .filter_map(|(_, operation)| operation.operation_id.clone())
            .collect();
        for (name, _) in MORE {
            assert!(names.contains(*name), "{name}");
        }
    }

    #[test]
    fn every_refusal_has_a_text_of_its_own() {
        for refusal in &REFUSALS {
            let text = example(refusal)["message"].as_str().unwrap().to_owned();
            assert!(!text.is_empty(), "{}", refusal.name);
            let internal = messages::of_failure(&Failure::new(Code::Internal), Language::En);
            assert_ne!(text, internal, "{}", refusal.name);
        }
    }
}
