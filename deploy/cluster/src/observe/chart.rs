//! Helm upgrades the shop with a changed setting and rolls it back while it is read: the pods that read the setting are replaced, the
//! others are not, and no request fails.

use std::{collections::BTreeSet, time::Instant};

use anyhow::{Result, bail, ensure};

use super::{
    load::keep,
    pods::{self, Service},
    rollout,
};
use crate::{helm::Helm, kubectl::Kubectl};

/// The services that get another log filter.
const CHANGED: [&str; 2] = ["catalog", "gateway"];
const VALUE: &str = "env.LOG_FILTER=warn";

/// Upgrades and rolls back under the requests of readers.
///
/// # Errors
/// If Helm fails, a request failed, or other pods are replaced than those of the services with another setting.
pub(super) async fn check(kubectl: &Kubectl, helm: &Helm, services: &[Service], url: &str) -> Result<String> {
    let chart = Chart {
        kubectl,
        services,
        http: &rollout::client()?,
        url,
    };
    let mut problems = Vec::new();
    let values = CHANGED.map(|service| format!("services.{service}.{VALUE}"));
    let upgrade = chart.observe("helm upgrade", helm.upgrade(&values)).await;
    let upgrade = keep(&mut problems, upgrade);
    // Also after a failure, so that the shop is as before.
    let rollback = keep(
        &mut problems,
        chart.observe("helm rollback", helm.rollback()).await,
    );
    let seen: Vec<_> = upgrade.into_iter().chain(rollback).collect();
    if problems.is_empty() {
        Ok(seen.join("\n"))
    } else {
        bail!("{}", [seen, problems].concat().join("\n"))
    }
}

/// The shop of the chart.
struct Chart<'a> {
    kubectl: &'a Kubectl,
    services: &'a [Service],
    http: &'a reqwest::Client,
    url: &'a str,
}

impl Chart<'_> {
    /// Observes a change of Helm.
    async fn observe(&self, name: &str, change: impl Future<Output = Result<()>>) -> Result<String> {
        let before = self.pods().await?;
        let started = Instant::now();
        let event = format!("during {name}");
        let change = async {
            change.await?;
            for service in CHANGED {
                pods::wait_until_stopped(self.kubectl, service).await?;
            }
            anyhow::Ok(started.elapsed().as_secs())
        };
        let (requests, seconds) = rollout::read_during(self.http, self.url, &event, change).await;
        let seconds = seconds?;
        let replaced = replaced(&before, &self.pods().await?);
        ensure!(
            replaced == BTreeSet::from(CHANGED),
            "{name} replaced the pods of {}, not those of {}",
            join(&replaced),
            join(&BTreeSet::from(CHANGED))
        );
        let summary = requests
            .summary()
            .map_err(|error| error.context(name.to_owned()))?;
        Ok(format!(
            "{name} in {seconds} s: pods of {} replaced, {summary}",
            join(&replaced)
        ))
    }

    /// The names of the services, each with the names of its pods.
    async fn pods(&self) -> Result<Vec<(&str, BTreeSet<String>)>> {
        let mut pods = Vec::new();
        for service in self.services {
            let name = service.name.as_str();
            pods.push((name, pods::names(self.kubectl, name).await?));
        }
        Ok(pods)
    }
}

/// Returns the services whose pods differ.
fn replaced<'a>(
    before: &[(&'a str, BTreeSet<String>)],
    after: &[(&str, BTreeSet<String>)],
) -> BTreeSet<&'a str> {
    let pairs = before.iter().zip(after);
    pairs
        .filter(|(before, after)| before != after)
        .map(|((name, _), _)| *name)
        .collect()
}

fn join(names: &BTreeSet<&str>) -> String {
    if names.is_empty() {
        return "no service".to_owned();
    }
    names.iter().copied().collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_are_the_services_with_other_pods() {
        let pods = |cart: &str| {
            vec![
                ("cart", BTreeSet::from([cart.to_owned()])),
                ("order", BTreeSet::from(["order-1".to_owned()])),
            ]
        };
        assert_eq!(
            replaced(&pods("cart-1"), &pods("cart-2")),
            BTreeSet::from(["cart"])
        );
        assert_eq!(replaced(&pods("cart-1"), &pods("cart-1")), BTreeSet::new());
        assert_eq!(join(&BTreeSet::new()), "no service");
        assert_eq!(join(&BTreeSet::from(CHANGED)), "catalog and gateway");
    }
}
