//! The cluster of `CloudNativePG` with the shop's databases.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use super::pods;
use crate::kubectl::{Kubectl, Watch};

/// The cluster's name.
pub(super) const CLUSTER: &str = "postgres";

/// Its phase while all servers run as they should.
pub(super) const HEALTHY: &str = "Cluster in healthy state";

const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// A cluster of `CloudNativePG`.
#[derive(Debug, Deserialize)]
struct Cluster {
    #[serde(default)]
    status: ClusterStatus,
    #[serde(default)]
    spec: ClusterSpec,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ClusterSpec {
    image_name: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ClusterStatus {
    pub(super) current_primary: String,
    pub(super) phase: String,
    ready_instances: u32,
}

impl ClusterStatus {
    /// Whether another server than this one is the primary.
    pub(super) fn has_other_primary(&self, than: &str) -> bool {
        !self.current_primary.is_empty() && self.current_primary != than
    }

    /// Returns the primary's pod.
    ///
    /// # Errors
    /// If the cluster is not healthy, or no replica is ready.
    fn healthy_primary(self) -> Result<String> {
        ensure!(
            self.phase == HEALTHY,
            "the cluster {CLUSTER} is not healthy: {}",
            self.phase
        );
        ensure!(
            self.ready_instances > 1,
            "the cluster {CLUSTER} has no ready replica"
        );
        ensure!(
            !self.current_primary.is_empty(),
            "the cluster {CLUSTER} has no primary"
        );
        Ok(self.current_primary)
    }
}

async fn cluster(kubectl: &Kubectl) -> Result<Cluster> {
    let get = ["get", "clusters.postgresql.cnpg.io", CLUSTER];
    pods::get(kubectl, &get)
        .await
        .with_context(|| format!("no cluster {CLUSTER} of CloudNativePG"))
}

/// Returns the state of the cluster.
///
/// # Errors
/// If there is none.
pub(super) async fn status(kubectl: &Kubectl) -> Result<ClusterStatus> {
    Ok(cluster(kubectl).await?.status)
}

/// The states of the cluster, one after the other.
#[derive(Debug)]
pub(super) struct States<'a> {
    kubectl: &'a Kubectl,
    watch: Watch,
}

impl<'a> States<'a> {
    /// Begins with the current state.
    ///
    /// # Errors
    /// If kubectl cannot be started.
    pub(super) fn watch(kubectl: &'a Kubectl) -> Result<Self> {
        let watch = kubectl.watch(&[
            "get",
            "clusters.postgresql.cnpg.io",
            CLUSTER,
            "--namespace",
            pods::NAMESPACE,
            "--output=jsonpath={.status}{\"\\n\"}",
        ])?;
        Ok(Self { kubectl, watch })
    }

    /// Returns the next state. A watch ends with its connection to the API server; another one follows it.
    ///
    /// # Errors
    /// If a state cannot be read or parsed, or kubectl cannot be started again.
    pub(super) async fn next(&mut self) -> Result<ClusterStatus> {
        loop {
            if let Some(line) = self.watch.next_line().await? {
                return serde_json::from_str(&line)
                    .with_context(|| format!("cannot parse the state {line:?}"));
            }
            tokio::time::sleep(POLL_INTERVAL).await;
            *self = Self::watch(self.kubectl)?;
        }
    }
}

/// Returns the image of the servers.
///
/// # Errors
/// If there is no cluster.
pub(super) async fn image(kubectl: &Kubectl) -> Result<String> {
    Ok(cluster(kubectl).await?.spec.image_name)
}

/// Returns the primary's pod.
///
/// # Errors
/// If there is no cluster, it is not healthy, or no replica is ready.
pub(super) async fn healthy_primary(kubectl: &Kubectl) -> Result<String> {
    status(kubectl).await?.healthy_primary()
}

/// Waits until all servers run as they should, and returns the primary.
///
/// # Errors
/// If they do not within that time; the error has the operator's phase.
pub(super) async fn wait_until_healthy(kubectl: &Kubectl, within: Duration) -> Result<String> {
    let deadline = Instant::now() + within;
    loop {
        match healthy_primary(kubectl).await {
            Err(_) if Instant::now() < deadline => tokio::time::sleep(POLL_INTERVAL).await,
            result => return result.with_context(|| format!("after {} s", within.as_secs())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> ClusterStatus {
        serde_json::from_str::<Cluster>(text).unwrap().status
    }

    #[test]
    fn status_of_a_new_cluster_has_no_other_primary() {
        assert!(!parse("{}").has_other_primary("postgres-1"));
        let status = parse(
            "{\"status\": {\"currentPrimary\": \"postgres-1\", \"phase\": \"Failing over\", \"readyInstances\": 2}}",
        );
        assert_eq!(
            (status.phase.as_str(), status.ready_instances),
            ("Failing over", 2)
        );
        assert!(!status.has_other_primary("postgres-1"));
        assert!(status.has_other_primary("postgres-2"));
    }

    #[test]
    fn only_a_healthy_cluster_with_a_replica_has_a_healthy_primary() {
        let status = |phase: &str, ready_instances| ClusterStatus {
            current_primary: "postgres-1".to_owned(),
            phase: phase.to_owned(),
            ready_instances,
        };
        assert_eq!(status(HEALTHY, 2).healthy_primary().unwrap(), "postgres-1");
        assert!(status(HEALTHY, 1).healthy_primary().is_err());
        let error = status("Failing over", 2).healthy_primary().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the cluster postgres is not healthy: Failing over"
        );
        assert!(parse("{}").healthy_primary().is_err());
    }

    #[tokio::test]
    async fn states_go_on_after_a_watch_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let count = folder.path().join("count");
        let kubectl = Kubectl::of_script(&format!(
            "echo >> {count}; echo '{{\"currentPrimary\": \"postgres-'$(wc -l < {count})'\"}}'",
            count = count.display()
        ));
        let mut states = States::watch(&kubectl).unwrap();
        assert_eq!(states.next().await.unwrap().current_primary, "postgres-1");
        assert_eq!(states.next().await.unwrap().current_primary, "postgres-2");
    }
}
