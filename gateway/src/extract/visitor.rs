//! Who visits, so that a handler says in its arguments whom it needs.

use std::time::Duration;

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    caller::Caller,
    domain::{Language, Percent},
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
};
use proto::account::v1::AuthenticateRequest;

use crate::{
    csrf,
    error::{ApiError, ApiResult},
    language::negotiate,
    session::Session,
    state::AppState,
};

/// How long a call that anybody may make waits to hear whose it is.
const PATIENCE: Duration = Duration::from_millis(500);

/// Anybody, signed in or not.
pub(crate) struct Visitor {
    /// The live session, where there is one.
    pub(crate) session: Option<Session>,
    /// Whether the answer must not be shared: a session cookie came along, live or not.
    pub(crate) is_private: bool,
}

/// A signed-in visitor; without a live session, 401.
pub(crate) struct Customer {
    /// The live session.
    pub(crate) session: Session,
    /// Who calls, for the services.
    pub(crate) caller: Caller,
}

impl Customer {
    /// A message to a service, in the customer's name.
    pub(crate) fn asks<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }
}

impl Visitor {
    /// The visitor's own discount, where there is one.
    pub(crate) fn discount(&self) -> Percent {
        self.session
            .as_ref()
            .map_or(Percent::ZERO, |session| session.discount)
    }

    /// Who calls, where it is a member of the staff: they may read what others may not.
    pub(crate) fn staff(&self, language: Language) -> Option<Caller> {
        let session = self.session.as_ref().filter(|session| session.is_staff)?;
        Some(session.caller(language))
    }
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.presented(&parts.headers).session;
        if token.is_empty() {
            return Ok(Self {
                session: None,
                is_private: false,
            });
        }
        // The shop window stays open while the account service is away; prices are then the public ones.
        Ok(Self {
            session: recognise(state, &token).await,
            is_private: true,
        })
    }
}

impl FromRequestParts<AppState> for Customer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.presented(&parts.headers).session;
        let session = authenticate(state, &token)
            .await?
            .ok_or_else(|| Failure::new(Code::Unauthenticated))?;
        check_token(parts, state, &session)?;
        let caller = session.caller(negotiate(&parts.headers, state.default_language));
        Ok(Self { session, caller })
    }
}

/// A call that a session is not needed for, but which, where one is live, must prove to come from our page.
pub(crate) struct MaybeCustomer;

impl FromRequestParts<AppState> for MaybeCustomer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.presented(&parts.headers).session;
        if let Some(session) = authenticate(state, &token).await? {
            check_token(parts, state, &session)?;
        }
        Ok(Self)
    }
}

/// Who sends a form that everybody may send: the signed-in user, else nobody. Where a session is live, the call must
/// prove to come from our page.
pub(crate) struct Sender(pub(crate) Caller);

impl FromRequestParts<AppState> for Sender {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.cookies.presented(&parts.headers).session;
        let language = negotiate(&parts.headers, state.default_language);
        // While the account service is away, the form is taken from nobody: the shop still hears of it.
        let Some(session) = recognise(state, &token).await else {
            return Ok(Self(Caller::anonymous(language)));
        };
        check_token(parts, state, &session)?;
        Ok(Self(session.caller(language)))
    }
}

fn check_token(parts: &Parts, state: &AppState, session: &Session) -> ApiResult<()> {
    if csrf::is_unsafe(&parts.method) && !state.csrf_keys.verify(session.family_id, &parts.headers) {
        return Err(Failure::with_reason(Code::Forbidden, "ERROR.CSRF").into());
    }
    Ok(())
}

/// The live session of a token, or none where the account service does not say in time whose it is.
async fn recognise(state: &AppState, token: &str) -> Option<Session> {
    match tokio::time::timeout(PATIENCE, authenticate(state, token)).await {
        Ok(Ok(session)) => session,
        Ok(Err(error)) => {
            tracing::warn!(reason = error.failure.reason, "a visitor is served as nobody");
            None
        }
        Err(_) => {
            tracing::warn!("a visitor is served as nobody: the account service is late");
            None
        }
    }
}

/// The live session of a token, from memory or from the account service.
async fn authenticate(state: &AppState, token: &str) -> ApiResult<Option<Session>> {
    if token.is_empty() {
        return Ok(None);
    }
    if let Some(session) = state.sessions.get(token) {
        return Ok(Some(session));
    }
    let since = state.sessions.epoch();
    let request = on_behalf_of(
        &Caller::anonymous(state.default_language),
        AuthenticateRequest {
            session_token: token.to_owned(),
        },
    );
    let answer = match state.clients.account.clone().authenticate(request).await {
        Ok(answer) => answer.into_inner(),
        Err(status) if status.code() == tonic::Code::Unauthenticated => return Ok(None),
        Err(status) => return Err(status.into()),
    };
    let Some(session) = answer.session else {
        return Ok(None);
    };
    let session = Session::try_from(session)?;
    state.sessions.store(since, token, session.clone());
    Ok(Some(session))
}

#[cfg(test)]
mod tests {
    use crate::testing::Gateway;

    const CART: &str = "/api/v1.0/carts/create";

    async fn status(gateway: &Gateway, path: &str, headers: &[(&str, &str)]) -> u16 {
        gateway.send("POST", path, headers, "").await.status().as_u16()
    }

    #[tokio::test]
    async fn a_forged_call_is_refused_before_anything_else_is_looked_at() {
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
    async fn a_call_without_a_session_is_a_401_whatever_its_token() {
        let gateway = Gateway::start();
        let own = ("origin", "http://localhost:8080");
        assert_eq!(status(&gateway, CART, &[own]).await, 401);
        assert_eq!(status(&gateway, CART, &[own, ("x-xsrf-token", "x")]).await, 401);
    }

    #[tokio::test]
    async fn a_call_with_a_session_needs_its_token() {
        let gateway = Gateway::start();
        let token = gateway.sign_in("leyla");
        let foreign = gateway.sign_in("ruslan");
        let cookie = ("cookie", "sid=leyla");
        assert_eq!(status(&gateway, CART, &[cookie]).await, 403);
        assert_eq!(
            status(&gateway, CART, &[cookie, ("x-xsrf-token", &foreign)]).await,
            403
        );
        // The cart service is away: the call has come through to it.
        assert_eq!(
            status(&gateway, CART, &[cookie, ("x-xsrf-token", &token)]).await,
            503
        );
    }

    #[tokio::test]
    async fn a_form_needs_no_session_but_with_one_its_token() {
        let gateway = Gateway::start();
        let token = gateway.sign_in("leyla");
        let cookie = ("cookie", "sid=leyla");
        for path in ["ProductInquiries/submit", "CatalogueDownloads", "contacts/submit"] {
            let path = format!("/api/v1.0/{path}");
            let send = async |headers: Vec<(&str, &str)>| {
                let headers = [vec![("content-type", "application/json")], headers].concat();
                gateway.send("POST", &path, &headers, "{}").await.status()
            };
            let (nobody, signed_in, unknown, forged, foreign) = tokio::join!(
                send(vec![]),
                send(vec![cookie, ("x-xsrf-token", &token)]),
                // A session that the account service cannot be asked about is none.
                send(vec![("cookie", "sid=other")]),
                send(vec![cookie]),
                send(vec![("origin", "https://evil.example")]),
            );
            // The inquiry service is away: the call has come through to it.
            assert_eq!([nobody, signed_in, unknown], [503; 3], "{path}");
            assert_eq!([forged, foreign], [403; 2], "{path}");
        }
    }

    #[tokio::test]
    async fn reading_needs_no_token() {
        let gateway = Gateway::start();
        gateway.sign_in("leyla");
        let headers = [("cookie", "sid=leyla")];
        let answer = gateway.send("GET", "/api/v1.0/carts/current", &headers, "").await;
        assert_eq!(answer.status(), 503);
    }

    #[tokio::test]
    async fn signing_out_proves_its_origin_only_while_somebody_is_signed_in() {
        let gateway = Gateway::start();
        gateway.sign_in("leyla");
        let path = "/api/v1.0/auth/sign-out";
        assert_eq!(status(&gateway, path, &[]).await, 200);
        assert_eq!(status(&gateway, path, &[("cookie", "sid=leyla")]).await, 403);
    }

    #[tokio::test]
    async fn validation_without_cookies_is_false_and_asks_nobody() {
        let gateway = Gateway::start();
        let answer = gateway
            .send("POST", "/api/v1.0/Sessions/validate-session", &[], "{}")
            .await;
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers().get_all("set-cookie").iter().count(), 3);
        assert_eq!(crate::testing::json(answer).await["success"], false);
    }
}
