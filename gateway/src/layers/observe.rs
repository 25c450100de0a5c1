//! Traces and metrics of requests. Neither queries nor headers are recorded: they may be personal.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, Method, StatusCode};
use kit::{
    metrics::{DurationHistograms, Gauge, Gauges, LATENCY_BUCKETS, Labels, Metrics},
    telemetry::propagation,
};
use tracing::{Instrument as _, Span, field::Empty};

/// Metrics of requests.
#[derive(Clone)]
pub(crate) struct RequestMetrics {
    durations: DurationHistograms<3>,
    active: Gauges<1>,
    exports_traces: bool,
}

impl RequestMetrics {
    /// Registers the metrics. `exports_traces` is whether the process exports spans.
    pub(crate) fn new(metrics: &Metrics, exports_traces: bool) -> Self {
        Self {
            exports_traces,
            durations: metrics.duration_histograms(
                "http_server_request_duration",
                "Duration of requests by route; * is a page",
                LATENCY_BUCKETS,
            ),
            active: metrics.gauges("http_server_active_requests", "Active requests"),
        }
    }

    /// Records a response from the cache, which is ready at once.
    ///
    /// It has a span only if spans are exported: nothing is logged in it, and it would double the cost of the response.
    pub(crate) fn record_cached(&self, labels: &RouteLabels, request: &HeaderMap, started: Instant) {
        let span = if self.exports_traces {
            cached_span(labels, request)
        } else {
            Span::none()
        };
        span.in_scope(|| self.durations.observe(&labels.labels, started.elapsed()));
    }

    /// Starts to observe a request.
    fn start(&self, route: &Route, request: &HeaderMap) -> Observation {
        let active = self
            .active
            .get_or_create_owned(&[("http_request_method", route.method.into())]);
        active.inc();
        let span = tracing::info_span!(
            "request",
            otel.name = route.name,
            otel.kind = "server",
            otel.status_code = Empty,
            http.request.method = route.method,
            http.route = route.template(),
            http.response.status_code = Empty,
            trace_id = Empty,
        );
        propagation::continue_trace(&span, traceparent(request).as_deref());
        Observation {
            started: Instant::now(),
            durations: self.durations.clone(),
            active: ActiveRequest(active),
            span,
        }
    }
}

/// The method of a request and the route that it matched.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    method: &'static str,
    /// `GET /api/v1.0/products/{id}`, `GET *` for a page.
    name: String,
}

impl Route {
    /// Creates a route of a method and a path template, `*` for a page.
    pub(crate) fn new(method: &'static str, template: &str) -> Self {
        Self {
            method,
            name: format!("{method} {template}"),
        }
    }

    /// Returns the template instead of the path, to keep the label's cardinality low.
    fn template(&self) -> &str {
        self.name.get(self.method.len() + 1..).unwrap_or_default()
    }

    /// Returns the labels of responses with a status.
    pub(crate) fn labels(&self, status: StatusCode) -> RouteLabels {
        RouteLabels {
            route: self.clone(),
            status,
            labels: [
                ("http_request_method", self.method.into()),
                ("http_route", self.template().to_owned().into()),
                ("http_response_status_code", status.as_str().to_owned().into()),
            ],
        }
    }
}

/// The labels of responses of a route with a status.
#[derive(Debug)]
pub(crate) struct RouteLabels {
    pub(crate) route: Route,
    status: StatusCode,
    labels: Labels<3>,
}

/// Creates the span of a response from the cache, with all its fields: recording one later formats all again.
fn cached_span(labels: &RouteLabels, request: &HeaderMap) -> Span {
    let span = tracing::info_span!(
        "request",
        otel.name = labels.route.name,
        otel.kind = "server",
        http.request.method = labels.route.method,
        http.route = labels.route.template(),
        http.response.status_code = labels.status.as_u16(),
        trace_id = Empty,
    );
    if let Some(traceparent) = traceparent(request) {
        propagation::continue_trace(&span, Some(&traceparent));
    }
    span
}

/// Returns the trace context of a request, if it is well-formed.
fn traceparent(request: &HeaderMap) -> Option<String> {
    let value = request.get(propagation::TRACEPARENT)?;
    sampled(value.to_str().ok()?)
}

/// A request from its arrival to its response.
struct Observation {
    started: Instant,
    durations: DurationHistograms<3>,
    active: ActiveRequest,
    span: Span,
}

impl Observation {
    /// Records the response.
    fn finish(self, labels: &RouteLabels) {
        let status = labels.status;
        self.span.record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            self.span.record("otel.status_code", "ERROR");
        }
        let elapsed = self.started.elapsed();
        self.span
            .in_scope(|| self.durations.observe(&labels.labels, elapsed));
        drop(self.active);
    }
}

/// Counts a request as active until dropped, also if the client disconnects.
struct ActiveRequest(Gauge);

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Records method, route, status, duration and trace of a request. The response has its [`Route`] as an extension.
pub(crate) async fn record(State(metrics): State<RequestMetrics>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>();
    let route = Route::new(method(request.method()), matched.map_or("*", MatchedPath::as_str));
    let observation = metrics.start(&route, request.headers());
    let mut response = next.run(request).instrument(observation.span.clone()).await;
    observation.finish(&route.labels(response.status()));
    response.extensions_mut().insert(route);
    response
}

/// Returns the method as a label; all non-standard ones share one, to keep the cardinality low.
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

/// Returns a client's trace context with the sampled flag set, so that the client does not decide about sampling;
/// `None` if it is malformed.
fn sampled(traceparent: &str) -> Option<String> {
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
    fn continues_a_clients_trace_but_ignores_its_sampled_flag() {
        let expected = Some(format!("00-{TRACE}-b7ad6b7169203331-01"));
        assert_eq!(sampled(&format!("00-{TRACE}-b7ad6b7169203331-00")), expected);
        assert_eq!(sampled(&format!("00-{TRACE}-b7ad6b7169203331-01")), expected);
    }

    #[tokio::test]
    async fn measures_requests_by_route_without_ids_or_queries() {
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
        assert!(!text.contains("/4711") && !text.contains("secret"), "{text}");
        assert!(
            text.contains("http_server_active_requests{http_request_method=\"GET\"} 0"),
            "{text}"
        );
    }

    #[test]
    fn ignores_malformed_trace_contexts() {
        for wrong in [
            "",
            "00",
            "00-x-y-01",
            &format!("ff-{TRACE}-b7ad6b7169203331-01"),
            &format!("00-{TRACE}-b7ad6b7169203331-01-x"),
            &format!("00-{}-b7ad6b7169203331-01", TRACE.to_uppercase()),
        ] {
            assert_eq!(sampled(wrong), None, "{wrong}");
        }
    }
}
