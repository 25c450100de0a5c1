"""Checkov looks for what is unsafe in the overlays. What it finds is mended or explained in exceptions.yaml."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

import manifests
import topology

OVERLAYS = ("local", "production")


def scan(overlays) -> set[tuple[str, str, str]]:
    """What is found: the check, the resource, the check in words."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for overlay in overlays:
            file = Path(folder) / f"{overlay}.yaml"
            file.write_text(yaml.safe_dump_all(manifests.overlay(overlay)))
            files += ["--file", file]
        command = [sys.executable, "-m", "checkov.main", "--framework", "kubernetes", "--output", "json"]
        outcome = subprocess.run(
            [*command, "--compact", "--quiet", "--skip-download", *files], capture_output=True, text=True
        )
    report = json.loads(outcome.stdout)
    if report["summary"]["passed"] == 0 or report["summary"]["parsing_errors"] > 0:
        raise AssertionError(f"the scan saw nothing: {report['summary']}")
    return {(found["check_id"], found["resource"], found["check_name"]) for found in report["results"]["failed_checks"]}


class SecurityTest(unittest.TestCase):
    """No finding without a reason, no reason without a finding."""

    def test_what_is_found_is_explained(self):
        exceptions = yaml.safe_load((topology.ROOT / "deploy/checks/exceptions.yaml").read_text())
        used = set()
        for check, resource, words in sorted(scan(OVERLAYS)):
            covering = [
                at
                for at, exception in enumerate(exceptions)
                if exception["check"] == check and re.fullmatch(exception["resources"], resource)
            ]
            used.update(covering)
            with self.subTest(resource):
                self.assertTrue(covering, f"{check}: {words}")
        stale = [exceptions[at]["check"] for at in range(len(exceptions)) if at not in used]
        self.assertEqual(stale, [], "no longer found")
        for exception in exceptions:
            self.assertGreater(len(exception["reason"]), 40, exception["check"])
