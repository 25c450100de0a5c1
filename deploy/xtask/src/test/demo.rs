//! Checks `seed --demo` in a running shop, by what its desk shows afterwards.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use local::Topology;
use operator::{Clients, demo};
use toolkit::console::print_status;

use super::{TestRun, test_shop::TestShop};

const QUOTES: usize = 40;
const QUOTE_STATUSES: [&str; 7] = ["new", "assigned", "waiting", "offered", "won", "lost", "closed"];
/// All states but `expired`, in which no call can put an offer.
const OFFER_STATES: [&str; 7] = [
    "draft",
    "sent",
    "opened",
    "accepted",
    "declined",
    "superseded",
    "withdrawn",
];
const ORDER_STATUSES: [&str; 6] = [
    "Pending",
    "Processing",
    "Shipped",
    "Delivered",
    "Completed",
    "Cancelled",
];

/// Fills the desk, checks that it shows all states, and that a second run changes nothing.
pub(super) async fn check(run: &TestRun, shop: &TestShop) -> Result<()> {
    let clients = Clients::new(Topology::new(shop.options.clone()), &shop.options.keys)?;
    let fill = || demo::fill(&clients, &run.workspace.root, &shop.address);
    let filled = fill().await?.context("a new shop has the demo")?;
    let summary = filled.summary();
    let quotes: usize = summary.quotes.values().sum();
    ensure!(quotes == QUOTES, "the desk shows {quotes} of {QUOTES} quotes");
    require("quote", &summary.quotes, &QUOTE_STATUSES)?;
    require("offer", &summary.offers, &OFFER_STATES)?;
    require("order", &summary.orders, &ORDER_STATUSES)?;
    ensure!(fill().await?.is_none(), "a second run adds the demo again");
    let present = filled.count().await?;
    ensure!(
        present == *summary,
        "a second run changes {summary:?} to {present:?}"
    );
    print_status("the desk shows the demo");
    Ok(())
}

fn require(kind: &str, counts: &BTreeMap<String, usize>, states: &[&str]) -> Result<()> {
    for state in states {
        ensure!(counts.contains_key(*state), "no {kind} is {state}: {counts:?}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_state_that_is_missing() {
        let counts = BTreeMap::from([("new".to_owned(), 3)]);
        assert!(require("quote", &counts, &["new"]).is_ok());
        let error = require("quote", &counts, &["new", "won"])
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("no quote is won"), "{error}");
    }
}
