//! Converts manifests for `podman kube play`, which runs single pods and supports neither Services nor Deployments, and of
//! the volumes only `ConfigMaps` and claims. Each workload becomes one pod, with the names of its Services and the documents
//! that it refers to. Images and security contexts stay as written.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

/// One workload, converted to a pod.
#[derive(Debug)]
pub(crate) struct Pod {
    /// The workload's name, which prefixes the names of its containers.
    pub(crate) name: String,
    /// The Services that select the pod.
    pub(crate) services: Vec<String>,
    pub(crate) images: BTreeSet<String>,
    /// The documents that the pod refers to, followed by the pod.
    pub(crate) documents: Vec<Value>,
}

/// Returns the data of the Secrets by name.
pub(crate) fn secrets(documents: &[Value]) -> BTreeMap<String, Value> {
    of_kind(documents, "Secret")
        .map(|document| (name(document).to_owned(), at(document, "/data").clone()))
        .collect()
}

/// Converts all workloads to pods, by name.
pub(crate) fn pods(documents: &[Value]) -> Result<BTreeMap<String, Pod>> {
    let workloads = of_kind(documents, "Deployment").chain(of_kind(documents, "StatefulSet"));
    workloads
        .map(|workload| {
            let pod =
                convert(documents, workload).with_context(|| format!("the workload {}", name(workload)))?;
            Ok((pod.name.clone(), pod))
        })
        .collect()
}

fn convert(documents: &[Value], workload: &Value) -> Result<Pod> {
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
            expand_variables(documents, container)?;
            let container = container
                .as_object_mut()
                .context("a container is not an object")?;
            // Podman would publish them on the machine.
            container.remove("ports");
            // Podman runs no probes without systemd; the run checks health by itself.
            for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
                container.remove(probe);
            }
        }
    }

    let mut generated = Vec::new();
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
            generated.push(projected(documents, &full, files)?);
            *volume = json!({"name": inner, "configMap": {"name": full}});
        } else if volume.get("emptyDir").is_some() {
            generated.push(claim(&full, &owner, &json!({"accessModes": ["ReadWriteOnce"]})));
            *volume = json!({"name": inner, "persistentVolumeClaim": {"claimName": full}});
        }
    }
    for template in list(at(workload, "/spec"), "volumeClaimTemplates") {
        let inner = self::name(template);
        let full = format!("{name}-{inner}");
        generated.push(claim(&full, &owner, at(template, "/spec")));
        let volume = json!({"name": inner, "persistentVolumeClaim": {"claimName": full}});
        let fields = specification.as_object_mut().context("a pod is not an object")?;
        let volumes = fields.entry("volumes").or_insert_with(|| json!([]));
        volumes
            .as_array_mut()
            .context("volumes are not a list")?
            .push(volume);
    }

    // With another policy podman would restart init containers.
    set(&mut specification, "restartPolicy", Value::from("OnFailure"))?;

    let mut converted: Vec<Value> = of_kind(documents, "ConfigMap")
        .filter(|map| maps.contains(self::name(map)))
        .cloned()
        .collect();
    converted.extend(generated);
    converted.push(json!({
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "labels": labels},
        "spec": specification,
    }));
    Ok(Pod {
        name: name.to_owned(),
        services: services(documents, labels),
        images,
        documents: converted,
    })
}

/// Expands `$(NAME)` in a container's variables, which podman does not.
fn expand_variables(documents: &[Value], container: &mut Value) -> Result<()> {
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
                // A field of the pod, which podman supports and no variable refers to.
                continue;
            };
            secret_value(&secrets, secret, key)?
        };
        if variable.get("value").is_some() {
            set(variable, "value", Value::from(value.clone()))?;
        }
        known.insert(name, value);
    }
    Ok(())
}

/// Returns the names of the Services that select these labels.
fn services(documents: &[Value], labels: &Value) -> Vec<String> {
    let selects = |service: &&Value| {
        let selector = at(service, "/spec/selector").as_object();
        selector.is_some_and(|selector| {
            !selector.is_empty()
                && selector
                    .iter()
                    .all(|(label, value)| labels.get(label) == Some(value))
        })
    };
    of_kind(documents, "Service")
        .filter(selects)
        .map(|service| name(service).to_owned())
        .collect()
}

/// Converts a projected volume of Secrets and `ConfigMaps` to a `ConfigMap`: podman does not support projected volumes.
fn projected(documents: &[Value], name: &str, volume: &Value) -> Result<Value> {
    let secrets = secrets(documents);
    let mut files = Map::new();
    for source in list(volume, "sources") {
        if let Some(map) = at(source, "/configMap/name").as_str() {
            let is_optional = at(source, "/configMap/optional").as_bool() == Some(true);
            let found = of_kind(documents, "ConfigMap").find(|one| at(one, "/metadata/name") == map);
            match found.and_then(|one| at(one, "/data").as_object()) {
                Some(data) => files.extend(data.clone()),
                None => ensure!(is_optional, "there is no ConfigMap {map}"),
            }
            continue;
        }
        let secret = at(source, "/secret/name")
            .as_str()
            .context("a source is neither a Secret nor a ConfigMap")?;
        for item in list(at(source, "/secret"), "items") {
            let key = at(item, "/key").as_str().context("a file without a key")?;
            let path = at(item, "/path").as_str().context("a file without a path")?;
            files.insert(path.to_owned(), Value::from(secret_value(&secrets, secret, key)?));
        }
    }
    Ok(json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": files}))
}

/// Decodes a value of a Secret.
pub(crate) fn secret_value(secrets: &BTreeMap<String, Value>, secret: &str, key: &str) -> Result<String> {
    let value = secrets.get(secret).and_then(|data| data.get(key)?.as_str());
    let value = value.with_context(|| format!("the Secret {secret} has no {key}"))?;
    let bytes = STANDARD.decode(value).context("a Secret's value is not base64")?;
    String::from_utf8(bytes).context("a Secret's value is not text")
}

/// Creates a claim owned by the pod's user; in a cluster, `fsGroup` sets the owner.
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

/// Returns the value at a JSON pointer, or null.
fn at<'value>(value: &'value Value, path: &str) -> &'value Value {
    value.pointer(path).unwrap_or(&Value::Null)
}

fn set(value: &mut Value, field: &str, new: Value) -> Result<()> {
    let fields = value.as_object_mut().context("expected an object")?;
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
    fn converts_a_workload_with_exactly_the_documents_that_it_refers_to() {
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
    fn keeps_security_contexts_and_removes_ports_and_probes() {
        let pods = pods(&manifests()).unwrap();
        let specification = &pods["postgres"].documents.last().unwrap()["spec"];
        let container = &specification["containers"][0];
        assert_eq!(container["securityContext"]["readOnlyRootFilesystem"], true);
        assert!(container.get("ports").is_none() && container.get("readinessProbe").is_none());
        assert_eq!(specification["securityContext"]["runAsUser"], 999);
        assert_eq!(specification["restartPolicy"], "OnFailure");
    }

    #[test]
    fn expands_variables_defined_before() {
        let pods = pods(&manifests()).unwrap();
        let variables = &pods["postgres"].documents.last().unwrap()["spec"]["containers"][0]["env"];
        assert_eq!(variables[3]["value"], "cart:secret@$(LATER)");
        // Podman resolves the reference to the Secret.
        assert!(variables[1].get("value").is_none() && variables[1].get("valueFrom").is_some());
    }

    #[test]
    fn claims_belong_to_the_pods_user() {
        let pods = pods(&manifests()).unwrap();
        for claim in of_kind(&pods["postgres"].documents, "PersistentVolumeClaim") {
            let annotations = &claim["metadata"]["annotations"];
            assert_eq!(annotations["volume.podman.io/uid"], "999");
            assert_eq!(annotations["volume.podman.io/gid"], "998");
        }
    }

    #[test]
    fn projected_config_maps_become_files_where_they_exist() {
        let source = |name: &str, optional: bool| json!({"configMap": {"name": name, "optional": optional}});
        let volume = json!({"sources": [source("scripts", false), source("missing", true)]});
        let map = projected(&manifests(), "p", &volume).unwrap();
        assert_eq!(map["data"], json!({"a": "b"}));
        let volume = json!({"sources": [source("missing", false)]});
        let error = projected(&manifests(), "p", &volume).unwrap_err().to_string();
        assert!(error.contains("missing"), "{error}");
    }

    #[test]
    fn projected_secrets_become_files() {
        let mut documents = manifests();
        let project = |documents: &[Value]| {
            projected(
                documents,
                "p",
                &documents.last().unwrap()["spec"]["template"]["spec"]["volumes"][2]["projected"],
            )
        };
        assert_eq!(project(&documents).unwrap()["data"]["cart"], "secret");
        documents[7]["data"] = json!({});
        let error = project(&documents).unwrap_err().to_string();
        assert!(error.contains("cart-database"), "{error}");
    }
}
