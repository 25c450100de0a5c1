//! Protection against cross-site request forgery.
//!
//! Unsafe calls are checked in this order: (1) [`check_origin`], before anything else; (2) 401 if the call needs a
//! session and has none; (3) with a live session, [`CsrfKeys::verify`] of the `X-XSRF-TOKEN` header. The extractors of
//! [`crate::extract`] do the second and third; calls without a session extractor stop after the first.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, Method, header};
use kit::{
    domain::FamilyId,
    failure::{Code, Failure},
    keys::{InvalidKeys, Keys},
};

use crate::error::ApiError;

/// The header that repeats the XSRF-TOKEN cookie.
const HEADER: &str = "x-xsrf-token";

/// Whether a method is unsafe as HTTP defines it.
pub(crate) fn is_unsafe(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Rejects unsafe cross-site requests.
pub(crate) async fn check_origin(
    State(origins): State<Arc<AllowedOrigins>>,
    request: Request,
    next: Next,
) -> Response {
    if is_unsafe(request.method()) && !origins.allow(request.headers()) {
        return ApiError::from(Failure::with_reason(Code::Forbidden, "ERROR.ORIGIN")).into_response();
    }
    next.run(request).await
}

/// The origins whose pages may make unsafe calls.
pub(crate) struct AllowedOrigins(Vec<String>);

impl AllowedOrigins {
    pub(crate) const fn new(origins: Vec<String>) -> Self {
        Self(origins)
    }

    /// Whether neither `Sec-Fetch-Site` nor `Origin` names another site. A client that sends neither is no current
    /// browser, so it holds no cookies of another user.
    fn allow(&self, headers: &HeaderMap) -> bool {
        let is_same_site = headers
            .get_all("sec-fetch-site")
            .iter()
            .all(|site| matches!(site.as_bytes(), b"same-origin" | b"none"));
        let is_allowed_origin = headers.get_all(header::ORIGIN).iter().all(|origin| {
            self.0
                .iter()
                .any(|allowed| allowed.as_bytes() == origin.as_bytes())
        });
        is_same_site && is_allowed_origin
    }
}

/// The keys that sign the XSRF-TOKEN cookie.
#[derive(Debug, Clone)]
pub struct CsrfKeys(Keys);

impl std::str::FromStr for CsrfKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl CsrfKeys {
    /// Returns a pseudonym of a client's address for the log, with the current key.
    pub(crate) fn pseudonym(&self, address: &str) -> String {
        self.0.sign_short(format!("client address {address}").as_bytes())
    }

    /// Whether one of the keys is published for trying the project out.
    pub(crate) fn are_published(&self) -> bool {
        self.0.are_published()
    }

    /// Returns the token of a session's family, which rotation of the session does not change.
    pub(crate) fn token(&self, family: FamilyId) -> String {
        self.0.sign(family.uuid().as_bytes())
    }

    /// Whether the headers carry the family's token.
    pub(crate) fn verify(&self, family: FamilyId, headers: &HeaderMap) -> bool {
        headers
            .get(HEADER)
            .is_some_and(|presented| self.0.verify(family.uuid().as_bytes(), presented.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (http::HeaderName::from_static(name), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn rejects_other_sites_by_either_header() {
        let origins = AllowedOrigins::new(vec!["https://shop.example".to_owned()]);
        let allowed = |pairs: &[(&'static str, &str)]| origins.allow(&headers(pairs));
        assert!(allowed(&[]));
        assert!(allowed(&[("sec-fetch-site", "same-origin")]));
        assert!(allowed(&[("sec-fetch-site", "none")]));
        assert!(allowed(&[("origin", "https://shop.example")]));
        assert!(!allowed(&[("sec-fetch-site", "cross-site")]));
        assert!(!allowed(&[("sec-fetch-site", "same-site")]));
        assert!(!allowed(&[("origin", "https://evil.example")]));
        assert!(!allowed(&[("origin", "null")]));
        assert!(!allowed(&[("origin", "http://shop.example")]));
        assert!(!allowed(&[("origin", "https://shop.example.evil.example")]));
        assert!(!allowed(&[
            ("sec-fetch-site", "same-origin"),
            ("origin", "https://evil.example")
        ]));
        assert!(!allowed(&[
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://shop.example")
        ]));
    }

    #[test]
    fn verifies_a_token_only_for_its_family() {
        let keys: CsrfKeys = OLD.parse().unwrap();
        let (family, other) = (FamilyId::generate(), FamilyId::generate());
        let token = keys.token(family);
        assert!(keys.verify(family, &headers(&[(HEADER, &token)])));
        assert!(!keys.verify(other, &headers(&[(HEADER, &token)])));
        assert!(!keys.verify(family, &headers(&[(HEADER, "")])));
        assert!(!keys.verify(family, &headers(&[])));
    }

    #[test]
    fn verifies_tokens_of_both_keys_while_they_rotate() {
        let old: CsrfKeys = OLD.parse().unwrap();
        let both: CsrfKeys = format!("{NEW},{OLD}").parse().unwrap();
        let new: CsrfKeys = NEW.parse().unwrap();
        let family = FamilyId::generate();
        assert!(both.verify(family, &headers(&[(HEADER, &old.token(family))])));
        assert!(new.verify(family, &headers(&[(HEADER, &both.token(family))])));
        assert!(!new.verify(family, &headers(&[(HEADER, &old.token(family))])));
    }
}
