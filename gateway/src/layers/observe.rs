//! A span for each request. Neither the query nor any header is recorded: they may be personal.

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use kit::telemetry::propagation;
use tracing::{Instrument as _, field::Empty};

/// Records the request's method, route, status and trace.
pub(crate) async fn record(request: Request, next: Next) -> Response {
    // The template, not the path: a path may carry an id, and names must be few.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("*", MatchedPath::as_str);
    let span = tracing::info_span!(
        "request",
        otel.name = format!("{} {route}", request.method()),
        otel.kind = "server",
        http.request.method = %request.method(),
        http.route = route,
        http.response.status_code = Empty,
        trace_id = Empty,
    );
    let traceparent = request
        .headers()
        .get(propagation::TRACEPARENT)
        .and_then(|value| value.to_str().ok())
        .and_then(joined);
    propagation::continue_trace(&span, traceparent.as_deref());
    let response = next.run(request).instrument(span.clone()).await;
    span.record("http.response.status_code", response.status().as_u16());
    response
}

/// A stranger's trace with our own decision to keep it: else anybody could fill our store, or blind us, by a flag.
fn joined(traceparent: &str) -> Option<String> {
    let is_hexadecimal = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    let mut parts = traceparent.split('-');
    let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let fits = version == "00"
        && trace.len() == 32
        && span.len() == 16
        && flags.len() == 2
        && [trace, span, flags].into_iter().all(is_hexadecimal)
        && parts.next().is_none();
    fits.then(|| format!("00-{trace}-{span}-01"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

    #[test]
    fn a_browsers_trace_is_joined_but_its_flag_decides_nothing() {
        let ours = Some(format!("00-{TRACE}-b7ad6b7169203331-01"));
        assert_eq!(joined(&format!("00-{TRACE}-b7ad6b7169203331-00")), ours);
        assert_eq!(joined(&format!("00-{TRACE}-b7ad6b7169203331-01")), ours);
    }

    #[test]
    fn nonsense_starts_a_trace_of_our_own() {
        for wrong in [
            "",
            "00",
            "00-x-y-01",
            &format!("ff-{TRACE}-b7ad6b7169203331-01"),
            &format!("00-{TRACE}-b7ad6b7169203331-01-x"),
            &format!("00-{}-b7ad6b7169203331-01", TRACE.to_uppercase()),
        ] {
            assert_eq!(joined(wrong), None, "{wrong}");
        }
    }
}
