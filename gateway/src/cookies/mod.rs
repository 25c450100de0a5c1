//! The session, refresh and XSRF-TOKEN cookies of the shop, and the cookies of the desk.

mod desk;

use axum::response::{IntoResponseParts, ResponseParts};
use cookie::{Cookie, CookieBuilder, SameSite};
use http::{HeaderMap, HeaderValue, header};
use proto::account::v1::TokenPair;
use time::Duration;

pub(crate) use desk::{DESK_PATH, DeskCookies, Lasting};

/// The name of the cookie that scripts read.
const XSRF: &str = "XSRF-TOKEN";

/// Lifetime of an XSRF-TOKEN cookie set without a refresh token, in seconds: that of a refresh token.
const XSRF_SECONDS: u32 = 30 * 24 * 60 * 60;

/// Maximum length of a token. Longer cookies are ignored.
const MAX_TOKEN_LENGTH: usize = 256;

/// Names and flags of the cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cookies {
    is_secure: bool,
}

/// The tokens of a request; empty if absent.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Tokens {
    pub(crate) session: String,
    pub(crate) refresh: String,
}

impl Cookies {
    /// Browsers reject `Secure` and the `__Host-` prefix over plain http, which only a local shop uses.
    pub(crate) const fn new(is_secure: bool) -> Self {
        Self { is_secure }
    }

    const fn session(self) -> &'static str {
        if self.is_secure { "__Host-sid" } else { "sid" }
    }

    const fn refresh(self) -> &'static str {
        if self.is_secure { "__Host-rt" } else { "rt" }
    }

    /// Returns the tokens of a request.
    pub(crate) fn tokens(self, headers: &HeaderMap) -> Tokens {
        Tokens {
            session: read(headers, self.session()),
            refresh: read(headers, self.refresh()),
        }
    }

    /// Sets all three cookies.
    pub(crate) fn set(self, tokens: &TokenPair, xsrf: &str) -> SetCookies {
        SetCookies(vec![
            self.cookie(self.session(), &tokens.session_token, tokens.session_seconds),
            self.cookie(self.refresh(), &tokens.refresh_token, tokens.refresh_seconds),
            self.cookie(XSRF, xsrf, tokens.refresh_seconds),
        ])
    }

    /// Sets only the XSRF-TOKEN cookie.
    pub(crate) fn set_xsrf(self, xsrf: &str) -> SetCookies {
        SetCookies(vec![self.cookie(XSRF, xsrf, XSRF_SECONDS)])
    }

    /// Removes all three cookies.
    pub(crate) fn remove(self) -> SetCookies {
        SetCookies(
            [self.session(), self.refresh(), XSRF]
                .map(|name| self.cookie(name, "", 0))
                .into(),
        )
    }

    fn cookie(self, name: &'static str, value: &str, seconds: u32) -> Cookie<'static> {
        build(name, value, seconds)
            .path("/")
            .same_site(SameSite::Lax)
            .http_only(name != XSRF)
            .secure(self.is_secure)
            .build()
    }
}

fn build(name: &'static str, value: &str, seconds: u32) -> CookieBuilder<'static> {
    Cookie::build((name, value.to_owned())).max_age(Duration::seconds(seconds.into()))
}

/// Returns the token in a cookie; empty if there is none.
fn read(headers: &HeaderMap, name: &str) -> String {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .flatten()
        .find(|cookie| cookie.name() == name && cookie.value().len() <= MAX_TOKEN_LENGTH)
        .map(|cookie| cookie.value().to_owned())
        .unwrap_or_default()
}

/// `Set-Cookie` headers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SetCookies(Vec<Cookie<'static>>);

impl IntoResponseParts for SetCookies {
    type Error = std::convert::Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Self::Error> {
        for cookie in self.0 {
            // Tokens are ASCII.
            if let Ok(value) = HeaderValue::try_from(cookie.to_string()) {
                parts.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        Ok(parts)
    }
}

#[cfg(test)]
impl SetCookies {
    fn texts(&self) -> Vec<String> {
        self.0.iter().map(Cookie::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token_pair() -> TokenPair {
        TokenPair {
            session_token: "s".to_owned(),
            refresh_token: "r".to_owned(),
            session_seconds: 1_800,
            refresh_seconds: 2_592_000,
        }
    }

    #[test]
    fn cookies_are_host_only_http_only_and_secure_over_https() {
        assert_eq!(
            Cookies::new(true).set(&token_pair(), "x").texts(),
            [
                "__Host-sid=s; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=1800",
                "__Host-rt=r; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=2592000",
                "XSRF-TOKEN=x; SameSite=Lax; Secure; Path=/; Max-Age=2592000",
            ]
        );
    }

    #[test]
    fn local_cookies_work_without_tls() {
        let set = Cookies::new(false).set(&token_pair(), "x").texts();
        assert_eq!(set[0], "sid=s; HttpOnly; SameSite=Lax; Path=/; Max-Age=1800");
        assert_eq!(set[1], "rt=r; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000");
    }

    #[test]
    fn removes_each_cookie_by_the_name_it_was_set_with() {
        for cookies in [Cookies::new(true), Cookies::new(false)] {
            let names = |set: &SetCookies| set.0.iter().map(|cookie| cookie.name().to_owned()).collect();
            let (set, removed) = (cookies.set(&token_pair(), "x"), cookies.remove());
            let (set, removed_names): (Vec<String>, Vec<String>) = (names(&set), names(&removed));
            assert_eq!(set, removed_names);
            for text in removed.texts() {
                assert!(
                    text.contains("=;") && text.ends_with("; Path=/; Max-Age=0"),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn matches_cookie_names_exactly() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "xsid=1; sid=two; sid=three".parse().unwrap());
        headers.append(header::COOKIE, "rt=four".parse().unwrap());
        let tokens = Cookies::new(false).tokens(&headers);
        assert_eq!(
            (tokens.session.as_str(), tokens.refresh.as_str()),
            ("two", "four")
        );
        assert!(Cookies::new(true).tokens(&headers) == Tokens::default());
    }

    #[test]
    fn ignores_cookies_longer_than_a_token() {
        let mut headers = HeaderMap::new();
        headers.append(
            header::COOKIE,
            format!("sid={}", "a".repeat(257)).parse().unwrap(),
        );
        assert_eq!(Cookies::new(false).tokens(&headers).session, "");
    }
}
