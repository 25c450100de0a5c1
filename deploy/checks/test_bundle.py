"""Checks the bundle of rendered manifests that `k8s/package.py` writes."""

import os
import subprocess
import sys
import tempfile
import unittest
from functools import cache
from pathlib import Path

import yaml

import manifests
import topology
from test_installation import OF_EXTERNAL_SERVERS, SETTINGS, install
from test_release import load_script

PACKAGE = manifests.K8S / "package.py"
DIGEST = "sha256:" + "0123456789abcdef" * 4


def package(kind: str, folder: Path, images: str = "") -> subprocess.CompletedProcess:
    """Runs the script; `images` is the text of a file with images."""
    arguments = [sys.executable, PACKAGE, kind, folder]
    if images:
        file = folder.parent / f"{folder.name}.images"
        file.write_text(images)
        arguments += ["--images", file]
    return subprocess.run(arguments, capture_output=True, text=True)


def by_name(documents) -> dict[str, dict]:
    """Returns the objects by kind, namespace and name."""
    return {f"{one['kind']} {one['metadata'].get('namespace')}/{manifests.name(one)}": one for one in documents}


def digests_replaced(value, version: str):
    """Returns an object with the version in place of the digest of each image."""
    if isinstance(value, dict):
        return {key: digests_replaced(one, version) for key, one in value.items()}
    if isinstance(value, list):
        return [digests_replaced(one, version) for one in value]
    return value.replace(f"@{DIGEST}", f":{version}") if isinstance(value, str) else value


class BundleTest(unittest.TestCase):
    """The bundle, with the images of a release and without."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name) / "bundle"
        cls.images = {
            name: f"registry.release.test/a/folder/{name}@{DIGEST}"
            for name in (*manifests.our_services(manifests.overlay("external")), "operator")
        }
        result = package("bundle", cls.folder, "\n".join(cls.images.values()))
        assert result.returncode == 0, result.stderr

    def installed(self, overlay: str, settings: dict | None = None) -> tuple[dict, ...]:
        """Builds the bundle's installation with an overlay and other settings."""
        for file, change in (("kustomization.yaml", self.choose(overlay)), ("settings.yaml", self.fill(settings))):
            path = self.folder / "installation" / file
            before = path.read_text()
            self.addCleanup(path.write_text, before)
            path.write_text(change(before))
        manifests.build.cache_clear()
        return manifests.build(self.folder / "installation")

    def choose(self, overlay: str):
        """Returns the change of the kustomization to an overlay."""
        return lambda text: text.replace("  - ../production\n", f"  - ../{overlay}\n")

    def fill(self, settings: dict | None):
        """Returns the change of the settings."""
        return lambda text: text if settings is None else yaml.safe_dump({**yaml.safe_load(text), "data": settings})

    def test_settings_replace_the_same_values_as_in_the_checkout(self):
        version = load_script().workspace_version()
        for overlay in ("production", "external"):
            expected, found = by_name(install(overlay)), by_name(self.installed(overlay, SETTINGS))
            self.assertEqual(set(found), set(expected), overlay)
            for name, document in expected.items():
                self.assertEqual(digests_replaced(found[name], version), document, name)

    def test_an_unchanged_installation_runs_the_images_of_the_release(self):
        documents = self.installed("external")
        used = {one["image"] for workload in manifests.workloads(documents) for one in manifests.containers(workload)}
        own = {image for image in used if image.startswith(("registry.release.test/", "registry.example.com/"))}
        self.assertEqual(own, set(self.images.values()))

    def test_has_the_programs_of_an_installation(self):
        for file in ("secrets.sh", "operator.sh", "databases.sh"):
            self.assertTrue(os.access(self.folder / file, os.X_OK), file)
        (namespace,) = yaml.safe_load_all((self.folder / "namespace.yaml").read_text())
        self.assertEqual(manifests.name(namespace), manifests.NAMESPACE)
        self.assertLessEqual(OF_EXTERNAL_SERVERS, set(yaml.safe_load((self.folder / "installation/settings.yaml").read_text())["data"]))

    def test_wrong_images_are_refused_with_the_line(self):
        for line in ("registry.test/cart:1.0.0", f"cart@{DIGEST}", "registry.test/folder/cart@sha256:0"):
            result = package("bundle", Path(self.temporary.name) / "refused", line)
            self.assertEqual(result.returncode, 1, line)
            self.assertIn(line, result.stderr)
            self.assertFalse((Path(self.temporary.name) / "refused").exists())

    def test_packages_need_the_yaml_of_the_checks(self):
        pinned = (topology.ROOT / "deploy/checks/requirements.txt").read_text()
        own = (manifests.K8S / "requirements.txt").read_text()
        lines = own[own.index("pyyaml==") :]
        self.assertIn(lines.strip(), pinned)
