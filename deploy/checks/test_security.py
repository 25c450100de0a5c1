"""Checks that every Checkov finding in the overlays is fixed or explained in exceptions.yaml."""

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
    """Returns the findings as (check ID, resource, check name)."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for overlay in overlays:
            file = Path(folder) / f"{overlay}.yaml"
            file.write_text(yaml.safe_dump_all(manifests.overlay(overlay)))
            files += ["--file", file]
        command = [sys.executable, "-m", "checkov.main", "--framework", "kubernetes", "--output", "json"]
        result = subprocess.run(
            [*command, "--compact", "--quiet", "--skip-download", *files], capture_output=True, text=True
        )
    report = json.loads(result.stdout)
    if report["summary"]["passed"] == 0 or report["summary"]["parsing_errors"] > 0:
        raise AssertionError(f"the scan checked nothing: {report['summary']}")
    failed = report["results"]["failed_checks"]
    return {(finding["check_id"], finding["resource"], finding["check_name"]) for finding in failed}


class SecurityTest(unittest.TestCase):
    """Findings and exceptions match."""

    def test_findings_match_the_exceptions(self):
        exceptions = yaml.safe_load((topology.ROOT / "deploy/checks/exceptions.yaml").read_text())
        used = set()
        for check, resource, title in sorted(scan(OVERLAYS)):
            matching = [
                index
                for index, exception in enumerate(exceptions)
                if exception["check"] == check and re.fullmatch(exception["resources"], resource)
            ]
            used.update(matching)
            with self.subTest(resource):
                self.assertTrue(matching, f"{check}: {title}")
        stale = [exceptions[index]["check"] for index in range(len(exceptions)) if index not in used]
        self.assertEqual(stale, [], "no longer found")
        for exception in exceptions:
            self.assertGreater(len(exception["reason"]), 40, exception["check"])
