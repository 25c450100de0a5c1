//! Security headers.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Policy of responses that are not pages: they load nothing.
const DEFAULT_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Referrer of responses that set none: other sites get the origin alone.
const DEFAULT_REFERRER: HeaderValue = HeaderValue::from_static("strict-origin-when-cross-origin");

/// Referrer of pages whose address may have a secret: none.
pub(crate) const NO_REFERRER: HeaderValue = HeaderValue::from_static("no-referrer");

/// Sets the headers; a response's own policies and cache control stay.
pub(crate) async fn set(State(is_secure): State<bool>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    insert(response.headers_mut(), is_secure);
    response
}

/// Inserts the headers; own policies and cache control stay.
pub(crate) fn insert(headers: &mut HeaderMap, is_secure: bool) {
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_secure {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
    set_default(headers, header::REFERRER_POLICY, DEFAULT_REFERRER);
    set_default(headers, header::CONTENT_SECURITY_POLICY, DEFAULT_POLICY);
    set_default(
        headers,
        header::CACHE_CONTROL,
        HeaderValue::from_static("no-store"),
    );
}

fn set_default(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.entry(name).or_insert(value);
}

#[cfg(test)]
mod tests {
    use crate::testing::{Gateway, config};

    #[tokio::test]
    async fn every_response_has_security_headers() {
        let gateway = Gateway::with(&config("https://shop.example", &[]));
        for path in [
            "/api/v1.0/nothing",
            "/api/v1.0/categories",
            "/health/live",
            "/anything",
        ] {
            let response = gateway.send("GET", path, &[], "").await;
            let headers = response.headers();
            assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
            assert_eq!(
                headers["referrer-policy"], "strict-origin-when-cross-origin",
                "{path}"
            );
            assert_eq!(headers["cross-origin-opener-policy"], "same-origin", "{path}");
            assert!(headers.contains_key("permissions-policy"), "{path}");
            assert_eq!(headers["cache-control"], "no-store", "{path}");
            let policy = headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("default-src 'none'"), "{path}");
            let https = headers["strict-transport-security"].to_str().unwrap();
            assert!(https.starts_with("max-age=31536000"), "{path}");
        }
    }

    #[tokio::test]
    async fn sends_no_hsts_over_http() {
        let response = Gateway::start().send("GET", "/health/live", &[], "").await;
        assert!(!response.headers().contains_key("strict-transport-security"));
    }
}
