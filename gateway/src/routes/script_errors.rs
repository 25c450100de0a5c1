//! `POST script-errors`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{ClientAddress, Json},
    openapi::ErrorResponse,
    state::AppState,
};

/// Error of a script in a visitor's browser.
#[request]
#[derive(Debug)]
pub(crate) struct ScriptError {
    /// Path of the page without its query, at most 200 characters.
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 200)]
    path: String,
    /// Message of the error, at most 500 characters.
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 500)]
    message: String,
    /// Place in the script as `/static/file.js:line:column`, at most 200 characters.
    #[serde(default)]
    #[schema(max_length = 200)]
    source: String,
}

impl ScriptError {
    /// Validates the fields and removes what may be personal.
    fn anonymous(self) -> Result<Self, Failure> {
        let mut errors = FieldErrors::default();
        let path = errors.line::<1, 200>("path", &self.path);
        let message = errors.text::<1, 500>("message", &self.message);
        let source = errors.line::<0, 200>("source", &self.source);
        errors.finish(
            path.zip(message)
                .zip(source)
                .map(|((path, message), source)| Self {
                    path: without_query(&path).to_owned(),
                    message: masked(&message),
                    source: masked(&source),
                }),
        )
    }
}

/// Shortest sequence of digits that may be a phone number.
const MIN_PHONE_DIGITS: usize = 7;

/// Returns the part of a URL or path before its query and fragment.
fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// Returns a text in one line without queries of URLs, e-mail addresses and long numbers.
fn masked(text: &str) -> String {
    let is_personal = |word: &str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        word.contains('@') || (digits >= MIN_PHONE_DIGITS && !word.contains('/'))
    };
    let words = text.split_whitespace().map(without_query);
    let words: Vec<_> = words
        .map(|word| if is_personal(word) { "…" } else { word })
        .collect();
    words.join(" ")
}

/// Writes an error of the shop's scripts to the log, without anything personal. At most 20 calls of an address in 10
/// minutes.
#[utoipa::path(post, path = "/script-errors", tag = "content",
    request_body(content = ScriptError, example = json!({
        "path": "/az/shop", "message": "TypeError: x is not a function", "source": "/static/start-B8LNyZQr.js:1:2045"})),
    responses((status = 200, body = Acknowledgement, description = "Logged",
        example = json!({"success": true, "message": null, "data": null})),
        ErrorResponse::<429>))]
pub(crate) async fn report_script_error(
    State(state): State<AppState>,
    ClientAddress(address): ClientAddress,
    Json(body): Json<ScriptError>,
) -> ApiResult<Acknowledgement> {
    state.script_error_limits.count(&address)?;
    let ScriptError {
        path,
        message,
        source,
    } = body.anonymous()?;
    tracing::warn!(path, error = message, source, "a script failed in a browser");
    Ok(Acknowledgement::success())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Gateway, json};

    const PATH: &str = "/api/v1.0/script-errors";
    const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

    #[test]
    fn removes_queries_addresses_and_numbers() {
        assert_eq!(
            masked(
                "cannot load http://shop.example/static/a-B12.js?email=a@b.az\nfor leyla@example.com +994501234567"
            ),
            "cannot load http://shop.example/static/a-B12.js for … …"
        );
        assert_eq!(
            without_query("/az/reset-password?token=x#y"),
            "/az/reset-password"
        );
    }

    #[tokio::test]
    async fn accepts_a_bounded_number_of_errors_of_an_address() {
        let gateway = Gateway::start();
        let body = r#"{"path": "/az/shop", "message": "TypeError", "source": "/static/a.js:1:2"}"#;
        let mut statuses = Vec::new();
        for _ in 0..21 {
            statuses.push(gateway.send("POST", PATH, &JSON, body).await.status().as_u16());
        }
        assert_eq!(statuses.first(), Some(&200));
        assert!(statuses.ends_with(&[200, 429]), "{statuses:?}");
    }

    #[tokio::test]
    async fn rejects_missing_and_long_texts() {
        let gateway = Gateway::start();
        let body = format!(r#"{{"path": "/az", "message": "{}"}}"#, "a".repeat(501));
        for (body, field, key) in [
            ("{}", "message", "FIELD.REQUIRED"),
            (&*body, "message", "FIELD.TOO_LONG"),
        ] {
            let response = gateway.send("POST", PATH, &JSON, body).await;
            assert_eq!(response.status(), 400);
            let errors = json(response).await["errors"].clone();
            assert_eq!(errors[field], key, "{errors}");
        }
    }
}
