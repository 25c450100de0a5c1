"""Checks that no secret is an argument of a program, which other users of the host can see."""

import re
import unittest

import manifests
import topology
from manifests import label
from test_compose import load

# The password of all servers in the compose file.
COMPOSE_PASSWORD = "trying-out"

# Options by which programs take a secret as an argument.
OPTIONS = re.compile(r"--(password|passwd|pass|token|secret)[= ](?!file)|--from-literal|--set \S*(password|secret|token)")


def references(text: str) -> set[str]:
    """Returns the variables that a text refers to, as Kubernetes and as a shell write them."""
    return set(re.findall(r"\$[({]?(\w+)", text))


def secret_variables(documents, container: dict) -> set[str]:
    """Returns the variables of a container that a Secret gives, and those that are made of them."""
    variables = manifests.environment(documents, container)
    secret = {name for name, value in variables.items() if value is None}
    secret -= {entry["name"] for entry in container.get("env", []) if "fieldRef" in entry.get("valueFrom", {})}
    while True:
        made = {name for name, value in variables.items() if value and references(value) & secret} - secret
        if not made:
            return secret
        secret |= made


class ArgumentsTest(unittest.TestCase):
    """Secrets are given by files and by the environment."""

    def test_containers_get_no_secret_as_an_argument(self):
        checked = 0
        for overlay in ("local", "production"):
            documents = manifests.overlay(overlay)
            for workload in manifests.workloads(documents):
                for container in manifests.containers(workload):
                    arguments = container.get("command", []) + container.get("args", [])
                    secret = secret_variables(documents, container)
                    checked += bool(secret)
                    with self.subTest(f"{overlay} {label(workload)} {container['name']}"):
                        self.assertEqual(references(" ".join(arguments)) & secret, set())
        self.assertGreater(checked, 10)

    def test_compose_has_no_secret_in_a_command(self):
        for name, service in load()["services"].items():
            parts = [service.get(key, []) for key in ("command", "entrypoint")]
            parts.append(service.get("healthcheck", {}).get("test", []))
            with self.subTest(name):
                self.assertNotIn(COMPOSE_PASSWORD, repr(parts))

    def test_scripts_give_no_secret_as_an_argument(self):
        scripts = [path for folder in ("deploy", "k8s", "tilt") for path in (topology.ROOT / folder).rglob("*.sh")]
        self.assertGreater(len(scripts), 3)
        for script in scripts:
            with self.subTest(script.name):
                found = [line for line in script.read_text().splitlines() if OPTIONS.search(line)]
                self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
