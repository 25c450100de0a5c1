"""k8s/secrets.sh makes what the production overlay refers to."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import manifests
import topology

# Made in the cluster: by CloudNativePG, and by cert-manager.
MADE_BY_OPERATORS = {"postgres-ca", "storefront-tls"}

KUBECTL = """#!/bin/sh
case "$*" in
*" get secret "*) [ -n "${THERE:-}" ] ;;
*) echo "$@" >> "$CALLS" ;;
esac
"""


def run(**more: str) -> list[list[str]]:
    """The calls of kubectl that make something."""
    with tempfile.TemporaryDirectory() as folder:
        kubectl = Path(folder) / "kubectl"
        kubectl.write_text(KUBECTL)
        kubectl.chmod(0o755)
        calls = Path(folder) / "calls"
        calls.touch()
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(calls), "SMTP_URL": "smtp://m"}
        environment |= {"BACKUPS_ACCESS_KEY_ID": "a", "BACKUPS_SECRET_ACCESS_KEY": "b", **more}
        subprocess.run(["sh", topology.ROOT / "k8s/secrets.sh"], env=environment, check=True, capture_output=True)
        return [line.split() for line in calls.read_text().splitlines()]


class SecretsTest(unittest.TestCase):
    """The script with a kubectl that only writes down."""

    def test_it_makes_every_secret_that_is_referred_to(self):
        made = {call[call.index("generic") + 1] for call in run()}
        referred = manifests.secrets(list(manifests.overlay("production")))
        self.assertEqual(made, referred - MADE_BY_OPERATORS)

    def test_what_is_there_stays(self):
        self.assertEqual(run(THERE="yes"), [])

    def test_keys_are_long_and_their_own(self):
        keys = [part.split("=", 2)[2] for call in run() for part in call if part.startswith("--from-literal=keys")]
        self.assertEqual(len(set(keys)), 3)
        # The services refuse keys of less than 32 characters.
        self.assertTrue(all(len(key) > 32 for key in keys))
