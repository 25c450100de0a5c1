//! The network policies: a pod with a service's label connects to it, and a pod without does not.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::{
    pods::{NAMESPACE, Service},
    probe::Probe,
};
use crate::kubectl::Kubectl;

/// The pod that may call every service, and the one that may call none.
const CALLER: &str = "probe-caller";
const STRANGER: &str = "probe-stranger";

/// Starts both pods, reads their results, and deletes them.
pub(super) async fn check(kubectl: &Kubectl, services: &[Service], image: &str) -> Result<String> {
    let pods = json!({"apiVersion": "v1", "kind": "List", "items": [
        pod(CALLER, services, image, true),
        pod(STRANGER, services, image, false),
    ]});
    delete(kubectl).await?;
    let result = observe(kubectl, &pods, services).await;
    delete(kubectl).await?;
    result
}

async fn observe(kubectl: &Kubectl, pods: &Value, services: &[Service]) -> Result<String> {
    kubectl
        .run_with(&["create", "--filename=-"], &pods.to_string())
        .await?;
    let mut wrong = Vec::new();
    for (pod, expected) in [(CALLER, Connection::Open), (STRANGER, Connection::Closed)] {
        let name = format!("pod/{pod}");
        let wait = [
            "wait",
            &name,
            "--namespace",
            NAMESPACE,
            "--for=jsonpath={.status.phase}=Succeeded",
            "--timeout=120s",
        ];
        kubectl.run(&wait).await?;
        let log = kubectl.run(&["logs", &name, "--namespace", NAMESPACE]).await?;
        wrong.extend(differences(pod, &parse(&log), services, expected));
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(format!(
        "{} services: open to {CALLER}, closed to {STRANGER}",
        services.len()
    ))
}

async fn delete(kubectl: &Kubectl) -> Result<()> {
    let delete = [
        "delete",
        "pod",
        CALLER,
        STRANGER,
        "--namespace",
        NAMESPACE,
        "--ignore-not-found",
        "--timeout=60s",
    ];
    kubectl.run(&delete).await.map(drop)
}

/// A pod that connects once to each service and prints a line for each.
fn pod(name: &str, services: &[Service], image: &str, is_caller: bool) -> Value {
    let mut labels = BTreeMap::from([("probe".to_owned(), "yes".to_owned())]);
    if is_caller {
        labels.extend(
            services
                .iter()
                .map(|service| (format!("calls-{}", service.name), "yes".to_owned())),
        );
    }
    let targets: Vec<_> = services
        .iter()
        .map(|service| format!("{} {}", service.name, service.port))
        .collect();
    // The policies of a new pod can come a moment after it. busybox's nc runs a program once it is connected; its
    // input is not the list.
    let script = format!(
        "sleep 10; while read -r name port; do if timeout 6 nc -w 3 \"$name\" \"$port\" -e true </dev/null; then echo \"$name open\"; \
         else echo \"$name closed\"; fi; done <<EOF\n{}\nEOF\n",
        targets.join("\n")
    );
    Probe {
        name,
        labels,
        image,
        user: Probe::USER,
        script: &script,
        environment: Vec::new(),
        limits: json!({"cpu": "100m", "memory": "32Mi"}),
        restart_policy: "Never",
    }
    .pod()
}

/// The result of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Connection {
    Open,
    /// Refused, or without an answer.
    Closed,
}

/// Parses the lines of a probe.
fn parse(log: &str) -> BTreeMap<&str, Connection> {
    log.lines()
        .filter_map(|line| match line.split_once(' ')? {
            (name, "open") => Some((name, Connection::Open)),
            (name, "closed") => Some((name, Connection::Closed)),
            _ => None,
        })
        .collect()
}

/// Describes each service whose connection is another one than expected, or was not tried.
fn differences(
    pod: &str,
    seen: &BTreeMap<&str, Connection>,
    services: &[Service],
    expected: Connection,
) -> Vec<String> {
    let differs = |service: &&Service| seen.get(service.name.as_str()) != Some(&expected);
    services
        .iter()
        .filter(differs)
        .map(|service| {
            let connection = match seen.get(service.name.as_str()) {
                Some(Connection::Open) => "open",
                Some(Connection::Closed) => "closed",
                None => "not tried",
            };
            format!("{} is {connection} to {pod}", service.name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn services() -> Vec<Service> {
        let service = |name: &str, port| Service {
            name: name.to_owned(),
            port,
        };
        vec![service("cart", 9100), service("gateway", 8080)]
    }

    #[test]
    fn only_the_caller_has_the_labels_of_the_policies() {
        let labels =
            |is_caller| pod("probe", &services(), "busybox", is_caller)["metadata"]["labels"].clone();
        assert_eq!(
            labels(true),
            json!({"probe": "yes", "calls-cart": "yes", "calls-gateway": "yes"})
        );
        assert_eq!(labels(false), json!({"probe": "yes"}));
    }

    #[test]
    fn differences_name_open_closed_and_missing_services() {
        let seen = parse("cart open\nsomething else\n");
        assert!(differences("probe", &seen, &services()[..1], Connection::Open).is_empty());
        assert_eq!(
            differences("probe", &seen, &services(), Connection::Closed),
            ["cart is open to probe", "gateway is not tried to probe"]
        );
    }
}
