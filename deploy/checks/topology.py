"""The services of the checkout and their settings."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Service:
    """A service of `deploy/local/src/services.rs` with the names of its settings."""

    name: str
    settings: frozenset[str]


def services() -> list[Service]:
    """Returns all services, from STOREFRONT_TOPOLOGY, which `cargo xtask test` sets."""
    topology = os.environ.get("STOREFRONT_TOPOLOGY")
    if topology is None:
        raise SystemExit("run this with `cargo xtask test --only deployment --only kubernetes`")
    return [Service(name, frozenset(settings)) for name, settings in json.loads(topology).items()]


def sources(service: str) -> Path:
    """Returns the folder of a service's sources."""
    return ROOT / "gateway" if service == "gateway" else ROOT / "services" / service


def read_settings(service: str) -> set[str]:
    """Returns the variables that a service reads: its own and the kit's."""
    folders = [sources(service) / "src", ROOT / "services" / "kit" / "src"]
    texts = (file.read_text() for folder in folders for file in folder.rglob("*.rs"))
    return {name for text in texts for name in re.findall(r'\benv = "([A-Z_]+)"', text)}


def required_settings(service: str) -> set[str]:
    """Returns the settings without which no command of a service starts, from docs/settings.md."""
    sections = {"Every program", service} | ({"Every service"} if service != "gateway" else set())
    section, found = None, set()
    for line in (ROOT / "docs/settings.md").read_text().splitlines():
        section = line.removeprefix("## ") if line.startswith("## ") else section
        if section in sections and (row := re.match(r"\| `(\w+)` .*\| \*required\* \|", line)):
            found.add(row[1])
    return found


def image_settings(target: str) -> set[str]:
    """Returns the ENV variables of a stage of the Dockerfile."""
    stage, found = None, set()
    for line in (ROOT / "deploy/images/Dockerfile").read_text().splitlines():
        if line.startswith("FROM "):
            stage = line.split(" AS ")[-1]
        elif line.startswith("ENV ") and stage == target:
            found |= set(re.findall(r"([A-Z_]+)=", line))
    return found
