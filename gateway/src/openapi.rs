//! The contract as an OpenAPI 3.1 document, made from the code.

use utoipa::{
    Modify, OpenApi,
    openapi::{
        self, Content, ContentBuilder, Ref, RefOr, ResponseBuilder,
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};

use crate::envelope::ErrorEnvelope;

/// What is not in the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Storefront",
        version = "1.0",
        description = "Prices are numbers in AZN, discounts whole percents. A base text such as `name` is in the \
                       shop's default language; `nameAz`, `nameRu` and `nameEn` beside it are the same in each \
                       language. Every unsafe call with a session repeats the cookie XSRF-TOKEN in the header \
                       X-XSRF-TOKEN."
    ),
    components(schemas(ErrorEnvelope)),
    tags(
        (name = "auth", description = "Accounts and sessions"),
        (name = "products", description = "The catalogue"),
        (name = "carts", description = "The customer's cart"),
        (name = "orders", description = "Checkout"),
        (name = "account", description = "The customer's own"),
        (name = "inquiries", description = "What visitors ask the shop"),
        (name = "content", description = "Campaigns, banner texts, projects and stores"),
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
            "xsrf",
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new("X-XSRF-TOKEN"))),
        );
        let refusal = ResponseBuilder::new()
            .description("A refusal: what happened and what to do")
            .content("application/json", error_content())
            .build();
        components.responses.insert("Refusal".to_owned(), refusal.into());
    }
}

fn error_content() -> Content {
    ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("ErrorEnvelope")))
        .build()
}

/// Gives every operation the shared refusal.
pub(crate) fn with_refusals(mut document: openapi::OpenApi) -> openapi::OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.insert(
                "default".to_owned(),
                RefOr::Ref(Ref::from_response_name("Refusal")),
            );
        }
    }
    document
}

/// The document as it is frozen in `openapi.json`.
pub fn document() -> Result<String, serde_json::Error> {
    crate::routes::document().to_pretty_json().map(|json| json + "\n")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use serde_json::Value;

    #[test]
    fn the_document_is_frozen() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
        let document = super::document().unwrap();
        #[expect(
            clippy::disallowed_methods,
            reason = "asks whoever runs the test, not a setting"
        )]
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            fs::write(&path, &document).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap() == document,
            "the contract has changed; if that is meant: UPDATE_OPENAPI=1 cargo test -p gateway openapi"
        );
    }

    #[test]
    fn every_operation_has_a_name_of_its_own_a_tag_and_a_typed_success() {
        let document: Value = serde_json::from_str(&super::document().unwrap()).unwrap();
        let mut names = BTreeSet::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let place = format!("{method} {path}");
                assert!(
                    names.insert(operation["operationId"].as_str().unwrap().to_owned()),
                    "{place}"
                );
                assert!(operation["tags"][0].is_string(), "{place}");
                let success = &operation["responses"]["200"]["content"]["application/json"]["schema"];
                assert!(success.is_object(), "{place}");
                assert!(operation["responses"]["default"].is_object(), "{place}");
            }
        }
        assert!(names.len() > 30);
    }
}
