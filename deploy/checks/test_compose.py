"""The compose file is valid, and starts the services that there are, with the settings that they need."""

import subprocess
import sys
import unittest

import yaml

import settings
import topology

COMPOSE = topology.ROOT / "deploy/compose.yaml"

# Containers that end by themselves: migrations and the seed.
ONCE = "service_completed_successfully"


def load() -> dict:
    """The file, with its anchors resolved."""
    return yaml.safe_load(COMPOSE.read_text())


class ComposeTest(unittest.TestCase):
    """Beside the schema: what the parts say about each other."""

    @classmethod
    def setUpClass(cls):
        cls.services = load()["services"]
        cls.ours = {name: part for name, part in cls.services.items() if part["image"] == f"storefront/{name}"}
        del cls.ours["seed"]

    def test_it_keeps_to_the_schema_of_compose(self):
        outcome = subprocess.run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE],
            capture_output=True,
            text=True,
        )
        self.assertEqual(outcome.returncode, 0, outcome.stdout + outcome.stderr)

    def test_it_has_the_services_of_the_topology(self):
        settings.assert_services(self, set(self.ours))

    def test_each_service_is_told_what_it_reads(self):
        for name, part in self.ours.items():
            with self.subTest(name):
                settings.assert_settings(self, name, set(part["environment"]))

    def test_every_database_is_migrated_by_its_owner_before_its_service_starts(self):
        for name, part in self.ours.items():
            if "POSTGRES_URL" not in part["environment"]:
                continue
            with self.subTest(name):
                migration = self.services[f"{name}-migrate"]
                self.assertEqual(migration["command"], ["migrate"])
                self.assertEqual(part["depends_on"][f"{name}-migrate"]["condition"], ONCE)
                self.assertIn(f"//{name}_owner:", migration["environment"]["POSTGRES_URL"])
                self.assertIn(f"//{name}:", part["environment"]["POSTGRES_URL"])
                self.assertIn(name, self.services["postgres"]["environment"]["SERVICES"].split())

    def test_who_is_waited_for_says_whether_it_is_healthy(self):
        for name, part in self.services.items():
            waits = part.get("depends_on", {})
            for needed, how in waits.items() if isinstance(waits, dict) else []:
                with self.subTest(f"{name} waits for {needed}"):
                    if how["condition"] == "service_healthy":
                        self.assertIn("healthcheck", self.services[needed])

    def test_every_address_names_a_container(self):
        for name, part in self.services.items():
            for setting, value in part.get("environment", {}).items():
                if setting.endswith("_URL") and setting != "PUBLIC_URL":
                    host = value.split("//")[1].split("@")[-1].split(":")[0]
                    self.assertIn(host, self.services, f"{name}: {setting}")

    def test_every_mounted_path_and_volume_exists(self):
        volumes = load()["volumes"]
        for name, part in self.services.items():
            for mount in part.get("volumes", []):
                source = mount.split(":")[0]
                there = (COMPOSE.parent / source).exists() if source.startswith(".") else source in volumes
                self.assertTrue(there, f"{name}: {mount}")

    def test_nothing_is_open_to_other_machines(self):
        for name, part in self.services.items():
            for port in part.get("ports", []):
                self.assertTrue(port.startswith("127.0.0.1:"), f"{name}: {port}")

    def test_our_containers_can_do_little(self):
        for name, part in self.services.items():
            if not part["image"].startswith("storefront/"):
                continue
            with self.subTest(name):
                self.assertTrue(part["read_only"])
                self.assertEqual(part["cap_drop"], ["ALL"])
                self.assertIn("no-new-privileges:true", part["security_opt"])

    def test_images_of_others_are_pinned_alike_here_and_in_the_cluster(self):
        manifests = "\n".join(file.read_text() for file in (topology.ROOT / "k8s").rglob("*.yaml"))
        for name, part in self.services.items():
            if part["image"].startswith("storefront/"):
                continue
            with self.subTest(name):
                image, _, tag = part["image"].partition(":")
                self.assertRegex(tag, r"\d")
                self.assertIn(f"image: {image}:{tag}\n", manifests)
