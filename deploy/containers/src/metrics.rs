//! Runs Prometheus with the shop's settings and rules against the running services.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, Result, ensure};
use local::Topology;
use serde::Deserialize;
use toolkit::{console::print_status, retry::retry};

use crate::overlay::Overlay;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// DNS discovery, scraping and rule evaluation each run every 15 s.
const TIMEOUT: Duration = Duration::from_mins(3);

#[derive(Debug, Deserialize)]
struct Response<Data> {
    data: Data,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Targets {
    active_targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
struct Target {
    labels: BTreeMap<String, String>,
    health: String,
}

#[derive(Debug, Deserialize)]
struct Rules {
    groups: Vec<Group>,
}

#[derive(Debug, Deserialize)]
struct Group {
    rules: Vec<Rule>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    name: String,
    health: String,
    #[serde(default)]
    last_error: String,
}

#[derive(Debug, Deserialize)]
struct QueryResult {
    result: Vec<serde_json::Value>,
}

/// Starts Prometheus, and waits until it has scraped every service and evaluated every rule.
pub(crate) async fn check(overlay: &Overlay<'_>) -> Result<()> {
    overlay.play("prometheus").await?;
    let base = format!("http://{}:9090/api/v1", overlay.address("prometheus").await?);
    let rules = retry(TIMEOUT, async || check_state(&base).await)
        .await
        .context("Prometheus is not healthy")?;
    print_status(&format!(
        "Prometheus scrapes {} services and evaluates {rules} rules",
        Topology::programs().count()
    ));
    Ok(())
}

/// Checks the targets, the rules and one metric; returns the number of rules.
async fn check_state(base: &str) -> Result<usize> {
    let targets: Response<Targets> = fetch(&format!("{base}/targets?state=active")).await?;
    let unreachable = unreachable_services(&targets.data.active_targets);
    ensure!(
        unreachable.is_empty(),
        "it does not reach {}",
        unreachable.join(", ")
    );
    let rules: Response<Rules> = fetch(&format!("{base}/rules")).await?;
    let rules: Vec<Rule> = rules
        .data
        .groups
        .into_iter()
        .flat_map(|group| group.rules)
        .collect();
    ensure!(!rules.is_empty(), "it has no rules");
    let failing = failing_rules(&rules);
    ensure!(
        failing.is_empty(),
        "rules that are not evaluated: {}",
        failing.join("; ")
    );
    // The order of the step before it sent mail.
    let query = format!("{base}/query?query=storefront_mail_delay_seconds_count");
    let result: Response<QueryResult> = fetch(&query).await?;
    ensure!(
        !result.data.result.is_empty(),
        "it has no metric of the mail that was sent"
    );
    Ok(rules.len())
}

/// Returns the services that Prometheus does not scrape.
fn unreachable_services(targets: &[Target]) -> Vec<&'static str> {
    let is_up = |service: &str| {
        targets.iter().any(|target| {
            target.health == "up"
                && target.labels.get("job").is_some_and(|job| job == "services")
                && target
                    .labels
                    .get("service_name")
                    .is_some_and(|name| name == service)
        })
    };
    Topology::programs().filter(|service| !is_up(service)).collect()
}

/// Describes the rules whose health is not `ok`, with Prometheus's error.
fn failing_rules(rules: &[Rule]) -> Vec<String> {
    let failing = rules.iter().filter(|rule| rule.health != "ok");
    failing
        .map(|rule| format!("{} ({}) {}", rule.name, rule.health, rule.last_error))
        .collect()
}

async fn fetch<Data: for<'de> Deserialize<'de>>(url: &str) -> Result<Response<Data>> {
    local::install_crypto();
    let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).build()?;
    let response = client
        .get(url)
        .send()
        .await
        .context("Prometheus does not answer")?;
    let response = response.error_for_status()?;
    response
        .json()
        .await
        .context("cannot parse the response of Prometheus")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(service: &str, health: &str) -> Target {
        let labels = [("job", "services"), ("service_name", service)];
        Target {
            labels: labels
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            health: health.to_owned(),
        }
    }

    #[test]
    fn services_that_are_down_or_unknown_are_unreachable() {
        let mut targets: Vec<_> = Topology::programs()
            .map(|service| target(service, "up"))
            .collect();
        assert!(unreachable_services(&targets).is_empty());
        targets[0].health = "down".to_owned();
        let first = Topology::programs().next().unwrap();
        assert_eq!(unreachable_services(&targets), [first]);
        targets.remove(0);
        assert_eq!(unreachable_services(&targets), [first]);
    }

    #[test]
    fn rules_fail_until_they_are_evaluated() {
        let text = r#"{"data": {"groups": [{"rules": [
            {"name": "a", "health": "ok"},
            {"name": "b", "health": "unknown"},
            {"name": "c", "health": "err", "lastError": "many-to-many"}
        ]}]}}"#;
        let rules: Response<Rules> = serde_json::from_str(text).unwrap();
        assert_eq!(
            failing_rules(&rules.data.groups[0].rules),
            ["b (unknown) ", "c (err) many-to-many"]
        );
    }
}
