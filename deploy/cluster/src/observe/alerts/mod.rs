//! Parts of the shop's cluster fail, one after the other, until its Prometheus names each: the third table of
//! docs/operations/alerts.md.

mod faults;

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use toolkit::console::print_status;

use super::{pods::NAMESPACE, postgres};
use crate::kubectl::Kubectl;
use faults::{Alert, Call, Fault, Parts};

/// The most that docs/operations/alerts.md promises.
const NAMED_WITHIN: Duration = Duration::from_secs(150);

/// The longest window of these rules is five minutes.
const OVER_WITHIN: Duration = Duration::from_mins(8);

/// A server that was killed comes back as a replica.
const HEALTHY_WITHIN: Duration = Duration::from_mins(5);
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Asks the server of this pod.
const PROMETHEUS: [&str; 9] = [
    "exec",
    "prometheus-0",
    "--container=prometheus",
    "--",
    "promtool",
    "query",
    "instant",
    "--format=json",
    "http://localhost:9090",
];
const FIRING: &str = r#"ALERTS{alertstate="firing"}"#;

/// The size of the stream in bytes.
const STREAM_SIZE: &str = "max(jetstream_stream_total_bytes)";

/// Makes each fault, waits for its alert, and mends it; returns the rows of the table. With names of alerts only their faults are made.
///
/// # Errors
/// If an alert fires before its fault, or not in time; if no fault has an alert of these names.
pub(super) async fn check(kubectl: &Kubectl, probe_image: &str, only: &[String]) -> Result<String> {
    let parts = Parts {
        primary: postgres::healthy_primary(kubectl).await?,
        postgres_image: postgres::image(kubectl).await?,
        probe_image: probe_image.to_owned(),
        name_servers: kubectl.run(&faults::NAME_SERVERS).await?,
        stream_bytes: stream_bytes(kubectl).await?,
        has_own_authority: !kubectl.run(&faults::AUTHORITY).await?.is_empty(),
    };
    let is_wanted = |fault: &Fault| only.is_empty() || only.iter().any(|name| name == fault.alert.name);
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for fault in faults::all(&parts).into_iter().filter(is_wanted) {
        note(&mut rows, &mut problems, &fault, observe(kubectl, &fault).await);
    }
    // The failover before may have made another server the primary.
    let primary = postgres::wait_until_healthy(kubectl, HEALTHY_WITHIN).await?;
    let fault = faults::without_primary(&primary);
    if is_wanted(&fault) {
        note(&mut rows, &mut problems, &fault, observe(kubectl, &fault).await);
        postgres::wait_until_healthy(kubectl, HEALTHY_WITHIN).await?;
    }
    ensure!(
        problems.is_empty(),
        "{}\n{}",
        rows.join("\n"),
        problems.join("\n")
    );
    ensure!(
        !rows.is_empty(),
        "no fault has one of these alerts: {}",
        only.join(", ")
    );
    Ok(rows.join("\n"))
}

/// Adds the row of a fault, or its problem.
fn note(rows: &mut Vec<String>, problems: &mut Vec<String>, fault: &Fault, seen: Result<Duration>) {
    match seen {
        Ok(after) => {
            let row = format!(
                "| {} | `{}` | {} |",
                fault.name,
                fault.alert.name,
                after.as_secs()
            );
            print_status(&row);
            rows.push(row);
        }
        Err(error) => {
            let problem = format!("{}: {error:#}", fault.name);
            print_status(&problem);
            problems.push(problem);
        }
    }
}

/// Makes a fault, waits until it is named, and mends it; returns the time until then.
async fn observe(kubectl: &Kubectl, fault: &Fault) -> Result<Duration> {
    wait(kubectl, fault.alert, false, OVER_WITHIN).await?;
    let since = Instant::now();
    let named = match run(kubectl, &fault.make).await {
        Ok(()) => {
            wait(
                kubectl,
                fault.alert,
                true,
                NAMED_WITHIN.saturating_sub(since.elapsed()),
            )
            .await
        }
        Err(error) => Err(error),
    };
    let after = since.elapsed();
    run(kubectl, &fault.mend).await?;
    named.map(|()| after)
}

async fn run(kubectl: &Kubectl, calls: &[Call]) -> Result<()> {
    for call in calls {
        let arguments: Vec<_> = call.arguments.iter().map(String::as_str).collect();
        let result = kubectl.run_with(&arguments, &call.input).await;
        if !call.may_fail {
            result?;
        }
    }
    Ok(())
}

/// Waits until an alert fires, or does not.
async fn wait(kubectl: &Kubectl, alert: Alert, fires: bool, within: Duration) -> Result<()> {
    let deadline = Instant::now() + within;
    loop {
        // Prometheus itself may be out of reach for a moment.
        let seen = firing(kubectl).await;
        let is_named = |alerts: &Vec<Labels>| alerts.iter().any(|labels| alert.is(labels));
        if seen.as_ref().is_ok_and(|alerts| is_named(alerts) == fires) {
            return Ok(());
        }
        if Instant::now() > deadline {
            let seen = seen.context("Prometheus does not answer")?;
            let wanted = if fires { "does not fire" } else { "is not over" };
            anyhow::bail!(
                "{} {wanted} after {} s; firing: {}",
                alert.name,
                within.as_secs(),
                names(&seen)
            );
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// A series of the answer of promtool.
#[derive(Debug, Deserialize)]
struct Series {
    metric: Labels,
    /// A time and the value.
    value: (Value, String),
}

#[derive(Debug, Deserialize)]
struct Labels {
    #[serde(default)]
    alertname: String,
    #[serde(default)]
    job: String,
}

/// Returns the firing alerts.
async fn firing(kubectl: &Kubectl) -> Result<Vec<Labels>> {
    let series = ask(kubectl, FIRING).await?;
    Ok(series.into_iter().map(|series| series.metric).collect())
}

/// Returns the size of the stream.
///
/// # Errors
/// If it has no events, or its size is unknown.
async fn stream_bytes(kubectl: &Kubectl) -> Result<u64> {
    let series = ask(kubectl, STREAM_SIZE).await?;
    let bytes = series.first().and_then(|series| series.value.1.parse().ok());
    let bytes = bytes.context("Prometheus does not have the size of the stream")?;
    ensure!(
        bytes > 0,
        "the stream has no events: fill the shop by its job `seed`"
    );
    Ok(bytes)
}

async fn ask(kubectl: &Kubectl, query: &str) -> Result<Vec<Series>> {
    let namespace = format!("--namespace={NAMESPACE}");
    let mut arguments = vec![namespace.as_str()];
    arguments.extend(PROMETHEUS);
    arguments.push(query);
    parse(&kubectl.run(&arguments).await?)
}

fn parse(answer: &str) -> Result<Vec<Series>> {
    serde_json::from_str(answer).context("cannot parse promtool's answer")
}

/// Lists the names of alerts, each once.
fn names(alerts: &[Labels]) -> String {
    let mut names: Vec<_> = alerts.iter().map(|labels| labels.alertname.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_names_of_alerts() {
        let answer = r#"[{"metric":{"__name__":"ALERTS","alertname":"Watchdog"},"value":[1,"1"]},
            {"metric":{"alertname":"PrometheusTargetMissing","job":"nats"},"value":[1,"1"]},
            {"metric":{"alertname":"PrometheusTargetMissing","job":"loki"},"value":[1,"1"]}]"#;
        let alerts: Vec<_> = parse(answer)
            .unwrap()
            .into_iter()
            .map(|series| series.metric)
            .collect();
        assert_eq!(names(&alerts), "PrometheusTargetMissing, Watchdog");
        let is_named = |alert: Alert| alerts.iter().any(|labels| alert.is(labels));
        let missing = Alert::new("PrometheusTargetMissing");
        assert!(
            is_named(missing)
                && is_named(Alert {
                    job: Some("nats"),
                    ..missing
                })
        );
        assert!(
            !is_named(Alert {
                job: Some("blackbox"),
                ..missing
            }) && !is_named(Alert::new("PostgresLocked"))
        );
        assert!(parse("null").is_err() && parse("[]").unwrap().is_empty());
        let size = parse(r#"[{"metric":{},"value":[1,"52341"]}]"#).unwrap();
        assert_eq!(size[0].value.1, "52341");
    }
}
