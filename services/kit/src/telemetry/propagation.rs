//! Trace context propagation over HTTP, gRPC, the outbox and NATS, as W3C `traceparent`.

use std::collections::HashMap;

use opentelemetry::{
    Context,
    propagation::{Extractor, Injector},
    trace::TraceContextExt as _,
};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Name of the header.
pub const TRACEPARENT: &str = "traceparent";

/// Returns the `traceparent` of the current span, if it is part of a trace.
pub fn current_traceparent() -> Option<String> {
    let mut carrier = Carrier(HashMap::new());
    let context = tracing::Span::current().context();
    opentelemetry::global::get_text_map_propagator(|propagator| {
        propagator.inject_context(&context, &mut carrier);
    });
    carrier.0.remove(TRACEPARENT)
}

/// Sets a span's parent from a `traceparent`, and records the `trace_id` field for the log.
pub fn continue_trace(span: &tracing::Span, traceparent: Option<&str>) {
    if let Some(traceparent) = traceparent {
        let carrier = Carrier(HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]));
        let context =
            opentelemetry::global::get_text_map_propagator(|propagator| propagator.extract(&carrier));
        // Fails for a span that is filtered out.
        let _ = span.set_parent(context);
    }
    if let Some(id) = trace_id(&span.context()) {
        span.record("trace_id", id);
    }
}

/// Returns the trace id of the current span, 32 hexadecimal digits.
pub fn current_trace_id() -> Option<String> {
    trace_id(&tracing::Span::current().context())
}

/// Returns the trace id of the current span if the trace is sampled.
pub fn sampled_trace_id() -> Option<String> {
    let context = tracing::Span::current().context();
    let is_sampled = context.span().span_context().is_sampled();
    trace_id(&context).filter(|_| is_sampled)
}

fn trace_id(context: &Context) -> Option<String> {
    let span = context.span().span_context().clone();
    span.is_valid().then(|| span.trace_id().to_string())
}

struct Carrier(HashMap<String, String>);

impl Injector for Carrier {
    fn set(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }
}

impl Extractor for Carrier {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}
