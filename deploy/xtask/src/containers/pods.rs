//! From manifests to what podman plays. It plays one pod at a time, knows neither Services nor Deployments, and of the
//! volumes only `ConfigMaps` and claims; so each workload becomes one pod, with the names of its Services, and with what it
//! refers to. What the containers are and how they are confined stays as it is written.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

/// One workload as podman plays it.
#[derive(Debug)]
pub(super) struct Pod {
    /// The workload's name; a container's name begins with it.
    pub(super) name: String,
    /// The Services by which others reach it.
    pub(super) services: Vec<String>,
    /// Its images.
    pub(super) images: BTreeSet<String>,
    /// What is played: the pod, and what it refers to.
    pub(super) documents: Vec<Value>,
}

/// The Secrets, by name, as podman keeps them.
pub(super) fn secrets(documents: &[Value]) -> BTreeMap<String, Value> {
    of_kind(documents, "Secret")
        .map(|document| (name(document).to_owned(), at(document, "/data").clone()))
        .collect()
}

/// All pods, by name.
pub(super) fn pods(documents: &[Value]) -> Result<BTreeMap<String, Pod>> {
    let workloads = of_kind(documents, "Deployment").chain(of_kind(documents, "StatefulSet"));
    workloads
        .map(|workload| {
            let pod = pod(documents, workload).with_context(|| format!("the workload {}", name(workload)))?;
            Ok((pod.name.clone(), pod))
        })
        .collect()
}

fn pod(documents: &[Value], workload: &Value) -> Result<Pod> {
    let name = name(workload);
    let template = at(workload, "/spec/template");
    let labels = at(template, "/metadata/labels");
    let mut specification = at(template, "/spec").clone();
    let mut images = BTreeSet::new();
    let mut maps = BTreeSet::new();
    for kind in ["initContainers", "containers"] {
        for container in list_mut(&mut specification, kind) {
            images.extend(at(container, "/image").as_str().map(str::to_owned));
            for source in list(container, "envFrom") {
                maps.extend(at(source, "/configMapRef/name").as_str().map(str::to_owned));
            }
            fill_in(documents, container)?;
            let container = container.as_object_mut().context("a container is no object")?;
            // Podman would open them to the whole machine.
            container.remove("ports");
            // Without systemd nobody asks them; the run asks what it must know by itself.
            for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
                container.remove(probe);
            }
        }
    }

    let mut made = Vec::new();
    let owner = at(&specification, "/securityContext").clone();
    for volume in list_mut(&mut specification, "volumes") {
        let inner = at(volume, "/name")
            .as_str()
            .context("a volume without a name")?
            .to_owned();
        let full = format!("{name}-{inner}");
        if let Some(map) = at(volume, "/configMap/name").as_str() {
            maps.insert(map.to_owned());
        } else if let Some(files) = volume.get("projected") {
            made.push(projected(documents, &full, files)?);
            *volume = json!({"name": inner, "configMap": {"name": full}});
        } else if volume.get("emptyDir").is_some() {
            made.push(claim(&full, &owner, &json!({"accessModes": ["ReadWriteOnce"]})));
            *volume = json!({"name": inner, "persistentVolumeClaim": {"claimName": full}});
        }
    }
    for template in list(at(workload, "/spec"), "volumeClaimTemplates") {
        let inner = self::name(template);
        let full = format!("{name}-{inner}");
        made.push(claim(&full, &owner, at(template, "/spec")));
        let volume = json!({"name": inner, "persistentVolumeClaim": {"claimName": full}});
        let fields = specification.as_object_mut().context("a pod that is no object")?;
        let volumes = fields.entry("volumes").or_insert_with(|| json!([]));
        volumes
            .as_array_mut()
            .context("volumes that are no list")?
            .push(volume);
    }

    // Podman would else begin anew what is to run once, before the others.
    set(&mut specification, "restartPolicy", Value::from("OnFailure"))?;

    let mut played: Vec<Value> = of_kind(documents, "ConfigMap")
        .filter(|map| maps.contains(self::name(map)))
        .cloned()
        .collect();
    played.extend(made);
    played.push(json!({
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "labels": labels},
        "spec": specification,
    }));
    Ok(Pod {
        name: name.to_owned(),
        services: services(documents, labels),
        images,
        documents: played,
    })
}

/// Puts the values into a container's variables that refer to others before them, as `$(NAME)`: podman does not.
fn fill_in(documents: &[Value], container: &mut Value) -> Result<()> {
    let secrets = secrets(documents);
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for variable in list_mut(container, "env") {
        let name = at(variable, "/name")
            .as_str()
            .context("a variable without a name")?
            .to_owned();
        let value = if let Some(value) = at(variable, "/value").as_str() {
            known.iter().fold(value.to_owned(), |value, (name, known)| {
                value.replace(&format!("$({name})"), known)
            })
        } else {
            let from = at(variable, "/valueFrom/secretKeyRef");
            let (Some(secret), Some(key)) = (at(from, "/name").as_str(), at(from, "/key").as_str()) else {
                // A field of the pod: podman knows it, and nothing refers to it.
                continue;
            };
            said(&secrets, secret, key)?
        };
        if variable.get("value").is_some() {
            set(variable, "value", Value::from(value.clone()))?;
        }
        known.insert(name, value);
    }
    Ok(())
}

/// The names of the Services that lead to pods with these labels.
fn services(documents: &[Value], labels: &Value) -> Vec<String> {
    let leads_there = |service: &&Value| {
        let selector = at(service, "/spec/selector").as_object();
        selector.is_some_and(|selector| {
            !selector.is_empty()
                && selector
                    .iter()
                    .all(|(label, value)| labels.get(label) == Some(value))
        })
    };
    of_kind(documents, "Service")
        .filter(leads_there)
        .map(|service| name(service).to_owned())
        .collect()
}

/// Files from Secrets, as files from a map: podman has no volume of Secrets.
fn projected(documents: &[Value], name: &str, volume: &Value) -> Result<Value> {
    let secrets = secrets(documents);
    let mut files = Map::new();
    for source in list(volume, "sources") {
        let secret = at(source, "/secret/name")
            .as_str()
            .context("a source that is no Secret")?;
        for item in list(at(source, "/secret"), "items") {
            let key = at(item, "/key").as_str().context("a file without a key")?;
            let path = at(item, "/path").as_str().context("a file without a path")?;
            files.insert(path.to_owned(), Value::from(said(&secrets, secret, key)?));
        }
    }
    Ok(json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": files}))
}

/// What a Secret says.
pub(super) fn said(secrets: &BTreeMap<String, Value>, secret: &str, key: &str) -> Result<String> {
    let value = secrets.get(secret).and_then(|data| data.get(key)?.as_str());
    let value = value.with_context(|| format!("the Secret {secret} has no {key}"))?;
    let bytes = STANDARD.decode(value).context("a Secret's value is no base64")?;
    String::from_utf8(bytes).context("a Secret's value is no text")
}

/// Room that belongs to whom the pod runs as; in a cluster, `fsGroup` sees to that.
fn claim(name: &str, owner: &Value, specification: &Value) -> Value {
    let id = |field: &str| {
        owner
            .get(field)
            .and_then(Value::as_u64)
            .unwrap_or_default()
            .to_string()
    };
    json!({
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "annotations": {
            "volume.podman.io/uid": id("runAsUser"),
            "volume.podman.io/gid": id("runAsGroup"),
        }},
        "spec": specification,
    })
}

fn of_kind<'documents>(
    documents: &'documents [Value],
    kind: &'documents str,
) -> impl Iterator<Item = &'documents Value> {
    documents
        .iter()
        .filter(move |document| at(document, "/kind") == kind)
}

fn name(document: &Value) -> &str {
    at(document, "/metadata/name").as_str().unwrap_or_default()
}

/// What lies at a path, or null.
fn at<'value>(value: &'value Value, path: &str) -> &'value Value {
    value.pointer(path).unwrap_or(&Value::Null)
}

fn set(value: &mut Value, field: &str, new: Value) -> Result<()> {
    let fields = value.as_object_mut().context("no object where one is expected")?;
    fields.insert(field.to_owned(), new);
    Ok(())
}

fn list<'value>(value: &'value Value, field: &str) -> impl Iterator<Item = &'value Value> {
    value.get(field).and_then(Value::as_array).into_iter().flatten()
}

fn list_mut<'value>(value: &'value mut Value, field: &str) -> impl Iterator<Item = &'value mut Value> {
    value
        .get_mut(field)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifests() -> Vec<Value> {
        let service = |name: &str, selector: &Value| json!({"kind": "Service", "metadata": {"name": name}, "spec": {"selector": selector}});
        let map = |name: &str| json!({"kind": "ConfigMap", "metadata": {"name": name}, "data": {"a": "b"}});
        let labels = json!({"app": "postgres", "calls-x": "yes"});
        vec![
            service("postgres-rw", &json!({"app": "postgres"})),
            service("postgres-pooler", &json!({"app": "postgres"})),
            service("cart", &json!({"app": "cart"})),
            service("outside", &json!({})),
            map("scripts"),
            map("settings"),
            map("others"),
            json!({"kind": "Secret", "metadata": {"name": "cart-database"}, "data": {"password": "c2VjcmV0"}}),
            json!({"kind": "StatefulSet", "metadata": {"name": "postgres"}, "spec": {
                "template": {"metadata": {"labels": labels}, "spec": {
                    "securityContext": {"runAsUser": 999, "runAsGroup": 998},
                    "initContainers": [{"name": "migrate", "image": "one", "envFrom": [{"configMapRef": {"name": "settings"}}]}],
                    "containers": [{
                        "name": "postgres", "image": "two", "env": [
                            {"name": "WHO", "value": "cart"},
                            {"name": "PASSWORD", "valueFrom": {"secretKeyRef": {"name": "cart-database", "key": "password"}}},
                            {"name": "POD", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                            {"name": "URL", "value": "$(WHO):$(PASSWORD)@$(LATER)"},
                            {"name": "LATER", "value": "x"},
                        ], "ports": [{"containerPort": 5432}],
                        "readinessProbe": {"tcpSocket": {"port": 5432}},
                        "securityContext": {"readOnlyRootFilesystem": true},
                    }],
                    "volumes": [
                        {"name": "socket", "emptyDir": {}},
                        {"name": "scripts", "configMap": {"name": "scripts"}},
                        {"name": "passwords", "projected": {"sources": [
                            {"secret": {"name": "cart-database", "items": [{"key": "password", "path": "cart"}]}},
                        ]}},
                    ],
                }},
                "volumeClaimTemplates": [{"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"]}}],
            }}),
        ]
    }

    fn names(pod: &Pod) -> Vec<(&str, &str)> {
        pod.documents
            .iter()
            .map(|document| (document["kind"].as_str().unwrap(), name(document)))
            .collect()
    }

    #[test]
    fn a_workload_becomes_a_pod_with_what_it_refers_to_and_nothing_else() {
        let pods = pods(&manifests()).unwrap();
        let pod = &pods["postgres"];
        assert_eq!(
            names(pod),
            [
                ("ConfigMap", "scripts"),
                ("ConfigMap", "settings"),
                ("PersistentVolumeClaim", "postgres-socket"),
                ("ConfigMap", "postgres-passwords"),
                ("PersistentVolumeClaim", "postgres-data"),
                ("Pod", "postgres"),
            ]
        );
        assert_eq!(pod.services, ["postgres-rw", "postgres-pooler"]);
        assert_eq!(pod.images, BTreeSet::from(["one".to_owned(), "two".to_owned()]));
    }

    #[test]
    fn how_it_is_confined_stays_and_what_podman_would_open_goes() {
        let pods = pods(&manifests()).unwrap();
        let specification = &pods["postgres"].documents.last().unwrap()["spec"];
        let container = &specification["containers"][0];
        assert_eq!(container["securityContext"]["readOnlyRootFilesystem"], true);
        assert!(container.get("ports").is_none() && container.get("readinessProbe").is_none());
        assert_eq!(specification["securityContext"]["runAsUser"], 999);
        assert_eq!(specification["restartPolicy"], "OnFailure");
    }

    #[test]
    fn a_variable_has_the_values_of_those_before_it() {
        let pods = pods(&manifests()).unwrap();
        let variables = &pods["postgres"].documents.last().unwrap()["spec"]["containers"][0]["env"];
        assert_eq!(variables[3]["value"], "cart:secret@$(LATER)");
        // From where it stands: podman reads the Secret by itself.
        assert!(variables[1].get("value").is_none() && variables[1].get("valueFrom").is_some());
    }

    #[test]
    fn room_belongs_to_whom_the_pod_runs_as() {
        let pods = pods(&manifests()).unwrap();
        for claim in of_kind(&pods["postgres"].documents, "PersistentVolumeClaim") {
            let annotations = &claim["metadata"]["annotations"];
            assert_eq!(annotations["volume.podman.io/uid"], "999");
            assert_eq!(annotations["volume.podman.io/gid"], "998");
        }
    }

    #[test]
    fn files_from_secrets_hold_what_the_secrets_say() {
        let mut documents = manifests();
        let made = |documents: &[Value]| {
            projected(
                documents,
                "p",
                &documents.last().unwrap()["spec"]["template"]["spec"]["volumes"][2]["projected"],
            )
        };
        assert_eq!(made(&documents).unwrap()["data"]["cart"], "secret");
        documents[7]["data"] = json!({});
        let error = made(&documents).unwrap_err().to_string();
        assert!(error.contains("cart-database"), "{error}");
    }
}
