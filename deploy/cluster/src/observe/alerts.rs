//! Parts of the shop's cluster fail, one after the other, until its Prometheus names each: the third table of
//! docs/operations/alerts.md.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use toolkit::console::print_status;

use super::{
    pods::{self, NAMESPACE},
    postgres,
    probe::Probe,
};
use crate::kubectl::Kubectl;

/// The most that docs/operations/alerts.md promises.
const NAMED_WITHIN: Duration = Duration::from_secs(150);

/// The longest window of these rules is five minutes.
const OVER_WITHIN: Duration = Duration::from_mins(8);

/// A server that was killed comes back as a replica.
const HEALTHY_WITHIN: Duration = Duration::from_mins(5);
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Asks the server of this pod for the firing alerts.
const FIRING: [&str; 9] = [
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
const QUERY: &str = r#"ALERTS{alertstate="firing"}"#;

/// Asks for the number of name servers.
const NAME_SERVERS: [&str; 4] = [
    "get",
    "deployment/coredns",
    "--namespace=kube-system",
    "--output=jsonpath={.spec.replicas}",
];

/// A session locks a table of the unused database, and seven more wait for it.
const LOCK: &str = "psql -c 'create table if not exists probe_lock (id int)' empty; \
    for i in 1 2 3 4 5 6 7 8; do setsid psql -c 'begin; lock table probe_lock; select pg_sleep(240)' empty >/dev/null 2>&1 & done";
const UNLOCK: &str = "psql -c 'drop table if exists probe_lock' empty";

/// Ends all sessions of the unused database.
const END_SESSIONS: &str = "psql -Atc \"select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = 'empty'\" \
    postgres";

/// Sessions of the unused database take the connections that are left, but twenty, for which the services and the probes compete.
const CONNECT: &str = "n=$(psql -Atc \"select current_setting('max_connections')::int - 20 - count(*) from pg_stat_activity \
    where backend_type = 'client backend'\" postgres); echo 'select pg_sleep(5);' | \
    setsid pgbench --no-vacuum --client=$n --time=240 --file=- empty >/dev/null 2>&1 &";

/// Clients of the pooler: three times as many as its two instances have connections for a service. They wait for less than
/// `query_timeout`, so that none gives up, and start once the new pod's network policies are there.
const QUEUE: &str =
    "sleep 10; echo 'select pg_sleep(3);' | exec pgbench --no-vacuum --client=60 --time=240 --file=-";

/// The pod of these clients.
const QUEUE_POD: &str = "probe-queue";

/// A call of kubectl with an input.
#[derive(Debug)]
struct Call {
    arguments: Vec<String>,
    input: String,
    /// Whether the fault stands even if the call fails, because it removes what may be gone.
    may_fail: bool,
}

/// An alert that names a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Alert {
    name: &'static str,
    /// The part that it names, where other parts may be named, too.
    job: Option<&'static str>,
}

impl Alert {
    const fn new(name: &'static str) -> Self {
        Self { name, job: None }
    }

    fn is(self, labels: &Labels) -> bool {
        labels.alertname == self.name && self.job.is_none_or(|job| labels.job == job)
    }
}

/// A fault that kubectl can make and mend.
#[derive(Debug)]
struct Fault {
    /// The row of the table.
    name: &'static str,
    alert: Alert,
    make: Vec<Call>,
    mend: Vec<Call>,
}

fn call(arguments: &[&str]) -> Call {
    Call {
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        input: String::new(),
        may_fail: false,
    }
}

fn scale(namespace: &str, deployment: &str, replicas: &str) -> Call {
    call(&[
        "scale",
        "deployment",
        deployment,
        &format!("--namespace={namespace}"),
        &format!("--replicas={replicas}"),
    ])
}

/// Kills a pod.
fn kill(pod: &str) -> Call {
    call(&pods::kill(pod))
}

/// A shell command in a server of PostgreSQL.
fn shell(pod: &str, script: &str) -> Call {
    let namespace = format!("--namespace={NAMESPACE}");
    call(&[
        "exec",
        pod,
        &namespace,
        "--container=postgres",
        "--",
        "sh",
        "-c",
        script,
    ])
}

fn start(probe: &Probe<'_>) -> Call {
    Call {
        input: probe.pod().to_string(),
        ..call(&["create", "--filename=-"])
    }
}

/// A pod that needs more than its limits.
fn start_greedy(name: &str, image: &str, script: &str, limits: Value) -> Call {
    start(&Probe {
        name,
        labels: BTreeMap::new(),
        image,
        user: Probe::USER,
        script,
        environment: Vec::new(),
        limits,
        restart_policy: "Always",
    })
}

/// Clients of the pooler in the role of the carts, which may do so.
fn start_queue(image: &str) -> Call {
    let secret = |name: &str, key: &str| json!({"name": name, "valueFrom": {"secretKeyRef": {"name": "cart-database", "key": key}}});
    start(&Probe {
        name: QUEUE_POD,
        labels: BTreeMap::from([("calls-postgres".to_owned(), "yes".to_owned())]),
        image,
        // The user of PostgreSQL in its image.
        user: 26,
        script: QUEUE,
        environment: vec![
            secret("PGUSER", "username"),
            secret("PGPASSWORD", "password"),
            json!({"name": "PGDATABASE", "value": "cart"}),
            json!({"name": "PGHOST", "value": "postgres-pooler"}),
            json!({"name": "PGSSLMODE", "value": "require"}),
        ],
        limits: json!({"cpu": "1", "memory": "256Mi"}),
        restart_policy: "Never",
    })
}

/// Removes a pod of a fault, if it was started.
fn delete_pod(name: &str) -> Call {
    Call {
        may_fail: true,
        ..kill(name)
    }
}

/// Sets the number of poolers.
fn set_poolers(instances: u8) -> Call {
    let patch = json!({"spec": {"instances": instances}}).to_string();
    let namespace = format!("--namespace={NAMESPACE}");
    call(&[
        "patch",
        "poolers.postgresql.cnpg.io",
        "postgres-pooler",
        &namespace,
        "--type=merge",
        &format!("--patch={patch}"),
    ])
}

/// The parts of the cluster that the faults name.
#[derive(Debug)]
struct Parts {
    primary: String,
    postgres_image: String,
    probe_image: String,
    name_servers: String,
}

/// The faults, the harmless ones first; the last one changes the primary.
fn faults(parts: &Parts) -> Vec<Fault> {
    let primary = parts.primary.as_str();
    let fault = |name, alert, make, mend| Fault {
        name,
        alert: Alert::new(alert),
        make,
        mend,
    };
    vec![
        fault(
            "a container is throttled",
            "ContainerThrottled",
            vec![start_greedy(
                "probe-processor",
                &parts.probe_image,
                "while :; do :; done",
                json!({"cpu": "20m", "memory": "32Mi"}),
            )],
            vec![delete_pod("probe-processor")],
        ),
        fault(
            "a container runs out of memory",
            "ContainerOutOfMemory",
            vec![start_greedy(
                "probe-memory",
                &parts.probe_image,
                "sleep 20; x=x; while :; do x=$x$x; done",
                json!({"cpu": "500m", "memory": "32Mi"}),
            )],
            vec![delete_pod("probe-memory")],
        ),
        Fault {
            name: "an exporter, here that of the probes",
            alert: Alert {
                name: "PrometheusTargetMissing",
                job: Some("blackbox"),
            },
            make: vec![scale(NAMESPACE, "probes", "0")],
            mend: vec![scale(NAMESPACE, "probes", "1")],
        },
        fault(
            "PostgreSQL is locked",
            "PostgresLocked",
            vec![shell(primary, LOCK)],
            vec![shell(primary, END_SESSIONS), shell(primary, UNLOCK)],
        ),
        fault(
            "PostgreSQL is out of connections",
            "PostgresConnectionsExhausted",
            vec![shell(primary, CONNECT)],
            vec![shell(primary, END_SESSIONS)],
        ),
        fault(
            "the pooler is full",
            "PoolerSaturated",
            vec![start_queue(&parts.postgres_image)],
            vec![delete_pod(QUEUE_POD)],
        ),
        fault(
            "the pooler",
            "PoolerUnavailable",
            vec![set_poolers(0)],
            vec![set_poolers(2)],
        ),
        fault(
            "the name server",
            "DnsUnavailable",
            vec![scale("kube-system", "coredns", "0")],
            vec![scale("kube-system", "coredns", &parts.name_servers)],
        ),
        fault(
            "PostgreSQL failed over",
            "PostgresFailedOver",
            vec![kill(primary)],
            Vec::new(),
        ),
    ]
}

/// PostgreSQL has no primary while the operator, which would choose another, is away.
fn without_primary(primary: &str) -> Fault {
    let operator = |replicas| scale("cnpg-system", "cnpg-controller-manager", replicas);
    Fault {
        name: "PostgreSQL has no primary",
        alert: Alert::new("PostgresWithoutPrimary"),
        make: vec![operator("0"), kill(primary)],
        mend: vec![operator("1")],
    }
}

/// Makes each fault, waits for its alert, and mends it; returns the rows of the table.
///
/// # Errors
/// If an alert fires before its fault, or not in time.
pub(super) async fn check(kubectl: &Kubectl, probe_image: &str) -> Result<String> {
    let parts = Parts {
        primary: postgres::healthy_primary(kubectl).await?,
        postgres_image: postgres::image(kubectl).await?,
        probe_image: probe_image.to_owned(),
        name_servers: kubectl.run(&NAME_SERVERS).await?,
    };
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for fault in faults(&parts) {
        note(&mut rows, &mut problems, &fault, observe(kubectl, &fault).await);
    }
    let fault = without_primary(&postgres::wait_until_healthy(kubectl, HEALTHY_WITHIN).await?);
    note(&mut rows, &mut problems, &fault, observe(kubectl, &fault).await);
    postgres::wait_until_healthy(kubectl, HEALTHY_WITHIN).await?;
    ensure!(
        problems.is_empty(),
        "{}\n{}",
        rows.join("\n"),
        problems.join("\n")
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
    let namespace = format!("--namespace={NAMESPACE}");
    let mut arguments = vec![namespace.as_str()];
    arguments.extend(FIRING);
    arguments.push(QUERY);
    parse(&kubectl.run(&arguments).await?)
}

fn parse(answer: &str) -> Result<Vec<Labels>> {
    let series: Vec<Series> = serde_json::from_str(answer).context("cannot parse promtool's answer")?;
    Ok(series.into_iter().map(|series| series.metric).collect())
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
        let alerts = parse(answer).unwrap();
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
    }

    #[test]
    fn each_fault_is_mended_and_has_an_alert_of_its_own() {
        let parts = Parts {
            primary: "postgres-1".to_owned(),
            postgres_image: "postgresql:18".to_owned(),
            probe_image: "busybox:1".to_owned(),
            name_servers: "2".to_owned(),
        };
        let mut faults = faults(&parts);
        faults.push(without_primary("postgres-2"));
        let alerts: std::collections::BTreeSet<_> = faults.iter().map(|fault| fault.alert).collect();
        assert_eq!(alerts.len(), faults.len());
        for fault in &faults {
            // The operator mends a failover.
            assert!(
                !fault.mend.is_empty() || fault.alert.name == "PostgresFailedOver",
                "{}",
                fault.name
            );
        }
    }

    #[test]
    fn each_alert_is_in_the_table_of_faults() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let table = std::fs::read_to_string(root.join("docs/operations/alerts.md")).unwrap();
        for fault in faults(&Parts {
            primary: String::new(),
            postgres_image: String::new(),
            probe_image: String::new(),
            name_servers: String::new(),
        }) {
            assert!(
                table.contains(&format!("[{}](#", fault.alert.name)),
                "{}",
                fault.name
            );
        }
    }
}
