//! The cookies of the desk.

use cookie::{Cookie, CookieBuilder, SameSite};
use http::HeaderMap;

use super::{SetCookies, build, read};

/// Path below which all calls of the desk are, and to which their cookies are limited.
pub(crate) const DESK_PATH: &str = "/api/v1.0/desk";

/// The cookie that the desk's scripts read.
const XSRF: &str = "DESK-XSRF-TOKEN";

/// Path of the pages that read the XSRF token.
const PAGES: &str = "/desk";

/// Names and flags of the cookies of the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeskCookies {
    is_secure: bool,
}

/// The tokens of a request; empty if absent.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct DeskTokens {
    pub(crate) session: String,
    pub(crate) refresh: String,
    pub(crate) device: String,
}

/// A token with the time that its cookie lives, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Lasting<'a> {
    pub(crate) token: &'a str,
    pub(crate) seconds: u32,
}

impl DeskCookies {
    /// Browsers reject `Secure` and the `__Secure-` prefix over plain http, which only a local shop uses.
    pub(crate) const fn new(is_secure: bool) -> Self {
        Self { is_secure }
    }

    const fn session(self) -> &'static str {
        if self.is_secure {
            "__Secure-desk-session"
        } else {
            "desk-session"
        }
    }

    const fn refresh(self) -> &'static str {
        if self.is_secure {
            "__Secure-desk-refresh"
        } else {
            "desk-refresh"
        }
    }

    const fn device(self) -> &'static str {
        if self.is_secure {
            "__Secure-desk-device"
        } else {
            "desk-device"
        }
    }

    /// Returns the tokens of a request.
    pub(crate) fn tokens(self, headers: &HeaderMap) -> DeskTokens {
        DeskTokens {
            session: read(headers, self.session()),
            refresh: read(headers, self.refresh()),
            device: read(headers, self.device()),
        }
    }

    /// Sets the session cookie and the XSRF token; sets the refresh cookie if there is a token, else removes it.
    pub(crate) fn set(self, session: Lasting<'_>, refresh: Option<Lasting<'_>>, xsrf: &str) -> SetCookies {
        let longest = refresh.unwrap_or(session).seconds;
        SetCookies(vec![
            self.cookie(self.session(), session),
            self.cookie(self.refresh(), refresh.unwrap_or_default()),
            self.xsrf(xsrf, longest),
        ])
    }

    /// Sets only the XSRF token.
    pub(crate) fn set_xsrf(self, xsrf: &str, seconds: u32) -> SetCookies {
        SetCookies(vec![self.xsrf(xsrf, seconds)])
    }

    /// Sets the cookie of a remembered device.
    pub(crate) fn set_device(self, device: Lasting<'_>) -> SetCookies {
        SetCookies(vec![self.cookie(self.device(), device)])
    }

    /// Removes all cookies but that of the device.
    pub(crate) fn remove(self) -> SetCookies {
        self.set(Lasting::default(), None, "")
    }

    fn cookie(self, name: &'static str, value: Lasting<'_>) -> Cookie<'static> {
        let cookie = self.build(name, value).path(DESK_PATH).http_only(true);
        cookie.build()
    }

    fn xsrf(self, token: &str, seconds: u32) -> Cookie<'static> {
        self.build(XSRF, Lasting { token, seconds }).path(PAGES).build()
    }

    fn build(self, name: &'static str, Lasting { token, seconds }: Lasting<'_>) -> CookieBuilder<'static> {
        build(name, token, seconds)
            .same_site(SameSite::Strict)
            .secure(self.is_secure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: Lasting<'_> = Lasting {
        token: "s",
        seconds: 1_800,
    };
    const REFRESH: Lasting<'_> = Lasting {
        token: "r",
        seconds: 43_200,
    };

    #[test]
    fn cookies_are_strict_and_secure_over_https() {
        let cookies = DeskCookies::new(true);
        assert_eq!(
            cookies.set(SESSION, Some(REFRESH), "x").texts(),
            [
                "__Secure-desk-session=s; HttpOnly; SameSite=Strict; Secure; Path=/api/v1.0/desk; Max-Age=1800",
                "__Secure-desk-refresh=r; HttpOnly; SameSite=Strict; Secure; Path=/api/v1.0/desk; Max-Age=43200",
                "DESK-XSRF-TOKEN=x; SameSite=Strict; Secure; Path=/desk; Max-Age=43200",
            ]
        );
        let device = Lasting {
            token: "d",
            seconds: 60,
        };
        assert_eq!(
            cookies.set_device(device).texts(),
            ["__Secure-desk-device=d; HttpOnly; SameSite=Strict; Secure; Path=/api/v1.0/desk; Max-Age=60"]
        );
    }

    #[test]
    fn a_session_without_its_second_factor_has_no_refresh_cookie() {
        assert_eq!(
            DeskCookies::new(false).set(SESSION, None, "x").texts(),
            [
                "desk-session=s; HttpOnly; SameSite=Strict; Path=/api/v1.0/desk; Max-Age=1800",
                "desk-refresh=; HttpOnly; SameSite=Strict; Path=/api/v1.0/desk; Max-Age=0",
                "DESK-XSRF-TOKEN=x; SameSite=Strict; Path=/desk; Max-Age=1800",
            ]
        );
    }

    #[test]
    fn removes_all_but_the_device() {
        let removed = DeskCookies::new(false).remove().texts();
        assert_eq!(removed.len(), 3);
        assert!(
            removed
                .iter()
                .all(|cookie| cookie.contains("=;") && cookie.contains("Max-Age=0"))
        );
        assert!(!removed.iter().any(|cookie| cookie.contains("device")));
    }

    #[test]
    fn reads_the_cookies_of_its_scheme_only() {
        let headers = HeaderMap::from_iter([(
            http::header::COOKIE,
            "desk-session=a; desk-refresh=b; desk-device=c; sid=d"
                .parse()
                .unwrap(),
        )]);
        let tokens = DeskCookies::new(false).tokens(&headers);
        assert_eq!(
            (&*tokens.session, &*tokens.refresh, &*tokens.device),
            ("a", "b", "c")
        );
        assert!(DeskCookies::new(true).tokens(&headers) == DeskTokens::default());
    }
}
