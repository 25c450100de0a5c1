//! Counters of the catalog.

use anyhow::{Context as _, Result};

use crate::setup::Setup;

const RPC: &str = "rpc_server_call_duration_seconds_count";

/// Returns the number of `ListProducts` calls that all catalog processes have served.
///
/// # Errors
/// If a process does not answer.
pub(crate) async fn list_calls(setup: &Setup) -> Result<f64> {
    let mut calls = 0.0;
    for address in setup.shop.catalog_admin() {
        let response = setup.http.get(format!("http://{address}/metrics")).send().await;
        let text = response.context("the catalog's metrics")?.text().await?;
        calls += sum(&text, RPC, "ListProducts");
    }
    Ok(calls)
}

/// Returns the sum of a metric's samples that have `text` in their labels.
fn sum(metrics: &str, name: &str, text: &str) -> f64 {
    metrics
        .lines()
        .filter(|line| line.starts_with(name) && line.contains(text))
        // A sample may be followed by an exemplar.
        .filter_map(|line| {
            line.split_once("} ")?
                .1
                .split_whitespace()
                .next()?
                .parse::<f64>()
                .ok()
        })
        .sum()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests {
    use super::*;

    #[test]
    fn sums_samples_with_a_label() {
        let metrics = "# TYPE a histogram\na_count{rpc_method=\"x/List\",code=\"OK\"} 4\n\
                       a_count{rpc_method=\"x/List\",code=\"NOT_FOUND\"} 2 # {trace=\"1\"} 1\n\
                       a_count{rpc_method=\"x/Get\"} 9\n";
        assert_eq!(sum(metrics, "a_count", "/List"), 6.0);
        assert_eq!(sum(metrics, "b_count", "/List"), 0.0);
    }
}
