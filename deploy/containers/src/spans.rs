//! Parses the spans in the collector's log.

use toolkit::trace::Span;

/// Returns the spans of one trace, in order of arrival.
pub(crate) fn parse_trace(log: &str, trace: &str) -> Vec<Span> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn parses_the_spans_of_a_trace_with_their_services() {
        let spans = parse_trace(LOG, "aa");
        let parsed: Vec<_> = spans
            .iter()
            .map(|span| (span.service.as_str(), span.name.as_str(), span.parent.as_str()))
            .collect();
        assert_eq!(
            parsed,
            [
                ("order", "storefront.order.v1.OrderService/CreateOrder", "01"),
                ("gateway", "POST /api/v1.0/orders", "00"),
            ]
        );
    }
}
