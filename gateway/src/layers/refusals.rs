//! Events and metrics of refusals that an attack leaves: wrong passwords and codes, missing rights, requests of other sites,
//! dead links and reached limits.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use http::{HeaderMap, header};
use kit::{
    domain::UserId,
    failure::{Code, Failure},
    validation::REQUIRED,
};

use crate::{extract::client_address, state::AppState};

/// Headers from which the client of a refused request follows.
const CLIENT_HEADERS: [header::HeaderName; 2] =
    [header::COOKIE, header::HeaderName::from_static("x-forwarded-for")];

/// The client of a request, known again after the request was handled.
pub(super) struct Client {
    peer: Option<IpAddr>,
    headers: HeaderMap,
}

impl Client {
    /// Returns the client of a request.
    pub(super) fn of(request: &Request) -> Self {
        let mut headers = HeaderMap::new();
        for name in CLIENT_HEADERS {
            for value in request.headers().get_all(&name) {
                headers.append(name.clone(), value.clone());
            }
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        Self {
            peer: peer.map(|info| info.0.ip()),
            headers,
        }
    }

    /// Returns a pseudonym of the address: the same address has the same one until the keys change, and none follows from
    /// it without them.
    fn pseudonym(&self, state: &AppState) -> String {
        let address = client_address(self.peer, &self.headers, &state.trusted_proxies);
        state.csrf_keys.pseudonym(&address)
    }

    /// Returns the user who is signed in, to the desk or else the shop, as far as this process remembers the session.
    fn user(&self, state: &AppState) -> Option<UserId> {
        let desk = state.desk.cookies.tokens(&self.headers).session;
        let shop = state.cookies.tokens(&self.headers).session;
        let of_desk = state.desk.sessions.get(&desk).map(|session| session.user_id);
        of_desk.or_else(|| state.sessions.get(&shop).map(|session| session.user_id))
    }
}

/// Logs and counts the refusal of a request, if it is one that matters for security. The span has the route and the trace.
pub(super) fn record(state: &AppState, client: &Client, failure: &Failure) {
    let Some(refusal) = refusal(failure) else { return };
    state.refusals.get_or_create(&[("refusal", refusal.into())]).inc();
    let user = client
        .user(state)
        .map(|user| user.to_string())
        .unwrap_or_default();
    tracing::info!(
        refusal,
        reason = failure.reason,
        client = client.pseudonym(state),
        user,
        "the request was refused"
    );
}

/// Returns the kind of a refusal; `None` for an error that no attack explains.
fn refusal(failure: &Failure) -> Option<&'static str> {
    let has = |reasons: &[&str]| {
        reasons.contains(&failure.reason.as_str())
            || failure
                .fields
                .iter()
                .any(|(_, reason)| reasons.contains(&reason.as_str()))
    };
    match failure.code {
        Code::LimitReached => Some("limit"),
        Code::Forbidden if has(&["ERROR.CSRF", "ERROR.ORIGIN"]) => Some("cross_site"),
        Code::Forbidden => Some("right"),
        _ if has(&["AUTH.WRONG_CREDENTIALS", "PASSWORD.WRONG_CURRENT"]) => Some("password"),
        _ if has(&["DESK.CODE_WRONG"]) => Some("code"),
        // Reset, verification, invitation, offer and order: wrong, used or expired.
        _ if failure
            .fields
            .iter()
            .any(|(name, reason)| name == "token" && reason != REQUIRED) =>
        {
            Some("link")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Gateway;

    #[test]
    fn kinds_of_refusals() {
        let invalid = |field: &str, reason: &str| Failure::invalid_field(field, reason);
        for (failure, expected) in [
            (
                Failure::with_reason(Code::Unauthenticated, "AUTH.WRONG_CREDENTIALS"),
                Some("password"),
            ),
            (
                invalid("currentPassword", "PASSWORD.WRONG_CURRENT"),
                Some("password"),
            ),
            (invalid("code", "DESK.CODE_WRONG"), Some("code")),
            (invalid("token", "RESET.DEAD_TOKEN"), Some("link")),
            (invalid("token", REQUIRED), None),
            (
                Failure::with_reason(Code::Forbidden, "ERROR.CSRF"),
                Some("cross_site"),
            ),
            (Failure::with_reason(Code::Forbidden, "DESK.ROLE"), Some("right")),
            (Failure::new(Code::LimitReached), Some("limit")),
            (Failure::new(Code::NotFound), None),
            (Failure::new(Code::Unauthenticated), None),
            (invalid("email", "FIELD.EMAIL"), None),
        ] {
            assert_eq!(refusal(&failure), expected, "{failure:?}");
        }
    }

    #[tokio::test]
    async fn refused_requests_are_counted_and_the_address_is_a_pseudonym() {
        let gateway = Gateway::start();
        let other_site = [
            ("origin", "https://other.example"),
            ("content-type", "application/json"),
        ];
        let response = gateway
            .send("POST", "/api/v1.0/auth/sign-in", &other_site, "{}")
            .await;
        assert_eq!(response.status(), 403);
        let exported = gateway.state.metrics.encode().unwrap();
        let counted = "storefront_gateway_refusals_total{refusal=\"cross_site\"} 1";
        assert!(exported.contains(counted), "{exported}");

        let client = Client {
            peer: Some("203.0.113.7".parse().unwrap()),
            headers: HeaderMap::new(),
        };
        let pseudonym = client.pseudonym(&gateway.state);
        assert_eq!(pseudonym, client.pseudonym(&gateway.state));
        assert!(!pseudonym.contains("203"), "{pseudonym}");
    }
}
