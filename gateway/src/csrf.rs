//! Whether an unsafe call comes from a page of ours.
//!
//! In this order: (1) [`Origins::allow`], before anything else is looked at; (2) a call that needs a session and has
//! none is a 401; (3) with a live session, [`CsrfKeys::verify`] of the `X-XSRF-TOKEN` header. The second and third
//! are the extractors of [`crate::extract`]; calls that do not ask for a session stop after the first.

use http::{HeaderMap, Method, header};
use kit::{
    domain::FamilyId,
    keys::{InvalidKeys, Keys},
};

/// The header that repeats the XSRF-TOKEN cookie.
pub(crate) const HEADER: &str = "x-xsrf-token";

/// Whether a method may change something.
pub(crate) fn is_unsafe(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// The origins whose pages may make unsafe calls.
#[derive(Debug, Clone)]
pub(crate) struct Origins(Vec<String>);

impl Origins {
    pub(crate) const fn new(origins: Vec<String>) -> Self {
        Self(origins)
    }

    /// False where the browser says that the call comes from elsewhere. A client that sends neither header is no
    /// browser of today, and carries no cookies that it should not have.
    pub(crate) fn allow(&self, headers: &HeaderMap) -> bool {
        let site_fits = headers
            .get_all("sec-fetch-site")
            .iter()
            .all(|site| matches!(site.as_bytes(), b"same-origin" | b"none"));
        let origin_fits = headers
            .get_all(header::ORIGIN)
            .iter()
            .all(|origin| self.0.iter().any(|ours| ours.as_bytes() == origin.as_bytes()));
        site_fits && origin_fits
    }
}

/// The keys behind the XSRF-TOKEN cookie.
#[derive(Debug, Clone)]
pub struct CsrfKeys(Keys);

impl std::str::FromStr for CsrfKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl CsrfKeys {
    /// The token of a session's family; rotation of the session does not change it.
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
    fn a_call_from_elsewhere_is_known_by_either_header() {
        let origins = Origins::new(vec!["https://shop.example".to_owned()]);
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
    fn a_token_is_good_for_its_family_alone() {
        let keys: CsrfKeys = OLD.parse().unwrap();
        let (family, other) = (FamilyId::generate(), FamilyId::generate());
        let token = keys.token(family);
        assert!(keys.verify(family, &headers(&[(HEADER, &token)])));
        assert!(!keys.verify(other, &headers(&[(HEADER, &token)])));
        assert!(!keys.verify(family, &headers(&[(HEADER, "")])));
        assert!(!keys.verify(family, &headers(&[])));
    }

    #[test]
    fn a_key_can_be_changed_without_a_stop() {
        let old: CsrfKeys = OLD.parse().unwrap();
        let both: CsrfKeys = format!("{NEW},{OLD}").parse().unwrap();
        let new: CsrfKeys = NEW.parse().unwrap();
        let family = FamilyId::generate();
        assert!(both.verify(family, &headers(&[(HEADER, &old.token(family))])));
        assert!(new.verify(family, &headers(&[(HEADER, &both.token(family))])));
        assert!(!new.verify(family, &headers(&[(HEADER, &old.token(family))])));
    }
}
