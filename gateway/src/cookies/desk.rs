//! The cookies of the desk.

use cookie::{Cookie, CookieBuilder, SameSite};
use http::HeaderMap;

use super::{SetCookies, build, read};

/// Path below which all calls of the desk are, and to which their cookies are limited over http.
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

impl DeskTokens {
    /// Whether the browser has been signed in to the desk, as far as its cookies tell.
    pub(crate) fn are_any(&self) -> bool {
        [&self.session, &self.refresh, &self.device]
            .iter()
            .any(|token| !token.is_empty())
    }
}

/// A token with the time that its cookie lives, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Lasting<'a> {
    pub(crate) token: &'a str,
    pub(crate) seconds: u32,
}

impl DeskCookies {
    /// Browsers reject `Secure` and the `__Host-` prefix over plain http, which only a local shop uses.
    pub(crate) const fn new(is_secure: bool) -> Self {
        Self { is_secure }
    }

    const fn session(self) -> &'static str {
        if self.is_secure {
            "__Host-desk-session"
        } else {
            "desk-session"
        }
    }

    const fn refresh(self) -> &'static str {
        if self.is_secure {
            "__Host-desk-refresh"
        } else {
            "desk-refresh"
        }
    }

    const fn device(self) -> &'static str {
        if self.is_secure {
            "__Host-desk-device"
        } else {
            "desk-device"
        }
    }

    /// Returns the tokens of a request.
    pub(crate) fn tokens(self, headers: &HeaderMap) -> DeskTokens {
        DeskTokens {
            session: read_or_previous(headers, self.session()),
            refresh: read_or_previous(headers, self.refresh()),
            device: read_or_previous(headers, self.device()),
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

    /// Removes all cookies but that of the device, those of the previous version too.
    pub(crate) fn remove(self) -> SetCookies {
        let SetCookies(mut cookies) = self.set(Lasting::default(), None, "");
        for name in [self.session(), self.refresh()].into_iter().filter_map(previous) {
            let removed = self.build(name, Lasting::default()).path(DESK_PATH);
            cookies.push(removed.http_only(true).build());
        }
        SetCookies(cookies)
    }

    fn cookie(self, name: &'static str, value: Lasting<'_>) -> Cookie<'static> {
        // The prefix `__Host-` needs the root: no other host of the domain can set such a cookie.
        let path = if self.is_secure { "/" } else { DESK_PATH };
        self.build(name, value).path(path).http_only(true).build()
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

/// Reads a cookie; over https else the one of the previous version, which lives for up to 14 days.
fn read_or_previous(headers: &HeaderMap, name: &str) -> String {
    let token = read(headers, name);
    match previous(name) {
        Some(previous) if token.is_empty() => read(headers, previous),
        _ => token,
    }
}

/// Returns the name that the previous version gave a cookie over https, on the path of the desk's calls.
fn previous(name: &str) -> Option<&'static str> {
    match name {
        "__Host-desk-session" => Some("__Secure-desk-session"),
        "__Host-desk-refresh" => Some("__Secure-desk-refresh"),
        "__Host-desk-device" => Some("__Secure-desk-device"),
        _ => None,
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
                "__Host-desk-session=s; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=1800",
                "__Host-desk-refresh=r; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=43200",
                "DESK-XSRF-TOKEN=x; SameSite=Strict; Secure; Path=/desk; Max-Age=43200",
            ]
        );
        let device = Lasting {
            token: "d",
            seconds: 60,
        };
        assert_eq!(
            cookies.set_device(device).texts(),
            ["__Host-desk-device=d; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=60"]
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
    fn reads_and_removes_the_cookies_of_the_previous_version() {
        let cookies = DeskCookies::new(true);
        let read = |cookie: &str| {
            let headers = HeaderMap::from_iter([(http::header::COOKIE, cookie.parse().unwrap())]);
            let tokens = cookies.tokens(&headers);
            [tokens.session, tokens.refresh, tokens.device]
        };
        let previous = "__Secure-desk-session=a; __Secure-desk-refresh=b; __Secure-desk-device=c";
        assert_eq!(read(previous), ["a", "b", "c"]);
        assert_eq!(
            read(&format!(
                "{previous}; __Host-desk-session=d; __Host-desk-refresh=e"
            )),
            ["d", "e", "c"]
        );
        let removed = cookies.remove().texts();
        for name in ["session", "refresh"] {
            let previous = format!(
                "__Secure-desk-{name}=; HttpOnly; SameSite=Strict; Secure; Path=/api/v1.0/desk; Max-Age=0"
            );
            assert!(removed.contains(&previous), "{removed:?}");
        }
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
        assert!(tokens.are_any());
        let none = DeskCookies::new(true).tokens(&headers);
        assert!(none == DeskTokens::default() && !none.are_any());
    }
}
