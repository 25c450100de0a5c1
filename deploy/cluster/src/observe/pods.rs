//! The shop's pods and services.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, de::DeserializeOwned};

use crate::kubectl::Kubectl;

/// The namespace of the shop.
pub(super) const NAMESPACE: &str = "storefront";

const READY_TIMEOUT: Duration = Duration::from_mins(5);

/// Longer than `terminationGracePeriodSeconds`.
const STOP_TIMEOUT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Debug, Deserialize)]
struct List<T> {
    items: Vec<T>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    name: String,
    /// The time by which the object is deleted, while it is being deleted.
    deletion_timestamp: Option<String>,
    #[serde(default)]
    owner_references: Vec<Owner>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Owner {
    kind: String,
    uid: String,
}

#[derive(Debug, Deserialize)]
struct Pod {
    metadata: Metadata,
    status: PodStatus,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PodStatus {
    phase: String,
    #[serde(default)]
    conditions: Vec<Condition>,
    #[serde(default)]
    init_container_statuses: Vec<ContainerStatus>,
    #[serde(default)]
    container_statuses: Vec<ContainerStatus>,
}

#[derive(Debug, Deserialize)]
struct Condition {
    r#type: String,
    status: String,
    #[serde(default)]
    message: String,
}

#[derive(Debug, Deserialize)]
struct ContainerStatus {
    name: String,
    #[serde(default)]
    state: ContainerState,
}

#[derive(Debug, Default, Deserialize)]
struct ContainerState {
    waiting: Option<Waiting>,
}

#[derive(Debug, Deserialize)]
struct Waiting {
    reason: String,
}

impl Pod {
    /// Whether its job has started another pod after this one failed.
    fn is_replaced(&self, pods: &[Self]) -> bool {
        let is_failed = |pod: &Self| pod.status.phase == "Failed";
        let mut jobs = self
            .metadata
            .owner_references
            .iter()
            .filter(|owner| owner.kind == "Job");
        is_failed(self)
            && jobs.any(|job| {
                let mut others = pods
                    .iter()
                    .filter(|pod| pod.metadata.owner_references.contains(job));
                others.any(|pod| !is_failed(pod))
            })
    }

    /// Describes why the pod is not ready; `None` if it is, or has finished its work.
    fn problem(&self) -> Option<String> {
        let status = &self.status;
        let ready = status
            .conditions
            .iter()
            .find(|condition| condition.r#type == "Ready");
        if status.phase == "Succeeded" || ready.is_some_and(|ready| ready.status == "True") {
            return None;
        }
        let mut waiting = status
            .init_container_statuses
            .iter()
            .chain(&status.container_statuses);
        let reason = waiting
            .find_map(|container| {
                let waiting = container.state.waiting.as_ref()?;
                Some(format!("{}: {}", container.name, waiting.reason))
            })
            .or_else(|| Some(ready?.message.clone()))
            .unwrap_or_default();
        Some(format!(
            "pod {} is {} ({reason})",
            self.metadata.name, status.phase
        ))
    }
}

/// Waits up to five minutes until each pod of the namespace is ready or has finished.
pub(super) async fn check(kubectl: &Kubectl) -> Result<String> {
    let deadline = Instant::now() + READY_TIMEOUT;
    loop {
        let pods: List<Pod> = get(kubectl, &["get", "pods"]).await?;
        ensure!(!pods.items.is_empty(), "the namespace {NAMESPACE} has no pods");
        let pods = pods.items;
        let current = pods.iter().filter(|pod| !pod.is_replaced(&pods));
        let problems: Vec<_> = current.filter_map(Pod::problem).collect();
        if problems.is_empty() {
            return Ok(format!("{} pods are ready", pods.len()));
        }
        if Instant::now() > deadline {
            bail!("after {} s:\n{}", READY_TIMEOUT.as_secs(), problems.join("\n"));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Waits up to two minutes until no pod of a service is stopping.
pub(super) async fn wait_until_stopped(kubectl: &Kubectl, service: &str) -> Result<()> {
    let deadline = Instant::now() + STOP_TIMEOUT;
    loop {
        let pods = of_service(kubectl, service).await?;
        let Some(pod) = pods.iter().find(|pod| pod.metadata.deletion_timestamp.is_some()) else {
            return Ok(());
        };
        if Instant::now() > deadline {
            bail!(
                "pod {} did not stop within {} s",
                pod.metadata.name,
                STOP_TIMEOUT.as_secs()
            );
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Returns the names of a service's pods.
pub(super) async fn names(kubectl: &Kubectl, service: &str) -> Result<BTreeSet<String>> {
    let pods = of_service(kubectl, service).await?;
    Ok(pods.into_iter().map(|pod| pod.metadata.name).collect())
}

async fn of_service(kubectl: &Kubectl, service: &str) -> Result<Vec<Pod>> {
    let selector = format!("--selector=app.kubernetes.io/name={service}");
    let pods: List<Pod> = get(kubectl, &["get", "pods", &selector]).await?;
    Ok(pods.items)
}

/// A service of the shop with the port that its callers use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Service {
    pub(super) name: String,
    pub(super) port: u16,
}

#[derive(Debug, Deserialize)]
struct Deployment {
    metadata: Metadata,
    spec: DeploymentSpec,
}

#[derive(Debug, Deserialize)]
struct DeploymentSpec {
    template: Template,
}

#[derive(Debug, Deserialize)]
struct Template {
    spec: PodSpec,
}

#[derive(Debug, Deserialize)]
struct PodSpec {
    containers: Vec<Container>,
}

#[derive(Debug, Deserialize)]
struct Container {
    #[serde(default)]
    ports: Vec<Port>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Port {
    container_port: u16,
}

impl Deployment {
    /// The service; its first port is the one for callers.
    fn service(&self) -> Option<Service> {
        let container = self.spec.template.spec.containers.first()?;
        Some(Service {
            name: self.metadata.name.clone(),
            port: container.ports.first()?.container_port,
        })
    }
}

/// Returns the services of the shop that the cluster runs.
pub(super) async fn services(kubectl: &Kubectl) -> Result<Vec<Service>> {
    let selected = [
        "get",
        "deployments",
        "--selector=app.kubernetes.io/part-of=storefront",
    ];
    let deployments: List<Deployment> = get(kubectl, &selected).await?;
    let services: Vec<_> = deployments.items.iter().filter_map(Deployment::service).collect();
    ensure!(
        !services.is_empty(),
        "the namespace {NAMESPACE} has no deployment of the shop; apply an overlay first"
    );
    Ok(services)
}

/// The call of kubectl that kills a pod.
pub(super) const fn kill(pod: &str) -> [&str; 7] {
    [
        "delete",
        "pod",
        pod,
        "--namespace",
        NAMESPACE,
        "--grace-period=0",
        "--force",
    ]
}

/// Calls kubectl for an object or a list of the namespace.
pub(super) async fn get<T: DeserializeOwned>(kubectl: &Kubectl, arguments: &[&str]) -> Result<T> {
    let arguments: Vec<_> = arguments
        .iter()
        .copied()
        .chain(["--namespace", NAMESPACE, "--output=json"])
        .collect();
    serde_json::from_str(&kubectl.run(&arguments).await?).context("cannot parse kubectl's output")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problem(status: &serde_json::Value) -> Option<String> {
        let pod: Pod =
            serde_json::from_value(json!({"metadata": {"name": "cart-1"}, "status": status})).unwrap();
        pod.problem()
    }

    #[test]
    fn ready_and_finished_pods_have_no_problem() {
        let ready = json!({"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]});
        assert_eq!(problem(&ready), None);
        assert_eq!(problem(&json!({"phase": "Succeeded"})), None);
    }

    #[test]
    fn failed_pod_is_replaced_by_another_of_its_job_that_has_not_failed() {
        let pod = |name: &str, kind: &str, uid: &str, phase: &str| -> Pod {
            let metadata = json!({"name": name, "ownerReferences": [{"kind": kind, "uid": uid}]});
            serde_json::from_value(json!({"metadata": metadata, "status": {"phase": phase}})).unwrap()
        };
        let failed = || pod("bus-setup-1", "Job", "a", "Failed");
        assert!(!failed().is_replaced(&[failed()]));
        assert!(!failed().is_replaced(&[failed(), pod("bus-setup-2", "Job", "a", "Failed")]));
        assert!(!failed().is_replaced(&[failed(), pod("seed-1", "Job", "b", "Succeeded")]));
        for phase in ["Pending", "Running", "Succeeded"] {
            assert!(failed().is_replaced(&[failed(), pod("bus-setup-2", "Job", "a", phase)]));
        }
        let pending = pod("bus-setup-3", "Job", "a", "Pending");
        assert!(!pending.is_replaced(&[failed(), pod("bus-setup-2", "Job", "a", "Succeeded")]));
        // A deployment starts another pod beside one that fails, and never finishes.
        let failed = pod("cart-1", "ReplicaSet", "c", "Failed");
        assert!(!failed.is_replaced(&[pod("cart-2", "ReplicaSet", "c", "Running")]));
    }

    #[test]
    fn problem_names_pod_container_and_reason() {
        let status = json!({
            "phase": "Pending",
            "conditions": [{"type": "Ready", "status": "False", "message": "containers with incomplete status"}],
            "initContainerStatuses": [{"name": "migrate", "state": {"waiting": {"reason": "CrashLoopBackOff"}}}],
        });
        assert_eq!(
            problem(&status).unwrap(),
            "pod cart-1 is Pending (migrate: CrashLoopBackOff)"
        );
    }

    #[test]
    fn problem_of_a_pod_without_a_node_is_the_schedulers() {
        let status = json!({"phase": "Pending", "conditions": [
            {"type": "Ready", "status": "False", "message": "0/2 nodes are available"}]});
        assert_eq!(
            problem(&status).unwrap(),
            "pod cart-1 is Pending (0/2 nodes are available)"
        );
    }

    #[test]
    fn service_has_the_first_port_of_its_container() {
        let deployment: Deployment = serde_json::from_value(json!({
            "metadata": {"name": "gateway"},
            "spec": {"template": {"spec": {"containers": [{"ports": [
                {"containerPort": 8080}, {"containerPort": 9464}]}]}}},
        }))
        .unwrap();
        let expected = Service {
            name: "gateway".to_owned(),
            port: 8080,
        };
        assert_eq!(deployment.service(), Some(expected));
    }
}
