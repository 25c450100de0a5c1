//! What the collector wrote to its log about the spans that it received.

use std::collections::BTreeMap;

/// A span as it was received; the ids are in hexadecimal digits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Span {
    /// Which process sent it.
    pub(super) service: String,
    /// Its name.
    pub(super) name: String,
    trace: String,
    id: String,
    /// Empty for the first span of a trace.
    parent: String,
}

/// The spans of one trace, in the order of their arrival.
pub(super) fn of_trace(log: &str, trace: &str) -> Vec<Span> {
    let mut service = String::new();
    let mut spans: Vec<Span> = Vec::new();
    for line in log.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("-> service.name: Str(") {
            name.trim_end_matches(')').clone_into(&mut service);
        } else if line.starts_with("Span #") {
            spans.push(Span {
                service: service.clone(),
                ..Span::default()
            });
        } else if let (Some(span), Some((field, value))) = (spans.last_mut(), line.split_once(':')) {
            let field = match field.trim() {
                "Trace ID" => &mut span.trace,
                "Parent ID" => &mut span.parent,
                "ID" => &mut span.id,
                "Name" => &mut span.name,
                _ => continue,
            };
            value.trim().clone_into(field);
        }
    }
    spans.retain(|span| span.trace == trace);
    spans
}

/// The span from which a span comes, parent by parent, as far as they were received.
pub(super) fn origin<'spans>(spans: &'spans [Span], span: &'spans Span) -> &'spans Span {
    let by_id: BTreeMap<&str, &Span> = spans.iter().map(|span| (span.id.as_str(), span)).collect();
    let mut origin = span;
    // No chain is longer than there are spans.
    for _ in spans {
        let Some(parent) = by_id.get(origin.parent.as_str()) else {
            break;
        };
        origin = parent;
    }
    origin
}

impl Span {
    /// Whether it continues this span of somebody else.
    pub(super) fn continues(&self, id: &str) -> bool {
        self.parent == id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the collector writes it.
    const LOG: &str = "\
2026-11-21T20:01:18.934285Z  INFO Starting
ResourceSpans #0
Resource SchemaURL:
Resource attributes:
     -> service.name: Str(order)
     -> service.version: Str(0.1.0)
ScopeSpans #0
InstrumentationScope storefront
Span #0
    Trace ID       : aa
    Parent ID      : 01
    ID             : 02
    Name           : storefront.order.v1.OrderService/CreateOrder
    Kind           : SPAN_KIND_SERVER
Attributes:
     -> rpc.method: Str(x)
Span #1
    Trace ID       : bb
    Parent ID      :
    ID             : 03
    Name           : another
ResourceSpans #0
Resource attributes:
     -> service.name: Str(gateway)
ScopeSpans #0
Span #0
    Trace ID       : aa
    Parent ID      : 00
    ID             : 01
    Name           : POST /api/v1.0/orders
";

    #[test]
    fn the_spans_of_a_trace_are_read_with_their_services() {
        let spans = of_trace(LOG, "aa");
        let read: Vec<_> = spans
            .iter()
            .map(|span| (span.service.as_str(), span.name.as_str()))
            .collect();
        assert_eq!(
            read,
            [
                ("order", "storefront.order.v1.OrderService/CreateOrder"),
                ("gateway", "POST /api/v1.0/orders"),
            ]
        );
    }

    #[test]
    fn the_origin_is_the_last_parent_that_was_received() {
        let spans = of_trace(LOG, "aa");
        let origin = origin(&spans, &spans[0]);
        assert_eq!(origin.service, "gateway");
        assert!(origin.continues("00"));
    }

    #[test]
    fn a_circle_of_parents_has_an_end() {
        let mut spans = of_trace(LOG, "aa");
        spans[1].parent = "02".to_owned();
        let _ = origin(&spans, &spans[0]);
    }
}
