"""Builds kustomizations and queries the resulting objects."""

import itertools
import os
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import yaml

import topology

K8S = topology.ROOT / "k8s"
NAMESPACE = "storefront"

# The C loader is faster, where available.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# A build needs one of DATABASES, one of BUSES, the one of TRANSPORTS that has cert-manager as the bus has, and any of OPTIONS.
DATABASES = ("postgres-single", "postgres-cluster")
BUSES = ("nats-single", "nats-cluster")
TRANSPORTS = {"nats-single": "grpc-plain", "nats-cluster": "grpc-tls"}
OPTIONS = (
    "mail-catcher",
    "mail-server",
    "private-mail-server",
    "public-addresses",
    "observability",
    "single-replica",
    "scale-by-lag",
    "ingress",
    "development-secrets",
    "shared-caller-keys",
    "unbound-claims",
)


@cache
def build(folder: Path) -> tuple[dict, ...]:
    """Returns the output of `kubectl kustomize` for a folder."""
    # A build is short: collecting garbage rarely saves a fifth of its time.
    environment = os.environ | {"GOGC": "400"}
    result = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        raise AssertionError(f"{folder}: {result.stderr}")
    return tuple(document for document in yaml.load_all(result.stdout, LOADER) if document)


def overlay(name: str) -> tuple[dict, ...]:
    """Builds an overlay."""
    return build(K8S / "overlays" / name)


def combinations() -> list[tuple[str, ...]]:
    """Returns every choice of servers with no option, each option alone, and all options."""
    options = [(), *((option,) for option in OPTIONS), OPTIONS]
    products = itertools.product(DATABASES, BUSES, options)
    return [(database, bus, TRANSPORTS[bus], *chosen) for database, bus, chosen in products]


def combine(components: tuple[str, ...]) -> tuple[dict, ...]:
    """Builds the base with these components."""
    with tempfile.TemporaryDirectory(dir=K8S) as folder:
        chosen = "\n".join(f"  - ../components/{component}" for component in components)
        (Path(folder) / "kustomization.yaml").write_text(
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
            f"resources:\n  - ../base\ncomponents:\n{chosen}\n"
        )
        return build(Path(folder))


def of_kind(documents, *kinds: str) -> list[dict]:
    """Returns the documents of these kinds."""
    return [document for document in documents if document["kind"] in kinds]


def name(document: dict) -> str:
    """Returns the object's name."""
    return document["metadata"]["name"]


def label(document: dict) -> str:
    """Returns kind and name, for messages."""
    return f"{document['kind']}/{name(document)}"


def workloads(documents) -> list[dict]:
    """Returns the objects that create pods."""
    return of_kind(documents, "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob")


def template(workload: dict) -> dict:
    """Returns the pod template of a workload."""
    spec = workload["spec"]["jobTemplate"]["spec"] if workload["kind"] == "CronJob" else workload["spec"]
    return spec["template"]


def pod(workload: dict) -> dict:
    """Returns the pod spec of a workload."""
    return template(workload)["spec"]


def pod_labels(workload: dict) -> dict:
    """Returns the labels of a workload's pods."""
    return template(workload)["metadata"].get("labels", {})


def foreign_pod(namespace: str, labels: dict) -> dict:
    """Returns a stand-in for a pod that these manifests do not create, for the evaluation of NetworkPolicies."""
    return {
        "kind": "Pod",
        "metadata": {"name": "foreign", "namespace": namespace},
        "spec": {"template": {"metadata": {"labels": labels}}},
    }


def containers(workload: dict) -> list[dict]:
    """Returns the containers, including init containers."""
    return pod(workload).get("initContainers", []) + pod(workload)["containers"]


def our_services(documents) -> dict[str, dict]:
    """Returns the Deployments of the shop's services by name."""
    return {
        name(document): document
        for document in of_kind(documents, "Deployment")
        if document["metadata"].get("labels", {}).get("app.kubernetes.io/part-of") == NAMESPACE
    }


def environment(documents, container: dict) -> dict[str, str | None]:
    """Returns a container's variables; the value is None if it comes from a Secret."""
    maps = {name(document): document.get("data", {}) for document in of_kind(documents, "ConfigMap")}
    found: dict[str, str | None] = {}
    for source in container.get("envFrom", []):
        found |= maps[source["configMapRef"]["name"]]
    for entry in container.get("env", []):
        found[entry["name"]] = entry.get("value")
    return found


def undefined_references(container: dict, defined=frozenset()) -> set[str]:
    """Returns the variables that others refer to before they are defined, which Kubernetes leaves as they are written."""
    defined, missing = set(defined), set()
    for entry in container.get("env", []):
        missing |= set(re.findall(r"\$\((\w+)\)", entry.get("value", ""))) - defined
        defined.add(entry["name"])
    return missing


def secrets(document) -> set[str]:
    """Returns the names of all Secrets that a document refers to."""
    found = set()
    if isinstance(document, list):
        return set().union(*(secrets(item) for item in document))
    if isinstance(document, dict):
        for key, value in document.items():
            if key in ("secretKeyRef", "passwordSecret", "accessKeyId", "secretAccessKey"):
                found.add(value["name"])
            elif key == "secret" and isinstance(value, dict):
                found.add(value.get("secretName") or value["name"])
            elif key == "secretName" and isinstance(value, str):
                found.add(value)
            else:
                found |= secrets(value)
    return found


def scrape_jobs(documents) -> dict[str, dict]:
    """Returns the jobs that components add to Prometheus's settings, by name."""
    found = {}
    for document in of_kind(documents, "ConfigMap"):
        for key, text in document.get("data", {}).items():
            if key.endswith(".scrape.yaml"):
                found |= {job["job_name"]: job for job in yaml.load(text, LOADER)["scrape_configs"]}
    return found


_CPU = {"m": 0.001, "": 1}
_BYTES = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "": 1}


def quantity(text: str | int) -> float:
    """Returns a quantity of Kubernetes in cores or bytes."""
    number, unit = re.fullmatch(r"([\d.]+)([a-zA-Z]*)", str(text)).groups()
    return float(number) * (_CPU | _BYTES)[unit]


def requests(documents) -> dict[str, tuple[float, float]]:
    """Returns cores and bytes that each workload requests with its least replicas; a DaemonSet's are of one node."""
    least = {
        one["spec"]["scaleTargetRef"]["name"]: one["spec"]["minReplicas"]
        for one in of_kind(documents, "HorizontalPodAutoscaler")
    }
    found = {}
    for workload in of_kind(documents, "Deployment", "StatefulSet", "DaemonSet"):
        replicas = least.get(name(workload), workload["spec"].get("replicas", 1))
        asked = [one["resources"]["requests"] for one in pod(workload)["containers"]]
        found[name(workload)] = tuple(replicas * sum(quantity(one[kind]) for one in asked) for kind in ("cpu", "memory"))
    for pooler in of_kind(documents, "Pooler"):
        found[name(pooler)] = _of_each(pooler, [pooler["spec"]["template"]["spec"]["containers"][0]["resources"]])
    # Each server of PostgreSQL has a container of the backups' plugin.
    beside = [store["spec"]["instanceSidecarConfiguration"]["resources"] for store in of_kind(documents, "ObjectStore")]
    for cluster in of_kind(documents, "Cluster"):
        found[name(cluster)] = _of_each(cluster, [cluster["spec"]["resources"], *beside])
    return found


def _of_each(custom, containers: list[dict]) -> tuple[float, float]:
    """Returns cores and bytes that the instances of a custom resource request for these containers."""
    requested = [one["requests"] for one in containers]
    instances = custom["spec"]["instances"]
    return tuple(instances * sum(quantity(one[kind]) for one in requested) for kind in ("cpu", "memory"))
