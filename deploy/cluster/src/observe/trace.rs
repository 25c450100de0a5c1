//! An order is one trace over the services, from the browser's request to the events, and its log lines have the trace's id.
//!
//! Traces and logs are in files of the stand-ins of Tempo and Loki, one JSON object a line.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, de::DeserializeOwned};
use toolkit::{
    retry::retry,
    trace::{self, ExpectedSpan, Span},
};

use super::{customer::Customer, pods::NAMESPACE, rollout};
use crate::kubectl::Kubectl;

/// The span of the browser, which it does not export.
const BROWSER: &str = "b7ad6b7169203331";

/// The span of the seventh service: it looks whether the order was made of an offer.
const INQUIRY: ExpectedSpan = ("inquiry", "created process");

/// Services and collectors export in batches.
const TIMEOUT: Duration = Duration::from_mins(1);

const SERVICE_NAME: &str = "service.name";

/// Places an order as a new customer, waits for the spans and log lines of its trace, and cancels the order.
///
/// # Errors
/// If the shop refuses the order, an expected span or each log line is missing after a minute, or a span does not descend from the
/// browser's.
pub(super) async fn check(kubectl: &Kubectl, url: &str) -> Result<String> {
    let id = trace::random_id();
    let http = rollout::client()?;
    let mut customer = Customer::register(&http, url, format!("trace-{id}@example.com")).await?;
    let products = customer.products_in_stock().await?;
    let product = *products.first().context("no product is in stock")?;
    customer.add_to_cart(product, None).await?;
    // The gateway samples each trace, whatever the browser's flag.
    let traceparent = format!("00-{id}-{BROWSER}-00");
    let order = customer.place_order(product, &id, Some(&traceparent)).await?;
    let seen = observe(kubectl, &id).await;
    let cancelled = customer.cancel_order(&order).await;
    let seen = seen.with_context(|| format!("trace {id}"))?;
    cancelled.context("the order was not cancelled")?;
    Ok(seen)
}

/// Waits for the trace and its log lines; returns their description.
async fn observe(kubectl: &Kubectl, id: &str) -> Result<String> {
    let expected = [&trace::ORDER[..], &[INQUIRY]].concat();
    let spans = retry(TIMEOUT, async || {
        let spans = parse_spans(&lines(kubectl, "tempo", id).await?, id)?;
        let missing = trace::find_missing(&spans, &expected);
        ensure!(missing.is_empty(), "missing spans: {missing:?} of {spans:?}");
        Ok(spans)
    })
    .await?;
    trace::check_parents(&spans, &expected, BROWSER)?;
    let logs = retry(TIMEOUT, async || {
        let logs = count_log_lines(&lines(kubectl, "loki", id).await?, id)?;
        ensure!(!logs.is_empty(), "no log line has the trace's id");
        Ok(logs)
    })
    .await?;
    Ok(format!(
        "{}\n{}",
        trace::format_spans(&spans),
        summary(id, &spans, &logs)
    ))
}

/// Describes a complete trace.
fn summary(id: &str, spans: &[Span], logs: &BTreeMap<String, usize>) -> String {
    let mut services: Vec<_> = spans.iter().map(|span| span.service.as_str()).collect();
    services.sort_unstable();
    services.dedup();
    let lines: Vec<_> = logs
        .iter()
        .map(|(service, lines)| format!("{service} {lines}"))
        .collect();
    format!(
        "trace {id}: {} spans of {} services, all below the browser's; log lines of {} services: {}",
        spans.len(),
        services.len(),
        logs.len(),
        lines.join(", ")
    )
}

/// Returns the lines with a trace's id in the files of a stand-in.
async fn lines(kubectl: &Kubectl, store: &str, id: &str) -> Result<String> {
    // grep returns 1 without a match.
    let script = format!("grep -rh {id} /data; [ $? -le 1 ]");
    let namespace = format!("--namespace={NAMESPACE}");
    let pod = format!("{store}-0");
    kubectl
        .run(&["exec", &pod, &namespace, "--", "sh", "-c", &script])
        .await
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Traces {
    resource_spans: Vec<ResourceSpans>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResourceSpans {
    #[serde(default)]
    resource: Resource,
    #[serde(default)]
    scope_spans: Vec<ScopeSpans>,
}

#[derive(Debug, Deserialize)]
struct ScopeSpans {
    #[serde(default)]
    spans: Vec<ReceivedSpan>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReceivedSpan {
    trace_id: String,
    span_id: String,
    #[serde(default)]
    parent_span_id: String,
    name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Logs {
    resource_logs: Vec<ResourceLogs>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResourceLogs {
    #[serde(default)]
    resource: Resource,
    #[serde(default)]
    scope_logs: Vec<ScopeLogs>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ScopeLogs {
    #[serde(default)]
    log_records: Vec<LogRecord>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogRecord {
    #[serde(default)]
    trace_id: String,
}

#[derive(Debug, Default, Deserialize)]
struct Resource {
    #[serde(default)]
    attributes: Vec<Attribute>,
}

#[derive(Debug, Deserialize)]
struct Attribute {
    key: String,
    #[serde(default)]
    value: AttributeValue,
}

/// A value that is no text has none here.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttributeValue {
    #[serde(default)]
    string_value: String,
}

impl Resource {
    /// The name of the service; empty if it is missing.
    fn service(&self) -> &str {
        self.attributes
            .iter()
            .find(|attribute| attribute.key == SERVICE_NAME)
            .map_or("", |attribute| attribute.value.string_value.as_str())
    }
}

/// Parses one JSON object a line. A line that is still being written is an error.
fn parse_lines<T: DeserializeOwned>(lines: &str) -> Result<Vec<T>> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("cannot parse {line:.200}")))
        .collect()
}

/// Returns the spans of a trace, in order of arrival.
fn parse_spans(lines: &str, id: &str) -> Result<Vec<Span>> {
    let mut spans = Vec::new();
    for batch in parse_lines::<Traces>(lines)?
        .into_iter()
        .flat_map(|traces| traces.resource_spans)
    {
        let service = batch.resource.service();
        let received = batch.scope_spans.into_iter().flat_map(|scope| scope.spans);
        spans.extend(received.filter(|span| span.trace_id == id).map(|span| Span {
            service: service.to_owned(),
            name: span.name,
            trace: span.trace_id,
            id: span.span_id,
            parent: span.parent_span_id,
        }));
    }
    Ok(spans)
}

/// Returns the number of log lines of a trace by service.
fn count_log_lines(lines: &str, id: &str) -> Result<BTreeMap<String, usize>> {
    let mut counts = BTreeMap::new();
    for batch in parse_lines::<Logs>(lines)?
        .into_iter()
        .flat_map(|logs| logs.resource_logs)
    {
        let records = batch.scope_logs.iter().flat_map(|scope| &scope.log_records);
        let count = records.filter(|record| record.trace_id == id).count();
        if count > 0 {
            *counts.entry(batch.resource.service().to_owned()).or_default() += count;
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACES: &str = concat!(
        r#"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.instances","value":{"intValue":"1"}},"#,
        r#"{"key":"service.name","value":{"stringValue":"order"}}]},"scopeSpans":[{"scope":{},"spans":["#,
        r#"{"traceId":"aa","spanId":"02","parentSpanId":"01","name":"order.v1/CreateOrder","kind":2},"#,
        r#"{"traceId":"bb","spanId":"03","name":"another"}]}]}]}"#,
        "\n",
        r#"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"gateway"}}]},"#,
        r#""scopeSpans":[{"spans":[{"traceId":"aa","spanId":"01","parentSpanId":"00","name":"POST /orders"}]}]}]}"#,
        "\n",
    );

    const LOGS: &str = concat!(
        r#"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"order"}}]},"#,
        r#""scopeLogs":[{"logRecords":[{"body":{"stringValue":"a"},"traceId":"aa"},{"body":{"stringValue":"b"},"traceId":"aa"},"#,
        r#"{"body":{"stringValue":"aa"}}]}]},{"resource":{},"scopeLogs":[{"logRecords":[{"traceId":"bb"}]}]}]}"#,
        "\n",
    );

    #[test]
    fn parses_the_spans_of_a_trace_with_their_services() {
        let spans = parse_spans(TRACES, "aa").unwrap();
        let parsed: Vec<_> = spans
            .iter()
            .map(|span| {
                (
                    span.service.as_str(),
                    span.name.as_str(),
                    span.id.as_str(),
                    span.parent.as_str(),
                )
            })
            .collect();
        assert_eq!(
            parsed,
            [
                ("order", "order.v1/CreateOrder", "02", "01"),
                ("gateway", "POST /orders", "01", "00"),
            ]
        );
        assert_eq!(parse_spans("", "aa").unwrap(), []);
    }

    #[test]
    fn line_that_is_being_written_is_an_error() {
        let incomplete = TRACES.get(..100).unwrap();
        let error = parse_spans(incomplete, "aa").unwrap_err().to_string();
        assert!(error.starts_with("cannot parse {\"resourceSpans\""), "{error}");
    }

    #[test]
    fn counts_the_log_lines_of_a_trace_by_service() {
        let logs = count_log_lines(LOGS, "aa").unwrap();
        assert_eq!(logs, BTreeMap::from([("order".to_owned(), 2)]));
        assert!(count_log_lines(LOGS, "cc").unwrap().is_empty());
    }

    #[test]
    fn summary_counts_services_once() {
        let spans = parse_spans(TRACES, "aa").unwrap();
        let logs = count_log_lines(LOGS, "aa").unwrap();
        assert_eq!(
            summary("aa", &spans, &logs),
            "trace aa: 2 spans of 2 services, all below the browser's; log lines of 1 services: order 2"
        );
    }
}
