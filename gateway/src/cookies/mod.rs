//! The session, refresh and XSRF-TOKEN cookies of the shop, and the cookies of the desk.

mod desk;

use axum::response::{IntoResponseParts, ResponseParts};
use http::{HeaderMap, HeaderValue, header};
use proto::account::v1::TokenPair;

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
            self.write(
                self.session(),
                &tokens.session_token,
                tokens.session_seconds,
                Access::HttpOnly,
            ),
            self.write(
                self.refresh(),
                &tokens.refresh_token,
                tokens.refresh_seconds,
                Access::HttpOnly,
            ),
            self.write(XSRF, xsrf, tokens.refresh_seconds, Access::Script),
        ])
    }

    /// Sets only the XSRF-TOKEN cookie.
    pub(crate) fn set_xsrf(self, xsrf: &str) -> SetCookies {
        SetCookies(vec![self.write(XSRF, xsrf, XSRF_SECONDS, Access::Script)])
    }

    /// Removes all three cookies.
    pub(crate) fn remove(self) -> SetCookies {
        SetCookies(vec![
            self.write(self.session(), "", 0, Access::HttpOnly),
            self.write(self.refresh(), "", 0, Access::HttpOnly),
            self.write(XSRF, "", 0, Access::Script),
        ])
    }

    fn write(self, name: &str, value: &str, seconds: u32, access: Access) -> String {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let http_only = match access {
            Access::HttpOnly => "; HttpOnly",
            Access::Script => "",
        };
        format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Lax{http_only}{secure}")
    }
}

/// Whether scripts may read a cookie.
#[derive(Clone, Copy)]
enum Access {
    HttpOnly,
    Script,
}

/// Returns the token in a cookie; empty if there is none.
fn read(headers: &HeaderMap, name: &str) -> String {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(other, value)| *other == name && value.len() <= MAX_TOKEN_LENGTH)
        .map(|(_, value)| value.to_owned())
        .unwrap_or_default()
}

/// `Set-Cookie` headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetCookies(Vec<String>);

impl IntoResponseParts for SetCookies {
    type Error = std::convert::Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Self::Error> {
        for cookie in self.0 {
            // Tokens are ASCII.
            if let Ok(value) = HeaderValue::try_from(cookie) {
                parts.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        Ok(parts)
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
            Cookies::new(true).set(&token_pair(), "x").0,
            [
                "__Host-sid=s; Path=/; Max-Age=1800; SameSite=Lax; HttpOnly; Secure",
                "__Host-rt=r; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure",
                "XSRF-TOKEN=x; Path=/; Max-Age=2592000; SameSite=Lax; Secure",
            ]
        );
    }

    #[test]
    fn local_cookies_work_without_tls() {
        let set = Cookies::new(false).set(&token_pair(), "x").0;
        assert_eq!(set[0], "sid=s; Path=/; Max-Age=1800; SameSite=Lax; HttpOnly");
        assert_eq!(set[1], "rt=r; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly");
    }

    #[test]
    fn removes_each_cookie_by_the_name_it_was_set_with() {
        for cookies in [Cookies::new(true), Cookies::new(false)] {
            let names = |set: SetCookies| -> Vec<String> {
                set.0
                    .iter()
                    .map(|text| text.split('=').next().unwrap().to_owned())
                    .collect()
            };
            let removed = cookies.remove();
            assert!(
                removed
                    .0
                    .iter()
                    .all(|text| text.contains("=; Path=/; Max-Age=0;"))
            );
            assert_eq!(names(removed), names(cookies.set(&token_pair(), "x")));
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
