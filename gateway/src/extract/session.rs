//! The session of a request: a handler's arguments say which one it needs.

use std::time::Duration;

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    caller::Caller,
    domain::Percent,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
};
use proto::account::v1::AuthenticateRequest;

use super::language::negotiate;
use crate::{
    csrf,
    error::{ApiError, ApiResult},
    session::Session,
    state::AppState,
};

/// Time limit for authenticating a call that needs no session.
const OPTIONAL_TIMEOUT: Duration = Duration::from_millis(500);

/// A session, if there is a live one.
pub(crate) struct OptionalSession {
    pub(crate) session: Option<Session>,
    /// Whether shared caches must not store the response: a session cookie was sent, live or not.
    pub(crate) is_private: bool,
}

/// A live session; 401 without one, 403 without its CSRF token on an unsafe method.
pub(crate) struct Customer {
    pub(crate) session: Session,
    pub(crate) caller: Caller,
}

impl Customer {
    /// Wraps a message to a service in a request on behalf of the customer.
    pub(crate) fn request<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }
}

impl OptionalSession {
    /// Returns the user's own discount.
    pub(crate) fn discount(&self) -> Percent {
        self.session
            .as_ref()
            .map_or(Percent::ZERO, |session| session.discount)
    }
}

impl FromRequestParts<AppState> for OptionalSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.tokens(&parts.headers).session;
        Ok(Self {
            session: authenticate_optional(state, &token).await,
            is_private: !token.is_empty(),
        })
    }
}

impl FromRequestParts<AppState> for Customer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.tokens(&parts.headers).session;
        let session = authenticate(state, &token)
            .await?
            .ok_or_else(|| Failure::new(Code::Unauthenticated))?;
        check_csrf_token(parts, state, &session)?;
        let caller = session.caller(negotiate(&parts.headers, state.default_language));
        Ok(Self { session, caller })
    }
}

/// Checks the CSRF token of a live session; a call without a session passes.
pub(crate) struct CsrfChecked;

impl FromRequestParts<AppState> for CsrfChecked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.tokens(&parts.headers).session;
        if let Some(session) = authenticate(state, &token).await? {
            check_csrf_token(parts, state, &session)?;
        }
        Ok(Self)
    }
}

/// The sender of a public form: the user of a live session, whose CSRF token is checked, else anonymous.
///
/// While the account service is unavailable every form is accepted as anonymous.
pub(crate) struct FormCaller(pub(crate) Caller);

impl FromRequestParts<AppState> for FormCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.tokens(&parts.headers).session;
        let language = negotiate(&parts.headers, state.default_language);
        let Some(session) = authenticate_optional(state, &token).await else {
            return Ok(Self(Caller::anonymous(language)));
        };
        check_csrf_token(parts, state, &session)?;
        Ok(Self(session.caller(language)))
    }
}

fn check_csrf_token(parts: &Parts, state: &AppState, session: &Session) -> ApiResult<()> {
    if csrf::is_unsafe(&parts.method) && !state.csrf_keys.verify(session.family_id, &parts.headers) {
        return Err(Failure::with_reason(Code::Forbidden, "ERROR.CSRF").into());
    }
    Ok(())
}

/// Returns the live session of a token; none if the account service fails or is too slow.
async fn authenticate_optional(state: &AppState, token: &str) -> Option<Session> {
    match tokio::time::timeout(OPTIONAL_TIMEOUT, authenticate(state, token)).await {
        Ok(Ok(session)) => session,
        Ok(Err(error)) => {
            tracing::warn!(
                reason = error.failure.reason,
                "authentication failed, serving as anonymous"
            );
            None
        }
        Err(_) => {
            tracing::warn!("authentication timed out, serving as anonymous");
            None
        }
    }
}

/// Returns the live session of a token, from the cache or the account service.
async fn authenticate(state: &AppState, token: &str) -> ApiResult<Option<Session>> {
    if token.is_empty() {
        return Ok(None);
    }
    if let Some(session) = state.sessions.get(token) {
        return Ok(Some(session));
    }
    let since = state.sessions.now();
    let request = on_behalf_of(
        &Caller::anonymous(state.default_language),
        AuthenticateRequest {
            session_token: token.to_owned(),
        },
    );
    let response = match state.clients.account.clone().authenticate(request).await {
        Ok(response) => response.into_inner(),
        Err(status) if status.code() == tonic::Code::Unauthenticated => return Ok(None),
        Err(status) => return Err(status.into()),
    };
    let Some(session) = response.session else {
        return Ok(None);
    };
    let session = Session::try_from(session)?;
    state.sessions.insert(since, token, session.clone());
    Ok(Some(session))
}

#[cfg(test)]
mod tests {
    use http::StatusCode;
    use serde_json::Value;

    use crate::{
        routes,
        testing::{Gateway, json},
    };

    const CART: &str = "/api/v1.0/carts/create";

    async fn status(gateway: &Gateway, path: &str, headers: &[(&str, &str)]) -> u16 {
        gateway.send("POST", path, headers, "").await.status().as_u16()
    }

    #[tokio::test]
    async fn rejects_cross_site_calls_before_authenticating() {
        let gateway = Gateway::start();
        assert_eq!(
            status(&gateway, CART, &[("origin", "https://evil.example")]).await,
            403
        );
        assert_eq!(
            status(&gateway, CART, &[("sec-fetch-site", "cross-site")]).await,
            403
        );
    }

    #[tokio::test]
    async fn returns_401_without_a_session_whatever_the_csrf_token() {
        let gateway = Gateway::start();
        let own = ("origin", "http://localhost:8080");
        assert_eq!(status(&gateway, CART, &[own]).await, 401);
        assert_eq!(status(&gateway, CART, &[own, ("x-xsrf-token", "x")]).await, 401);
    }

    #[tokio::test]
    async fn returns_403_without_the_csrf_token_of_the_session() {
        let gateway = Gateway::start();
        let token = gateway.sign_in("leyla");
        let other_token = gateway.sign_in("ruslan");
        let cookie = ("cookie", "sid=leyla");
        assert_eq!(status(&gateway, CART, &[cookie]).await, 403);
        assert_eq!(
            status(&gateway, CART, &[cookie, ("x-xsrf-token", &other_token)]).await,
            403
        );
        // 503: the call reached the cart service, which is unavailable.
        assert_eq!(
            status(&gateway, CART, &[cookie, ("x-xsrf-token", &token)]).await,
            503
        );
    }

    #[tokio::test]
    async fn public_forms_need_a_csrf_token_only_with_a_session() {
        let gateway = Gateway::start();
        let token = gateway.sign_in("leyla");
        let cookie = ("cookie", "sid=leyla");
        for path in ["ProductInquiries/submit", "CatalogueDownloads", "contacts/submit"] {
            let path = format!("/api/v1.0/{path}");
            let send = async |headers: Vec<(&str, &str)>| {
                let headers = [vec![("content-type", "application/json")], headers].concat();
                gateway.send("POST", &path, &headers, "{}").await.status()
            };
            let (anonymous, signed_in, unknown, without_token, cross_site) = tokio::join!(
                send(vec![]),
                send(vec![cookie, ("x-xsrf-token", &token)]),
                // The account service is unavailable: an uncached session counts as none.
                send(vec![("cookie", "sid=other")]),
                send(vec![cookie]),
                send(vec![("origin", "https://evil.example")]),
            );
            // 503: the call reached the inquiry service, which is unavailable.
            assert_eq!([anonymous, signed_in, unknown], [503; 3], "{path}");
            assert_eq!([without_token, cross_site], [403; 2], "{path}");
        }
    }

    #[tokio::test]
    async fn safe_methods_need_no_csrf_token() {
        let gateway = Gateway::start();
        gateway.sign_in("leyla");
        let headers = [("cookie", "sid=leyla")];
        let response = gateway.send("GET", "/api/v1.0/carts/current", &headers, "").await;
        assert_eq!(response.status(), 503);
    }

    #[tokio::test]
    async fn sign_out_needs_a_csrf_token_only_with_a_session() {
        let gateway = Gateway::start();
        gateway.sign_in("leyla");
        let path = "/api/v1.0/auth/sign-out";
        assert_eq!(status(&gateway, path, &[]).await, 200);
        assert_eq!(status(&gateway, path, &[("cookie", "sid=leyla")]).await, 403);
    }

    #[tokio::test]
    async fn validate_session_without_cookies_is_false_without_calling_account() {
        let gateway = Gateway::start();
        let response = gateway
            .send("POST", "/api/v1.0/Sessions/validate-session", &[], "{}")
            .await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers().get_all("set-cookie").iter().count(), 3);
        assert_eq!(crate::testing::json(response).await["success"], false);
    }

    /// A call with a session in the OpenAPI document.
    struct SessionCall {
        method: String,
        path: String,
    }

    /// Returns the calls that require a session, with malformed path parameters.
    fn session_calls() -> Vec<SessionCall> {
        let document = serde_json::to_value(routes::document()).unwrap();
        let mut calls = Vec::new();
        let paths = document["paths"].as_object().unwrap().iter();
        // The calls of the desk have sessions and tests of their own.
        for (path, item) in paths.filter(|(path, _)| !crate::desk::is_desk(path)) {
            let path: Vec<_> = path
                .split('/')
                .map(|part| if part.starts_with('{') { "x" } else { part })
                .collect();
            for (method, operation) in item.as_object().unwrap() {
                let alternatives = operation["security"].as_array().map_or(&[][..], Vec::as_slice);
                if !matches!(alternatives, [Value::Object(_)]) {
                    continue;
                }
                calls.push(SessionCall {
                    method: method.to_uppercase(),
                    path: path.join("/"),
                });
            }
        }
        calls
    }

    /// Sends a call with bodies that no call accepts, and returns the statuses without repetitions.
    async fn statuses_of_wrong_bodies(
        gateway: &Gateway,
        call: &SessionCall,
        headers: &[(&str, &str)],
    ) -> Vec<StatusCode> {
        let mut statuses = Vec::new();
        for (media_type, body) in [
            ("application/json", ""),
            ("application/json", "{"),
            ("application/json", "{}"),
            ("application/json", r#"{"nameAz": 7}"#),
            ("text/plain", "{}"),
        ] {
            let headers = [headers, &[("content-type", media_type)]].concat();
            let response = gateway.send(&call.method, &call.path, &headers, body).await;
            statuses.push(response.status());
            if response.status().is_client_error() {
                let errors = json(response).await["errors"].clone();
                assert_eq!(errors, Value::Null, "{} {}", call.method, call.path);
            }
        }
        statuses.dedup();
        statuses
    }

    #[tokio::test]
    async fn rejects_callers_before_the_request_is_validated() {
        let gateway = Gateway::start();
        let calls = session_calls();
        assert!(!calls.is_empty());
        for call in &calls {
            let name = format!("{} {}", call.method, call.path);
            assert_eq!(
                statuses_of_wrong_bodies(&gateway, call, &[]).await,
                [StatusCode::UNAUTHORIZED],
                "{name}"
            );
        }
    }

    #[tokio::test]
    async fn a_session_of_the_shop_changes_no_campaign() {
        let gateway = Gateway::start();
        let token = gateway.sign_in("leyla");
        let headers = [("cookie", "sid=leyla"), ("x-xsrf-token", &*token)];
        let is_write = |call: &&SessionCall| call.path.starts_with("/api/v1.0/campaign");
        let calls = session_calls();
        let writes: Vec<_> = calls.iter().filter(is_write).collect();
        let methods: Vec<_> = writes.iter().map(|call| call.method.as_str()).collect();
        assert_eq!(methods, ["POST", "DELETE", "PUT"]);
        for call in writes {
            assert_eq!(
                statuses_of_wrong_bodies(&gateway, call, &headers).await,
                [StatusCode::FORBIDDEN],
                "{} {}",
                call.method,
                call.path
            );
            let response = gateway.send(&call.method, &call.path, &headers, "").await;
            let expected = "Campaigns are changed at the desk, with a second factor.";
            assert_eq!(json(response).await["message"], expected);
        }
    }
}
