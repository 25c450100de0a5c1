"""Checks that k8s/secrets.sh creates the Secrets that the production overlay refers to."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import manifests
import topology

# By CloudNativePG and by cert-manager.
CREATED_BY_OPERATORS = {"postgres-ca", "storefront-tls"}

KUBECTL = """#!/bin/sh
case "$*" in
*" get secret "*) [ -n "${EXISTS:-}" ] ;;
*) echo "$@" >> "$CALLS" ;;
esac
"""


def run(**variables: str) -> list[list[str]]:
    """Runs the script and returns the kubectl calls that create something."""
    with tempfile.TemporaryDirectory() as folder:
        kubectl = Path(folder) / "kubectl"
        kubectl.write_text(KUBECTL)
        kubectl.chmod(0o755)
        calls = Path(folder) / "calls"
        calls.touch()
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(calls), "SMTP_URL": "smtp://m"}
        environment |= {"BACKUPS_ACCESS_KEY_ID": "a", "BACKUPS_SECRET_ACCESS_KEY": "b"}
        environment |= {"ALERTS_PAGE_URL": "https://a", "ALERTS_TICKET_URL": "https://b", **variables}
        subprocess.run(["sh", topology.ROOT / "k8s/secrets.sh"], env=environment, check=True, capture_output=True)
        return [line.split() for line in calls.read_text().splitlines()]


class SecretsTest(unittest.TestCase):
    """The script with a fake kubectl that records its calls."""

    def test_creates_every_referenced_secret(self):
        created = {call[call.index("generic") + 1] for call in run()}
        referenced = manifests.secrets(list(manifests.overlay("production")))
        self.assertEqual(created, referenced - CREATED_BY_OPERATORS)

    def test_keeps_existing_secrets(self):
        self.assertEqual(run(EXISTS="yes"), [])

    def test_keys_are_long_and_distinct(self):
        keys = [part.split("=", 2)[2] for call in run() for part in call if part.startswith("--from-literal=keys")]
        self.assertEqual(len(set(keys)), 3)
        # The services reject keys shorter than 32 characters.
        self.assertTrue(all(len(key) > 32 for key in keys))
