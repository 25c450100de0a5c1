//! The faults of a cluster, and the alerts that name them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    super::{
        pods::{self, NAMESPACE},
        probe::Probe,
    },
    Labels,
};

/// Asks for the number of name servers.
pub(super) const NAME_SERVERS: [&str; 4] = [
    "get",
    "deployment/coredns",
    "--namespace=kube-system",
    "--output=jsonpath={.spec.replicas}",
];

/// Asks for the Secret of the issuer's authority; nothing with an issuer outside the cluster.
pub(super) const AUTHORITY: [&str; 5] = [
    "get",
    "clusterissuer",
    "letsencrypt",
    "--ignore-not-found",
    "--output=jsonpath={.spec.ca.secretName}",
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
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) arguments: Vec<String>,
    pub(super) input: String,
    /// Whether the fault stands even if the call fails, because it removes what may be gone.
    pub(super) may_fail: bool,
}

/// An alert that names a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Alert {
    pub(super) name: &'static str,
    /// The part that it names, where other parts may be named, too.
    pub(super) job: Option<&'static str>,
}

impl Alert {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, job: None }
    }

    pub(super) fn is(self, labels: &Labels) -> bool {
        labels.alertname == self.name && self.job.is_none_or(|job| labels.job == job)
    }
}

/// A fault that kubectl can make and mend.
#[derive(Debug)]
pub(super) struct Fault {
    /// The row of the table.
    pub(super) name: &'static str,
    pub(super) alert: Alert,
    pub(super) make: Vec<Call>,
    pub(super) mend: Vec<Call>,
}

impl Fault {
    const fn new(name: &'static str, alert: &'static str, make: Vec<Call>, mend: Vec<Call>) -> Self {
        Self {
            name,
            alert: Alert::new(alert),
            make,
            mend,
        }
    }
}

fn call(arguments: &[&str]) -> Call {
    Call {
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        input: String::new(),
        may_fail: false,
    }
}

/// A call for objects of the shop.
fn shop(arguments: &[&str]) -> Call {
    let namespace = format!("--namespace={NAMESPACE}");
    // Before the arguments, as the last ones may be a command of a pod.
    let all: Vec<_> = [namespace.as_str()].iter().chain(arguments).copied().collect();
    call(&all)
}

/// Sets the number of pods of a workload, `KIND/NAME`.
fn scale(namespace: &str, workload: &str, replicas: &str) -> Call {
    call(&[
        "scale",
        workload,
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
    shop(&["exec", pod, "--container=postgres", "--", "sh", "-c", script])
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
    shop(&[
        "patch",
        "poolers.postgresql.cnpg.io",
        "postgres-pooler",
        "--type=merge",
        &format!("--patch={patch}"),
    ])
}

/// Sets the number of NATS servers.
fn scale_nats(replicas: &str) -> Call {
    scale(NAMESPACE, "statefulset/nats", replicas)
}

/// Starts all NATS servers, and waits until they are ready.
fn start_nats() -> Vec<Call> {
    let wait = ["rollout", "status", "statefulset/nats", "--timeout=240s"];
    vec![scale_nats("3"), shop(&wait)]
}

/// Applies a setting of the stream, `NAME=VALUE`, or `NAME-` for that of the installation.
fn limit_stream(setting: &str) -> Vec<Call> {
    vec![
        shop(&["set", "env", "cronjob/bus-setup", setting]),
        shop(&["create", "job", "probe-stream", "--from=cronjob/bus-setup"]),
        shop(&[
            "wait",
            "--for=condition=complete",
            "job/probe-stream",
            "--timeout=120s",
        ]),
        shop(&["delete", "job", "probe-stream"]),
    ]
}

/// Lets cert-manager replace the public certificate by one that is valid for these hours. It does so when the Secret is gone.
fn issue_certificate(duration: &str, renew_before: &str) -> Vec<Call> {
    let applied = format!("--for=jsonpath={{.spec.duration}}={duration}0m0s");
    vec![
        annotate_ingress(
            &format!("cert-manager.io/duration={duration}"),
            &format!("cert-manager.io/renew-before={renew_before}"),
        ),
        shop(&["wait", &applied, "certificate/storefront-tls", "--timeout=60s"]),
        shop(&["delete", "secret", "storefront-tls"]),
    ]
}

/// Sets or removes two annotations of the Ingress, from which cert-manager makes the certificate.
fn annotate_ingress(one: &str, other: &str) -> Call {
    shop(&["annotate", "ingress", "storefront", "--overwrite", one, other])
}

/// The parts of the cluster that the faults name.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) primary: String,
    pub(super) postgres_image: String,
    pub(super) probe_image: String,
    pub(super) name_servers: String,
    /// The size of the stream.
    pub(super) stream_bytes: u64,
    /// Whether the authority of the public certificate is in the cluster, which issues one as often as it is asked to.
    pub(super) has_own_authority: bool,
}

/// The faults, the harmless ones first; the last one changes the primary.
pub(super) fn all(parts: &Parts) -> Vec<Fault> {
    let mut faults = of_containers(parts);
    faults.extend(of_the_address(parts));
    faults.extend(of_the_bus(parts.stream_bytes));
    faults.extend(of_postgres(parts));
    faults
}

fn of_containers(parts: &Parts) -> Vec<Fault> {
    vec![
        Fault::new(
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
        Fault::new(
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
            make: vec![scale(NAMESPACE, "deployment/probes", "0")],
            mend: vec![scale(NAMESPACE, "deployment/probes", "1")],
        },
    ]
}

/// Name server, ingress controller and certificate.
fn of_the_address(parts: &Parts) -> Vec<Fault> {
    let mut faults = vec![
        Fault::new(
            "the name server",
            "DnsUnavailable",
            vec![scale("kube-system", "deployment/coredns", "0")],
            vec![scale("kube-system", "deployment/coredns", &parts.name_servers)],
        ),
        Fault::new(
            "the ingress controller",
            "IngressUnavailable",
            vec![scale("traefik", "deployment/traefik", "0")],
            vec![scale("traefik", "deployment/traefik", "1")],
        ),
    ];
    if parts.has_own_authority {
        faults.push(Fault::new(
            "the certificate",
            "CertificateInvalid",
            issue_certificate("24h", "1h"),
            [
                issue_certificate("2160h", "720h"),
                vec![annotate_ingress(
                    "cert-manager.io/duration-",
                    "cert-manager.io/renew-before-",
                )],
            ]
            .concat(),
        ));
    }
    faults
}

fn of_the_bus(stream_bytes: u64) -> Vec<Fault> {
    vec![
        Fault::new(
            "the stream is full",
            "NatsStreamFull",
            limit_stream(&format!("BUS_MAX_BYTES={}", stream_bytes + stream_bytes / 50)),
            limit_stream("BUS_MAX_BYTES-"),
        ),
        Fault::new(
            "a NATS server",
            "NatsServerMissing",
            vec![scale_nats("2")],
            start_nats(),
        ),
        Fault::new(
            "NATS has no quorum",
            "NatsQuorumLost",
            vec![scale_nats("1")],
            start_nats(),
        ),
    ]
}

fn of_postgres(parts: &Parts) -> Vec<Fault> {
    let primary = parts.primary.as_str();
    vec![
        Fault::new(
            "PostgreSQL is locked",
            "PostgresLocked",
            vec![shell(primary, LOCK)],
            vec![shell(primary, END_SESSIONS), shell(primary, UNLOCK)],
        ),
        Fault::new(
            "PostgreSQL is out of connections",
            "PostgresConnectionsExhausted",
            vec![shell(primary, CONNECT)],
            vec![shell(primary, END_SESSIONS)],
        ),
        Fault::new(
            "the pooler is full",
            "PoolerSaturated",
            vec![start_queue(&parts.postgres_image)],
            vec![delete_pod(QUEUE_POD)],
        ),
        Fault::new(
            "the pooler",
            "PoolerUnavailable",
            vec![set_poolers(0)],
            vec![set_poolers(2)],
        ),
        Fault::new(
            "PostgreSQL failed over",
            "PostgresFailedOver",
            vec![kill(primary)],
            Vec::new(),
        ),
    ]
}

/// PostgreSQL has no primary while the operator, which would choose another, is away.
pub(super) fn without_primary(primary: &str) -> Fault {
    let operator = |replicas| scale("cnpg-system", "deployment/cnpg-controller-manager", replicas);
    Fault::new(
        "PostgreSQL has no primary",
        "PostgresWithoutPrimary",
        vec![operator("0"), kill(primary)],
        vec![operator("1")],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(has_own_authority: bool) -> Parts {
        Parts {
            primary: "postgres-1".to_owned(),
            postgres_image: "postgresql:18".to_owned(),
            probe_image: "busybox:1".to_owned(),
            name_servers: "2".to_owned(),
            stream_bytes: 1000,
            has_own_authority,
        }
    }

    #[test]
    fn each_fault_is_mended_and_has_an_alert_of_its_own() {
        let mut faults = all(&parts(true));
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
    fn certificate_of_another_authority_is_left_alone() {
        let replaces = |has_own_authority| {
            let faults = of_the_address(&parts(has_own_authority));
            faults
                .iter()
                .any(|fault| fault.alert.name == "CertificateInvalid")
        };
        assert!(replaces(true) && !replaces(false));
    }

    #[test]
    fn each_alert_is_in_the_table_of_faults() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let table = std::fs::read_to_string(root.join("docs/operations/alerts.md")).unwrap();
        for fault in all(&parts(true)) {
            assert!(
                table.contains(&format!("[{}](#", fault.alert.name)),
                "{}",
                fault.name
            );
        }
    }
}
