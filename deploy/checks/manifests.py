"""Builds kustomizations and finds things in what comes out."""

import itertools
import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import yaml

import topology

K8S = topology.ROOT / "k8s"
NAMESPACE = "storefront"

# The quick one, where it is there.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

# Each line is one choice: of the first two one must be taken, of the others any.
DATABASES = ("postgres-single", "postgres-cluster")
BUSES = ("nats-single", "nats-cluster")
OPTIONS = ("mail-catcher", "mail-server", "observability", "one-of-each", "ingress", "development-secrets")


@cache
def build(folder: Path) -> tuple[dict, ...]:
    """What `kubectl kustomize` makes of a folder."""
    outcome = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True)
    if outcome.returncode != 0:
        raise AssertionError(f"{folder}: {outcome.stderr}")
    return tuple(document for document in yaml.load_all(outcome.stdout, LOADER) if document)


def overlay(name: str) -> tuple[dict, ...]:
    """An overlay by name."""
    return build(K8S / "overlays" / name)


def combinations() -> list[tuple[str, ...]]:
    """Every choice of servers with no option, each option alone, and all of them."""
    options = [(), *((option,) for option in OPTIONS), OPTIONS]
    return [(database, bus, *chosen) for database, bus, chosen in itertools.product(DATABASES, BUSES, options)]


def combine(components: tuple[str, ...]) -> tuple[dict, ...]:
    """The base with these components."""
    with tempfile.TemporaryDirectory(dir=K8S) as folder:
        # The folder lies beside the overlays, so the paths are as short as theirs.
        chosen = "\n".join(f"  - ../components/{component}" for component in components)
        (Path(folder) / "kustomization.yaml").write_text(
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
            f"resources:\n  - ../base\ncomponents:\n{chosen}\n"
        )
        return build(Path(folder))


def of_kind(documents, *kinds: str) -> list[dict]:
    """Those of these kinds."""
    return [document for document in documents if document["kind"] in kinds]


def name(document: dict) -> str:
    """Its name."""
    return document["metadata"]["name"]


def label(document: dict) -> str:
    """How messages call it."""
    return f"{document['kind']}/{name(document)}"


def workloads(documents) -> list[dict]:
    """What makes pods."""
    return of_kind(documents, "Deployment", "StatefulSet", "DaemonSet", "Job")


def pod(workload: dict) -> dict:
    """Its pod's specification."""
    return workload["spec"]["template"]["spec"]


def pod_labels(workload: dict) -> dict:
    """Its pods' labels."""
    return workload["spec"]["template"]["metadata"].get("labels", {})


def containers(workload: dict) -> list[dict]:
    """Its containers, those that run first too."""
    return pod(workload).get("initContainers", []) + pod(workload)["containers"]


def our_services(documents) -> dict[str, dict]:
    """The Deployments of the shop's services, by name."""
    return {
        name(document): document
        for document in of_kind(documents, "Deployment")
        if document["metadata"].get("labels", {}).get("app.kubernetes.io/part-of") == NAMESPACE
    }


def environment(documents, container: dict) -> dict[str, str | None]:
    """A container's variables with their values; None where a Secret has the value."""
    maps = {name(document): document.get("data", {}) for document in of_kind(documents, "ConfigMap")}
    found: dict[str, str | None] = {}
    for source in container.get("envFrom", []):
        found |= maps[source["configMapRef"]["name"]]
    for entry in container.get("env", []):
        found[entry["name"]] = entry.get("value")
    return found


def secrets(document) -> set[str]:
    """The names of all Secrets that a document refers to."""
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


def has_kubectl() -> bool:
    """Whether kubectl can be called."""
    return any(os.access(Path(folder) / "kubectl", os.X_OK) for folder in os.get_exec_path())
