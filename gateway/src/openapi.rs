//! The contract as an OpenAPI 3.1 document, made from the code.

mod examples;
mod refusals;
#[cfg(test)]
mod table;

use utoipa::{
    Modify, OpenApi,
    openapi::{
        self,
        path::Operation,
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
    servers((url = "/", description = "The shop that serves this document")),
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
    }
}

/// All operations with their methods, in lower case.
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

/// Gives every operation its refusals and its example.
pub(crate) fn complete(mut document: openapi::OpenApi) -> openapi::OpenApi {
    refusals::describe(&mut document);
    examples::show(&mut document);
    document
}

/// The document as it is frozen in `openapi.json`.
pub(crate) fn write(document: &openapi::OpenApi) -> Result<String, serde_json::Error> {
    document.to_pretty_json().map(|json| json + "\n")
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use crate::routes;

    #[test]
    fn the_document_is_frozen() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
        let document = super::write(&routes::document()).unwrap();
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
        let document = serde_json::to_value(routes::document()).unwrap();
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
                let refusal = &operation["responses"]["503"]["$ref"];
                assert_eq!(refusal, "#/components/responses/Unavailable", "{place}");
            }
        }
        assert!(names.len() > 30);
    }
}
