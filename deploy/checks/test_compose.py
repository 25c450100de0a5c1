"""Checks the compose file against its schema and the topology."""

import subprocess
import sys
import unittest

import yaml

import settings
import topology

COMPOSE = topology.ROOT / "deploy/compose.yaml"

# The condition for containers that exit: migrations and the seed.
COMPLETED = "service_completed_successfully"

# Started with `--env-file deploy/observability.env` only.
OBSERVABILITY = {"collector", "tempo", "loki", "prometheus", "grafana"}


def load() -> dict:
    """Loads the file with its anchors resolved."""
    return yaml.safe_load(COMPOSE.read_text())


class ComposeTest(unittest.TestCase):
    """The schema, and references between the containers."""

    @classmethod
    def setUpClass(cls):
        cls.services = load()["services"]
        cls.ours = {name: service for name, service in cls.services.items() if service["image"] == f"storefront/{name}"}

    def test_matches_the_compose_schema(self):
        result = subprocess.run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE],
            capture_output=True,
            text=True,
        )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_services_match_the_topology(self):
        settings.assert_services(self, set(self.ours))

    def test_calls_without_tls_are_allowed(self):
        callers = set()
        for name, service in self.services.items():
            variables = service.get("environment", {})
            if any("http://" in str(value) and ":9100" in str(value) for value in variables.values()):
                callers.add(name)
                self.assertEqual(variables.get("GRPC_ALLOW_PLAIN"), "true", name)
        self.assertLessEqual({"gateway", "seed"}, callers)

    def test_services_get_the_settings_they_read(self):
        for name, service in self.ours.items():
            with self.subTest(name):
                settings.assert_settings(self, name, set(service["environment"]))

    def test_migrations_run_as_the_owner_before_the_service(self):
        for name, service in self.ours.items():
            if "POSTGRES_URL" not in service["environment"]:
                continue
            with self.subTest(name):
                migration = self.services[f"{name}-migrate"]
                self.assertEqual(migration["command"], ["migrate"])
                self.assertEqual(service["depends_on"][f"{name}-migrate"]["condition"], COMPLETED)
                self.assertIn(f"//{name}_owner:", migration["environment"]["POSTGRES_URL"])
                self.assertIn(f"//{name}:", service["environment"]["POSTGRES_URL"])
                self.assertIn(name, self.services["postgres"]["environment"]["SERVICES"].split())

    def test_each_image_is_built_once(self):
        built = [service["image"] for service in self.services.values() if "build" in service]
        self.assertEqual(len(built), len(set(built)))
        for name, service in self.services.items():
            if service["image"].startswith("storefront/") and "build" not in service:
                self.assertIn(service["image"], built, name)
                self.assertEqual(service["pull_policy"], "never", name)

    def test_programs_are_compiled_with_a_profile_of_the_workspace(self):
        manifest = (topology.ROOT / "Cargo.toml").read_text().splitlines()
        for name, service in self.services.items():
            if "build" in service:
                self.assertIn(f"[profile.{service['build']['args']['PROFILE']}]", manifest, name)

    def test_observability_starts_with_its_profile_only(self):
        profiles = {name: service["profiles"] for name, service in self.services.items() if "profiles" in service}
        self.assertEqual(profiles, {name: ["observability"] for name in OBSERVABILITY})
        for name in set(self.services) - OBSERVABILITY:
            awaited = set(self.services[name].get("depends_on", []))
            self.assertEqual(awaited & OBSERVABILITY, set(), name)
        lines = (COMPOSE.parent / "observability.env").read_text().splitlines()
        variables = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
        self.assertEqual(variables.pop("COMPOSE_PROFILES"), "observability")
        # Without the file these variables are not set, and the services export no traces.
        for name, service in self.ours.items():
            for variable in variables:
                self.assertIsNone(service["environment"][variable], name)

    def test_awaited_containers_have_health_checks(self):
        for name, service in self.services.items():
            dependencies = service.get("depends_on", {})
            for dependency, options in dependencies.items() if isinstance(dependencies, dict) else []:
                with self.subTest(f"{name} waits for {dependency}"):
                    if options["condition"] == "service_healthy":
                        self.assertIn("healthcheck", self.services[dependency])

    def test_addresses_name_containers(self):
        for name, service in self.services.items():
            for setting, value in service.get("environment", {}).items():
                # MEDIA_URL names a folder.
                if setting.endswith("_URL") and setting not in ("PUBLIC_URL", "MEDIA_URL"):
                    host = value.split("//")[1].split("@")[-1].split(":")[0]
                    self.assertIn(host, self.services, f"{name}: {setting}")

    def test_mounted_paths_and_volumes_exist(self):
        volumes = load()["volumes"]
        for name, service in self.services.items():
            for mount in service.get("volumes", []):
                source = mount.split(":")[0]
                exists = (COMPOSE.parent / source).exists() if source.startswith(".") else source in volumes
                self.assertTrue(exists, f"{name}: {mount}")

    def test_ports_are_published_on_loopback_only(self):
        for name, service in self.services.items():
            for port in service.get("ports", []):
                self.assertTrue(port.startswith("127.0.0.1:"), f"{name}: {port}")

    def test_our_containers_are_hardened(self):
        for name, service in self.services.items():
            if not service["image"].startswith("storefront/"):
                continue
            with self.subTest(name):
                self.assertTrue(service["read_only"])
                self.assertEqual(service["cap_drop"], ["ALL"])
                self.assertIn("no-new-privileges:true", service["security_opt"])

    def test_third_party_images_match_the_manifests(self):
        manifests = "\n".join(file.read_text() for file in (topology.ROOT / "k8s").rglob("*.yaml"))
        for name, service in self.services.items():
            if service["image"].startswith("storefront/"):
                continue
            with self.subTest(name):
                image, _, tag = service["image"].partition(":")
                self.assertRegex(tag, r"\d")
                self.assertIn(f"image: {image}:{tag}\n", manifests)
