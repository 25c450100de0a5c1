//! Places one order and checks its trace in the collector, from the browser's request to the sent mail.

use std::time::Duration;

use anyhow::{Result, ensure};
use toolkit::{
    console::print_status,
    retry::retry,
    trace::{self, ExpectedSpan},
};

use crate::{customer::Customer, overlay::Overlay, spans};

/// The trace id in the browser's `traceparent`.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
/// The browser's span id.
const SPAN: &str = "b7ad6b7169203331";

/// The spans of the order's mails.
const MAIL_SPANS: [ExpectedSpan; 2] = [
    ("notification", "send mail order_received"),
    ("notification", "send mail shop_order"),
];

/// The processes export spans in batches.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The welcome mail, and the order's mails to the customer and to the shop.
const MAILS: usize = 3;

/// Places an order, then waits for all spans and mails.
pub(crate) async fn check(overlay: &Overlay<'_>, customer: &Customer) -> Result<()> {
    let expected = [&trace::ORDER[..], &MAIL_SPANS].concat();
    customer.place_order(&format!("00-{TRACE}-{SPAN}-00")).await?;
    let spans = retry(TIMEOUT, async || {
        let spans = spans::parse_trace(&overlay.log("collector-collector").await?, TRACE);
        let missing = trace::find_missing(&spans, &expected);
        let mails = count_mails(&overlay.log("mailpit-mailpit").await?);
        ensure!(
            missing.is_empty() && mails == MAILS,
            "received {mails} of {MAILS} mails; missing spans: {missing:?} of {spans:?}"
        );
        Ok(spans)
    })
    .await?;
    trace::check_parents(&spans, &expected, SPAN)?;
    print_status(&trace::format_spans(&spans));
    Ok(())
}

/// Counts the mails in the mail server's log.
fn count_mails(log: &str) -> usize {
    log.lines().filter(|line| line.starts_with("To: ")).count()
}
