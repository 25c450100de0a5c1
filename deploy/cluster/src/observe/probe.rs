//! Pods that probe the cluster: a shell script with no rights.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::pods::NAMESPACE;

/// A pod with a script.
#[derive(Debug)]
pub(super) struct Probe<'a> {
    pub(super) name: &'a str,
    pub(super) labels: BTreeMap<String, String>,
    pub(super) image: &'a str,
    /// The number of the user, who is not root.
    pub(super) user: u32,
    pub(super) script: &'a str,
    /// The variables of the container.
    pub(super) environment: Vec<Value>,
    pub(super) limits: Value,
    /// `Always` or `Never`.
    pub(super) restart_policy: &'static str,
}

impl Probe<'_> {
    /// The user of the shop's images.
    pub(super) const USER: u32 = 65532;

    /// The manifest.
    pub(super) fn pod(&self) -> Value {
        json!({
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": self.name, "namespace": NAMESPACE, "labels": self.labels},
            "spec": {
                "restartPolicy": self.restart_policy,
                "automountServiceAccountToken": false,
                "enableServiceLinks": false,
                "terminationGracePeriodSeconds": 0,
                "securityContext": {
                    "runAsNonRoot": true, "runAsUser": self.user, "seccompProfile": {"type": "RuntimeDefault"},
                },
                "containers": [{
                    "name": "probe",
                    "image": self.image,
                    "command": ["sh", "-c", self.script],
                    "env": self.environment,
                    "resources": {"requests": {"cpu": "10m", "memory": "16Mi"}, "limits": self.limits},
                    "securityContext": {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}},
                }],
            },
        })
    }
}
