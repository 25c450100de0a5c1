//! The two cookies of a session and the token beside them.

use axum::response::{IntoResponseParts, ResponseParts};
use http::{HeaderMap, HeaderValue, header};
use proto::account::v1::TokenPair;

/// The cookie that scripts may read.
pub(crate) const XSRF: &str = "XSRF-TOKEN";

/// Seconds for which a browser keeps the readable token where no refresh token says otherwise: as long as one lives.
const XSRF_SECONDS: u32 = 30 * 24 * 60 * 60;

/// No token of ours is longer; a longer cookie is not worth asking about.
const LONGEST_TOKEN: usize = 256;

/// How cookies are named and flagged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cookies {
    is_secure: bool,
}

/// The tokens that came with a request; empty where there was none.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Presented {
    /// The session token.
    pub(crate) session: String,
    /// The refresh token.
    pub(crate) refresh: String,
}

impl Cookies {
    /// On plain http, which only this machine's own shop may speak, browsers refuse `Secure` and its prefix.
    pub(crate) const fn new(is_secure: bool) -> Self {
        Self { is_secure }
    }

    const fn session(self) -> &'static str {
        if self.is_secure { "__Host-sid" } else { "sid" }
    }

    const fn refresh(self) -> &'static str {
        if self.is_secure { "__Host-rt" } else { "rt" }
    }

    /// The tokens that came with a request.
    pub(crate) fn presented(self, headers: &HeaderMap) -> Presented {
        Presented {
            session: read(headers, self.session()),
            refresh: read(headers, self.refresh()),
        }
    }

    /// Sets all three.
    pub(crate) fn set(self, tokens: &TokenPair, xsrf: &str) -> SetCookies {
        SetCookies(vec![
            self.write(
                self.session(),
                &tokens.session_token,
                tokens.session_seconds,
                Kind::Hidden,
            ),
            self.write(
                self.refresh(),
                &tokens.refresh_token,
                tokens.refresh_seconds,
                Kind::Hidden,
            ),
            self.write(XSRF, xsrf, tokens.refresh_seconds, Kind::Readable),
        ])
    }

    /// Sets the readable one alone.
    pub(crate) fn set_xsrf(self, xsrf: &str) -> SetCookies {
        SetCookies(vec![self.write(XSRF, xsrf, XSRF_SECONDS, Kind::Readable)])
    }

    /// Removes all three.
    pub(crate) fn remove(self) -> SetCookies {
        SetCookies(vec![
            self.write(self.session(), "", 0, Kind::Hidden),
            self.write(self.refresh(), "", 0, Kind::Hidden),
            self.write(XSRF, "", 0, Kind::Readable),
        ])
    }

    fn write(self, name: &str, value: &str, seconds: u32, kind: Kind) -> String {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let hidden = match kind {
            Kind::Hidden => "; HttpOnly",
            Kind::Readable => "",
        };
        format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Lax{hidden}{secure}")
    }
}

/// Whether scripts may read a cookie.
#[derive(Clone, Copy)]
enum Kind {
    Hidden,
    Readable,
}

/// The value of a cookie that could be a token; empty where there is none.
fn read(headers: &HeaderMap, name: &str) -> String {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(found, value)| *found == name && value.len() <= LONGEST_TOKEN)
        .map(|(_, value)| value.to_owned())
        .unwrap_or_default()
}

/// Cookies for a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetCookies(Vec<String>);

impl IntoResponseParts for SetCookies {
    type Error = std::convert::Infallible;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Self::Error> {
        for cookie in self.0 {
            // Tokens are ours and plain ASCII; one that is not is not sent.
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

    fn tokens() -> TokenPair {
        TokenPair {
            session_token: "s".to_owned(),
            refresh_token: "r".to_owned(),
            session_seconds: 1_800,
            refresh_seconds: 2_592_000,
        }
    }

    #[test]
    fn on_https_cookies_are_bound_to_the_host_and_hidden_from_scripts() {
        assert_eq!(
            Cookies::new(true).set(&tokens(), "x").0,
            [
                "__Host-sid=s; Path=/; Max-Age=1800; SameSite=Lax; HttpOnly; Secure",
                "__Host-rt=r; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly; Secure",
                "XSRF-TOKEN=x; Path=/; Max-Age=2592000; SameSite=Lax; Secure",
            ]
        );
    }

    #[test]
    fn on_this_machine_they_work_without_tls() {
        let set = Cookies::new(false).set(&tokens(), "x").0;
        assert_eq!(set[0], "sid=s; Path=/; Max-Age=1800; SameSite=Lax; HttpOnly");
        assert_eq!(set[1], "rt=r; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly");
    }

    #[test]
    fn removal_names_each_cookie_as_it_was_set() {
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
            assert_eq!(names(removed), names(cookies.set(&tokens(), "x")));
        }
    }

    #[test]
    fn a_token_is_read_by_its_exact_name() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "xsid=1; sid=two; sid=three".parse().unwrap());
        headers.append(header::COOKIE, "rt=four".parse().unwrap());
        let presented = Cookies::new(false).presented(&headers);
        assert_eq!(
            (presented.session.as_str(), presented.refresh.as_str()),
            ("two", "four")
        );
        assert!(Cookies::new(true).presented(&headers) == Presented::default());
    }

    #[test]
    fn what_is_too_long_to_be_a_token_is_none() {
        let mut headers = HeaderMap::new();
        headers.append(
            header::COOKIE,
            format!("sid={}", "a".repeat(257)).parse().unwrap(),
        );
        assert_eq!(Cookies::new(false).presented(&headers).session, "");
    }
}
