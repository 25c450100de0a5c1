"""What the checkout says about its services, as the checks need it."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Service:
    """A service as `deploy/local/src/topology.rs` starts it."""

    name: str
    settings: frozenset[str]


def services() -> list[Service]:
    """All services. `cargo xtask test` tells of them in STOREFRONT_TOPOLOGY."""
    told = os.environ.get("STOREFRONT_TOPOLOGY")
    if told is None:
        raise SystemExit("run me by `cargo xtask test --only deployment --only kubernetes`")
    return [Service(name, frozenset(settings)) for name, settings in json.loads(told).items()]


def sources(service: str) -> Path:
    """The folder of a service's sources."""
    return ROOT / "gateway" if service == "gateway" else ROOT / "services" / service


def is_written(service: str) -> bool:
    """Whether the service is in the checkout."""
    return (sources(service) / "Cargo.toml").is_file()


def read_settings(service: str) -> set[str]:
    """The variables that a service's program reads: its own and the kit's."""
    folders = [sources(service) / "src", ROOT / "services" / "kit" / "src"]
    texts = (file.read_text() for folder in folders for file in folder.rglob("*.rs"))
    return {name for text in texts for name in re.findall(r'\benv = "([A-Z_]+)"', text)}


def image_settings(target: str) -> set[str]:
    """The variables that an image sets by itself: ENV in the Dockerfile's stage."""
    stage, found = None, set()
    for line in (ROOT / "deploy/images/Dockerfile").read_text().splitlines():
        if line.startswith("FROM "):
            stage = line.split(" AS ")[-1]
        elif line.startswith("ENV ") and stage == target:
            found |= set(re.findall(r"([A-Z_]+)=", line))
    return found
