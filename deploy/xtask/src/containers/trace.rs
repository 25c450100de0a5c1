//! One order, and what the collector received of it: one trace, from the browser's request to the sent mail.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use super::{
    patience::patiently,
    played::Played,
    spans::{self, Span},
    visitor::Visitor,
};
use crate::console::{say, table};

/// What the web app sends: its trace and its span.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const SPAN: &str = "b7ad6b7169203331";

/// Who takes part, with which span.
const PARTS: [(&str, &str); 9] = [
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

/// The events wait for nobody, but the processes send their spans in batches.
const PATIENCE: Duration = Duration::from_mins(1);

/// The welcome, and what the customer and the shop are told of the order.
const LETTERS: usize = 3;

/// Orders, and waits for all parts of the trace, and for the letters.
pub(super) async fn follow(played: &Played<'_>, visitor: &Visitor) -> Result<()> {
    visitor.order(&format!("00-{TRACE}-{SPAN}-00")).await?;
    let spans = patiently(PATIENCE, async || {
        let spans = spans::of_trace(&played.log("collector-collector").await?, TRACE);
        let missing = missing(&spans);
        let letters = letters(&played.log("mailpit-mailpit").await?);
        ensure!(
            missing.is_empty() && letters == LETTERS,
            "{letters} letters of {LETTERS} came, and of the trace {missing:?} did not: {spans:?}"
        );
        Ok(spans)
    })
    .await?;
    check(&spans)?;
    let mut rows = vec![["Service", "Span"].map(str::to_owned).to_vec()];
    rows.extend(
        spans
            .iter()
            .map(|span| vec![span.service.clone(), span.name.clone()]),
    );
    say(&table(&rows));
    Ok(())
}

/// How many letters the mail server wrote to its log.
fn letters(log: &str) -> usize {
    log.lines().filter(|line| line.starts_with("To: ")).count()
}

/// The parts of the order that are not there yet.
fn missing(spans: &[Span]) -> Vec<(&'static str, &'static str)> {
    let is_there = |(service, name): &(&str, &str)| find(spans, service, name).is_some();
    PARTS.into_iter().filter(|part| !is_there(part)).collect()
}

/// Whether they are connected: each part comes from the gateway's span, and that from the browser's.
fn check(spans: &[Span]) -> Result<()> {
    for (service, name) in PARTS {
        let span = find(spans, service, name).with_context(|| format!("{service} {name} is not there"))?;
        let origin = spans::origin(spans, span);
        ensure!(
            origin.service == "gateway" && origin.continues(SPAN),
            "{service} {name} comes from {origin:?}"
        );
    }
    Ok(())
}

fn find<'spans>(spans: &'spans [Span], service: &str, name: &str) -> Option<&'spans Span> {
    spans
        .iter()
        .find(|span| span.service == service && span.name.contains(name))
}
