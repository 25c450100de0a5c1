//! Prometheus with the shop's own settings and rules, beside the running services.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, Result, ensure};
use local::Topology;
use serde::Deserialize;

use super::{patience::patiently, played::Played};
use crate::console::say;

const ASK_DEADLINE: Duration = Duration::from_secs(10);

/// The names are looked up and the targets asked every 15 s, and the rules evaluated as often.
const PATIENCE: Duration = Duration::from_mins(3);

#[derive(Debug, Deserialize)]
struct Answer<Data> {
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
struct Found {
    result: Vec<serde_json::Value>,
}

/// Starts it, and waits until it has asked every service and evaluated every rule.
pub(super) async fn check(played: &Played<'_>) -> Result<()> {
    played.play("prometheus").await?;
    let base = format!("http://{}:9090/api/v1", played.address("prometheus").await?);
    let rules = patiently(PATIENCE, async || state(&base).await)
        .await
        .context("Prometheus is not well")?;
    say(&format!(
        "Prometheus asks {} services and evaluates {rules} rules",
        Topology::programs().count()
    ));
    Ok(())
}

/// How many rules there are, where all is well.
async fn state(base: &str) -> Result<usize> {
    let targets: Answer<Targets> = ask(&format!("{base}/targets?state=active")).await?;
    let silent = silent(&targets.data.active_targets);
    ensure!(silent.is_empty(), "it does not reach {}", silent.join(", "));
    let rules: Answer<Rules> = ask(&format!("{base}/rules")).await?;
    let rules: Vec<Rule> = rules
        .data
        .groups
        .into_iter()
        .flat_map(|group| group.rules)
        .collect();
    ensure!(!rules.is_empty(), "it has no rules");
    let broken = broken(&rules);
    ensure!(
        broken.is_empty(),
        "rules that are not evaluated: {}",
        broken.join("; ")
    );
    // What the order of the step before it left behind.
    let orders = format!("{base}/query?query=storefront_mail_delay_seconds_count");
    let found: Answer<Found> = ask(&orders).await?;
    ensure!(
        !found.data.result.is_empty(),
        "it knows nothing of the letters that were sent"
    );
    Ok(rules.len())
}

/// The services whose numbers it does not get.
fn silent(targets: &[Target]) -> Vec<&'static str> {
    let answers = |service: &str| {
        targets.iter().any(|target| {
            target.health == "up"
                && target.labels.get("job").is_some_and(|job| job == "services")
                && target
                    .labels
                    .get("service_name")
                    .is_some_and(|name| name == service)
        })
    };
    Topology::programs().filter(|service| !answers(service)).collect()
}

/// The rules that are not well, with what Prometheus says of them.
fn broken(rules: &[Rule]) -> Vec<String> {
    let broken = rules.iter().filter(|rule| rule.health != "ok");
    broken
        .map(|rule| format!("{} ({}) {}", rule.name, rule.health, rule.last_error))
        .collect()
}

async fn ask<Data: for<'answer> Deserialize<'answer>>(url: &str) -> Result<Answer<Data>> {
    let client = reqwest::Client::builder().timeout(ASK_DEADLINE).build()?;
    let response = client.get(url).send().await.context("it does not answer")?;
    let response = response.error_for_status()?;
    response.json().await.context("its answer is not as expected")
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
    fn a_service_that_is_down_or_unknown_is_silent() {
        let mut targets: Vec<_> = Topology::programs()
            .map(|service| target(service, "up"))
            .collect();
        assert!(silent(&targets).is_empty());
        targets[0].health = "down".to_owned();
        let first = Topology::programs().next().unwrap();
        assert_eq!(silent(&targets), [first]);
        targets.remove(0);
        assert_eq!(silent(&targets), [first]);
    }

    #[test]
    fn a_rule_is_broken_until_it_was_evaluated() {
        let text = r#"{"data": {"groups": [{"rules": [
            {"name": "a", "health": "ok"},
            {"name": "b", "health": "unknown"},
            {"name": "c", "health": "err", "lastError": "many-to-many"}
        ]}]}}"#;
        let rules: Answer<Rules> = serde_json::from_str(text).unwrap();
        assert_eq!(
            broken(&rules.data.groups[0].rules),
            ["b (unknown) ", "c (err) many-to-many"]
        );
    }
}
