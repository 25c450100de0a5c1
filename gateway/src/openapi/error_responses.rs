//! Error responses as components, and the statuses that the shape of a call implies.

use std::collections::{BTreeMap, BTreeSet};

use kit::{
    domain::Language,
    failure::{Code, Failure},
    validation::INVALID,
};
use serde_json::{Value, json};
use utoipa::{
    IntoResponses,
    openapi::{
        ContentBuilder, HeaderBuilder, ObjectBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, Type,
        path::{Operation, ParameterIn},
    },
};

use super::operations;
use crate::{envelope::ErrorEnvelope, messages};

/// An error response that a call declares in the `responses(...)` of its `utoipa::path`, beside those that its shape
/// implies.
pub(crate) struct ErrorResponse<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for ErrorResponse<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        references(|status| status == STATUS).collect()
    }
}

/// An error response that calls refer to by its name.
struct Component {
    status: u16,
    name: &'static str,
    description: &'static str,
    message_key: &'static str,
}

const COMPONENTS: [Component; 10] = [
    component(
        400,
        "Invalid",
        "Malformed request or invalid values; `errors` names the fields",
        "ERROR.INVALID",
    ),
    component(401, "SignIn", "No valid session", "ERROR.SIGN_IN"),
    component(
        403,
        "Forbidden",
        "Permission denied, cross-site request, or invalid X-XSRF-TOKEN",
        "ERROR.CSRF",
    ),
    component(
        404,
        "NotFound",
        "Not found, or owned by another user",
        "ERROR.NOT_FOUND",
    ),
    component(
        409,
        "Conflict",
        "Conflict with the current state",
        "ERROR.CONFLICT",
    ),
    component(413, "TooLarge", "Request body over 64 KiB", "ERROR.TOO_LARGE"),
    component(415, "NotJson", "Content type is not JSON", "ERROR.NOT_JSON"),
    component(
        422,
        "KeyReused",
        "Idempotency-Key reused with a different body",
        "ERROR.KEY_REUSED",
    ),
    component(
        429,
        "TooMany",
        "Too many requests; retry after `Retry-After`",
        "ERROR.TOO_MANY",
    ),
    component(
        503,
        "Unavailable",
        "Temporarily unavailable; retry after `Retry-After`",
        "ERROR.UNAVAILABLE",
    ),
];

const fn component(
    status: u16,
    name: &'static str,
    description: &'static str,
    message_key: &'static str,
) -> Component {
    Component {
        status,
        name,
        description,
        message_key,
    }
}

/// Adds the components, and to every operation the responses that its shape implies.
pub(super) fn add(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    components.responses.extend(
        COMPONENTS
            .iter()
            .map(|component| (component.name.to_owned(), RefOr::T(component.response()))),
    );
    components.responses.extend(COMPONENTS.iter().map(|component| {
        let name = format!("{DESK_PREFIX}{}", component.name);
        (name, RefOr::T(component.desk_response()))
    }));
    for (method, operation) in operations(document) {
        let implied = implied_statuses(method, operation);
        let references = references(|status| implied.contains(&status));
        operation.responses.responses.extend(references);
        if has_desk_errors(operation) {
            for response in operation.responses.responses.values_mut() {
                use_desk_component(response);
            }
        }
    }
}

/// Prefix of the names of the desk's error responses.
const DESK_PREFIX: &str = "Desk";

fn is_desk(operation: &Operation) -> bool {
    let tags = operation.tags.as_deref().unwrap_or_default();
    tags.iter().any(|tag| tag == "desk")
}

/// Whether the error responses have the shape of the desk: also those of customers' calls of offers and conversations.
fn has_desk_errors(operation: &Operation) -> bool {
    let tags = operation.tags.as_deref().unwrap_or_default();
    is_desk(operation) || tags.iter().any(|tag| tag == "offers" || tag == "conversations")
}

/// Replaces a reference to an error response of the shop by one to that of the desk.
fn use_desk_component(response: &mut RefOr<Response>) {
    let RefOr::Ref(reference) = response else { return };
    let component = COMPONENTS
        .iter()
        .find(|component| reference.ref_location.ends_with(&format!("/{}", component.name)));
    if let Some(component) = component {
        let name = format!("{DESK_PREFIX}{}", component.name);
        *reference = Ref::from_response_name(name);
    }
}

/// References to the components of some statuses, by status.
fn references(is_chosen: impl Fn(u16) -> bool) -> impl Iterator<Item = (String, RefOr<Response>)> {
    COMPONENTS
        .iter()
        .filter(move |component| is_chosen(component.status))
        .map(|component| {
            let reference = RefOr::Ref(Ref::from_response_name(component.name));
            (component.status.to_string(), reference)
        })
}

impl Component {
    fn response(&self) -> Response {
        self.with_content("ErrorEnvelope", self.example())
    }

    /// The response of the desk, whose `errors` are always there.
    fn desk_response(&self) -> Response {
        let mut example = self.example();
        if self.status != 400
            && let Some(fields) = example.as_object_mut()
        {
            fields.insert("errors".to_owned(), json!({"general": self.message_key}));
        }
        self.with_content("DeskErrorEnvelope", example)
    }

    fn with_content(&self, schema: &str, example: Value) -> Response {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(schema)))
            .example(Some(example))
            .build();
        let response = ResponseBuilder::new()
            .description(self.description)
            .content("application/json", content);
        if !matches!(self.status, 429 | 503) {
            return response.build();
        }
        let seconds = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .minimum(Some(1))
            .build();
        let header = HeaderBuilder::new()
            .schema(Some(seconds))
            .description(Some("Delay in seconds"))
            .build();
        response.header("Retry-After", header).build()
    }

    fn example(&self) -> Value {
        let failure = Failure::with_reason(Code::Internal, self.message_key);
        let message = messages::localize(&failure, Language::En);
        let field = ("email".to_owned(), INVALID.to_owned());
        json!(ErrorEnvelope {
            success: false,
            data: None,
            message,
            errors: (self.status == 400).then(|| BTreeMap::from([field])),
        })
    }
}

fn implied_statuses(method: &str, operation: &Operation) -> BTreeSet<u16> {
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
    if method != "get" || (is_desk(operation) && requires_session(operation)) {
        statuses.insert(403);
    }
    if is_desk(operation) && operation.request_body.is_none() && method == "post" {
        // A body that is not needed must still be a JSON object.
        statuses.extend([400, 413, 415]);
    }
    if requires_session(operation) {
        statuses.insert(401);
    }
    statuses
}

fn requires_session(operation: &Operation) -> bool {
    let security = operation.security.as_deref().unwrap_or_default();
    let is_optional = security
        .iter()
        .any(|requirement| serde_json::to_value(requirement).is_ok_and(|value| value == json!({})));
    !security.is_empty() && !is_optional
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_response_has_its_own_message() {
        for component in &COMPONENTS {
            let text = component.example()["message"].as_str().unwrap().to_owned();
            assert!(!text.is_empty(), "{}", component.name);
            let internal = messages::localize(&Failure::new(Code::Internal), Language::En);
            assert_ne!(text, internal, "{}", component.name);
        }
    }
}
