//! A span and a measurement for each request. Neither the query nor any header is recorded: they may be personal.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::Response,
};
use http::Method;
use kit::{
    metrics::{DurationHistograms, Gauges, LATENCY_BUCKETS, Labels, Metrics},
    telemetry::propagation,
};
use tracing::{Instrument as _, field::Empty};

/// What is measured of requests.
#[derive(Clone)]
pub(crate) struct Requests {
    durations: DurationHistograms<3>,
    active: Gauges<1>,
}

impl Requests {
    /// Shown among what the process measures.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        Self {
            durations: metrics.duration_histograms(
                "http_server_request_duration",
                "How long requests took, by route; * is a page",
                LATENCY_BUCKETS,
            ),
            active: metrics.gauges("http_server_active_requests", "Requests that are worked on now"),
        }
    }

    fn begin(&self, method: &'static str) -> Active {
        let active = Active {
            requests: self.clone(),
            labels: [("http_request_method", method.into())],
        };
        self.active.get_or_create_owned(&active.labels).inc();
        active
    }
}

/// A request that is worked on; it ends with this value, also where the visitor has gone.
struct Active {
    requests: Requests,
    labels: Labels<1>,
}

impl Drop for Active {
    fn drop(&mut self) {
        self.requests.active.get_or_create_owned(&self.labels).dec();
    }
}

/// Records the request's method, route, status, time and trace.
pub(crate) async fn record(State(requests): State<Requests>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    // The template, not the path: a path may carry an id, and names must be few.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("*", MatchedPath::as_str)
        .to_owned();
    let method = method(request.method());
    let _active = requests.begin(method);
    let span = tracing::info_span!(
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
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
    let status = response.status();
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    let labels = [
        ("http_request_method", method.into()),
        ("http_route", route.into()),
        ("http_response_status_code", status.as_str().to_owned().into()),
    ];
    span.in_scope(|| requests.durations.observe(&labels, began.elapsed()));
    response
}

/// The method, where it is one of HTTP's own: anybody can make up others, and names must be few.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::CONNECT => "CONNECT",
        Method::TRACE => "TRACE",
        _ => "_OTHER",
    }
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
    use crate::testing::Gateway;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

    #[test]
    fn a_browsers_trace_is_joined_but_its_flag_decides_nothing() {
        let ours = Some(format!("00-{TRACE}-b7ad6b7169203331-01"));
        assert_eq!(joined(&format!("00-{TRACE}-b7ad6b7169203331-00")), ours);
        assert_eq!(joined(&format!("00-{TRACE}-b7ad6b7169203331-01")), ours);
    }

    #[tokio::test]
    async fn a_request_is_measured_by_its_route_and_never_by_what_was_typed() {
        let gateway = Gateway::start();
        gateway
            .send("GET", "/api/v1.0/products/4711?searchTerm=secret", &[], "")
            .await;
        gateway.send("BREW", "/api/v1.0/products/4711", &[], "").await;
        gateway.send("GET", "/some/page", &[], "").await;
        let text = gateway.state.metrics.encode().unwrap();
        let counted = |method: &str, route: &str| {
            text.lines().any(|line| {
                line.starts_with("http_server_request_duration_seconds_count")
                    && line.contains(&format!("http_request_method=\"{method}\""))
                    && line.contains(&format!("http_route=\"{route}\""))
                    && line.ends_with(" 1")
            })
        };
        assert!(counted("GET", "/api/v1.0/products/{id}"), "{text}");
        assert!(counted("_OTHER", "/api/v1.0/products/{id}"), "{text}");
        assert!(counted("GET", "*"), "{text}");
        assert!(!text.contains("4711") && !text.contains("secret"), "{text}");
        assert!(
            text.contains("http_server_active_requests{http_request_method=\"GET\"} 0"),
            "{text}"
        );
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
