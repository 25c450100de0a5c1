//! Places one order and checks its trace in the collector, from the browser's request to the sent mail.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use toolkit::console::{format_table, print_status};

use crate::{
    customer::Customer,
    overlay::Overlay,
    retry::retry,
    spans::{self, Span},
};

/// The trace id in the browser's `traceparent`.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
/// The browser's span id.
const SPAN: &str = "b7ad6b7169203331";

/// The expected services, with a part of their spans' names.
const EXPECTED: [(&str, &str); 9] = [
    ("gateway", "/orders"),
    ("order", "CreateOrder"),
    ("catalog", "ReserveStock"),
    ("account", "GetDiscount"),
    ("catalog", "created process"),
    ("cart", "storefront.order.created process"),
    ("notification", "created process"),
    ("notification", "send mail order_received"),
    ("notification", "send mail shop_order"),
];

/// The processes export spans in batches.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The welcome mail, and the order's mails to the customer and to the shop.
const MAILS: usize = 3;

/// Places an order, then waits for all spans and mails.
pub(crate) async fn check(overlay: &Overlay<'_>, customer: &Customer) -> Result<()> {
    customer.place_order(&format!("00-{TRACE}-{SPAN}-00")).await?;
    let spans = retry(TIMEOUT, async || {
        let spans = spans::parse_trace(&overlay.log("collector-collector").await?, TRACE);
        let missing = find_missing(&spans);
        let mails = count_mails(&overlay.log("mailpit-mailpit").await?);
        ensure!(
            missing.is_empty() && mails == MAILS,
            "received {mails} of {MAILS} mails; missing spans: {missing:?} of {spans:?}"
        );
        Ok(spans)
    })
    .await?;
    check_parents(&spans)?;
    let rows = spans.iter().map(|span| [span.service.clone(), span.name.clone()]);
    print_status(&format_table(["Service", "Span"], rows));
    Ok(())
}

/// Counts the mails in the mail server's log.
fn count_mails(log: &str) -> usize {
    log.lines().filter(|line| line.starts_with("To: ")).count()
}

/// Returns the expected spans that have not arrived.
fn find_missing(spans: &[Span]) -> Vec<(&'static str, &'static str)> {
    let has_arrived = |(service, name): &(&str, &str)| find(spans, service, name).is_some();
    EXPECTED
        .into_iter()
        .filter(|expected| !has_arrived(expected))
        .collect()
}

/// Checks that each expected span descends from the gateway's, and that one from the browser's.
fn check_parents(spans: &[Span]) -> Result<()> {
    for (service, name) in EXPECTED {
        let span = find(spans, service, name).with_context(|| format!("{service} {name} is missing"))?;
        let root = spans::root(spans, span);
        ensure!(
            root.service == "gateway" && root.has_parent(SPAN),
            "the root of {service} {name} is {root:?}"
        );
    }
    Ok(())
}

fn find<'spans>(spans: &'spans [Span], service: &str, name: &str) -> Option<&'spans Span> {
    spans
        .iter()
        .find(|span| span.service == service && span.name.contains(name))
}
