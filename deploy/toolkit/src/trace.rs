//! The spans of one trace, and the check that it is complete.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};

use crate::console::format_table;

/// The name of a service, with a part of its span's name.
pub type ExpectedSpan = (&'static str, &'static str);

/// The spans of an order, without those of its mails.
pub const ORDER: [ExpectedSpan; 7] = [
    ("gateway", "/orders"),
    ("order", "CreateOrder"),
    ("catalog", "ReserveStock"),
    ("account", "GetDiscount"),
    ("catalog", "created process"),
    ("cart", "storefront.order.created process"),
    ("notification", "created process"),
];

/// A received span; the ids are hexadecimal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// The name of the sending service.
    pub service: String,
    /// The operation's name.
    pub name: String,
    /// The trace's id.
    pub trace: String,
    /// The span's own id.
    pub id: String,
    /// The parent's id; empty for a root span.
    pub parent: String,
}

/// Returns a new trace id.
pub fn random_id() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Returns the expected spans that have not arrived.
pub fn find_missing(spans: &[Span], expected: &[ExpectedSpan]) -> Vec<ExpectedSpan> {
    let has_arrived = |(service, name): &ExpectedSpan| find(spans, service, name).is_some();
    expected
        .iter()
        .filter(|expected| !has_arrived(expected))
        .copied()
        .collect()
}

/// Checks that each expected span descends from the gateway's, whose parent is the browser's span.
///
/// # Errors
/// If a span is missing, or has another root.
pub fn check_parents(spans: &[Span], expected: &[ExpectedSpan], browser: &str) -> Result<()> {
    for (service, name) in expected {
        let span = find(spans, service, name).with_context(|| format!("{service} {name} is missing"))?;
        let root = root(spans, span);
        ensure!(
            root.service == "gateway" && root.parent == browser,
            "the root of {service} {name} is {root:?}"
        );
    }
    Ok(())
}

/// Formats the services and names of spans as a table.
pub fn format_spans(spans: &[Span]) -> String {
    let rows = spans.iter().map(|span| [span.service.clone(), span.name.clone()]);
    format_table(["Service", "Span"], rows)
}

fn find<'spans>(spans: &'spans [Span], service: &str, name: &str) -> Option<&'spans Span> {
    spans
        .iter()
        .find(|span| span.service == service && span.name.contains(name))
}

/// Follows the parents of a span to the first one that was received.
fn root<'spans>(spans: &'spans [Span], span: &'spans Span) -> &'spans Span {
    let by_id: BTreeMap<&str, &Span> = spans.iter().map(|span| (span.id.as_str(), span)).collect();
    let mut root = span;
    // Bounded by the number of spans, in case the parents form a cycle.
    for _ in spans {
        let Some(parent) = by_id.get(root.parent.as_str()) else {
            break;
        };
        root = parent;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: [ExpectedSpan; 2] = [("gateway", "/orders"), ("order", "CreateOrder")];

    fn span(service: &str, name: &str, id: &str, parent: &str) -> Span {
        Span {
            service: service.to_owned(),
            name: name.to_owned(),
            trace: "aa".to_owned(),
            id: id.to_owned(),
            parent: parent.to_owned(),
        }
    }

    fn order() -> Vec<Span> {
        vec![
            span(
                "order",
                "storefront.order.v1.OrderService/CreateOrder",
                "02",
                "01",
            ),
            span("gateway", "POST /api/v1.0/orders", "01", "00"),
        ]
    }

    #[test]
    fn complete_trace_has_the_browsers_span_as_parent_of_its_root() {
        let spans = order();
        assert_eq!(find_missing(&spans, &EXPECTED), []);
        check_parents(&spans, &EXPECTED, "00").unwrap();
    }

    #[test]
    fn missing_span_is_named() {
        let mut spans = order();
        spans.truncate(1);
        assert_eq!(find_missing(&spans, &EXPECTED), [("gateway", "/orders")]);
        let error = check_parents(&spans, &EXPECTED, "00").unwrap_err().to_string();
        assert_eq!(error, "gateway /orders is missing");
    }

    #[test]
    fn root_of_another_service_or_parent_is_named() {
        let mut spans = order();
        assert!(check_parents(&spans, &EXPECTED, "09").is_err());
        spans[0].parent = String::new();
        let error = check_parents(&spans, &EXPECTED, "00").unwrap_err().to_string();
        assert!(
            error.starts_with("the root of order CreateOrder is Span { service: \"order\""),
            "{error}"
        );
    }

    #[test]
    fn root_terminates_on_a_cycle_of_parents() {
        let mut spans = order();
        spans[1].parent = "02".to_owned();
        let _ = root(&spans, &spans[0]);
    }
}
