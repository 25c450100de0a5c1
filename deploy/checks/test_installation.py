"""Checks that the settings of an installation reach all objects, and that a shop with servers of its own uses no others."""

import re
import tempfile
import unittest
from functools import cache
from pathlib import Path

import yaml

import manifests
from manifests import label, name, of_kind
from network import Network

INSTALLATION = manifests.K8S / "installation"

# For each setting another value than that of the repository.
SETTINGS = {
    "PUBLIC_URL": "https://mebel.test",
    "TRUSTED_PROXIES": "192.0.2.0/24,2001:db8::/32",
    "MAIL_FROM": "Uydurma <from@mebel.test>",
    "SHOP_EMAIL": "Uydurma <to@mebel.test>",
    "DEFAULT_LANG": "ru",
    "INGRESS_CLASS": "class-of-test",
    "INGRESS_NAMESPACE": "namespace-of-test",
    "CERTIFICATE_ISSUER": "issuer-of-test",
    "BACKUPS": "s3://bucket-of-test/folder",
    "RUNBOOKS": "https://git.test/runbooks",
    "IMAGE_REGISTRY": "registry.test:5000",
    "IMAGE_FOLDER": "a/folder/of-test",
    "POSTGRES_ADDRESS": "postgres.test:5433",
    "POSTGRES_POOLER_ADDRESS": "pooler.test:6432",
    "NATS_ADDRESS": "nats.test:4333",
    "SERVERS_NETWORK": "198.51.100.0/24",
}

# Settings without a use in the other overlay.
OF_OWN_SERVERS = {"BACKUPS"}
OF_EXTERNAL_SERVERS = {"POSTGRES_ADDRESS", "POSTGRES_POOLER_ADDRESS", "NATS_ADDRESS", "SERVERS_NETWORK"}


@cache
def install(overlay: str) -> tuple[dict, ...]:
    """Builds a copy of the installation with an overlay and the settings of the test."""
    with tempfile.TemporaryDirectory(dir=manifests.K8S) as folder:
        kustomization = yaml.safe_load((INSTALLATION / "kustomization.yaml").read_text())
        kustomization["resources"] = [
            f"../overlays/{overlay}" if one.startswith("../overlays/") else one for one in kustomization["resources"]
        ]
        settings = yaml.safe_load((INSTALLATION / "settings.yaml").read_text())
        settings["data"] = SETTINGS
        (Path(folder) / "kustomization.yaml").write_text(yaml.safe_dump(kustomization))
        (Path(folder) / "settings.yaml").write_text(yaml.safe_dump(settings))
        return manifests.build(Path(folder))


class SettingsTest(unittest.TestCase):
    """The component `settings`."""

    def test_the_repository_has_every_setting_of_the_test(self):
        settings = yaml.safe_load((INSTALLATION / "settings.yaml").read_text())
        self.assertEqual(set(settings["data"]), set(SETTINGS))

    def test_an_installation_without_changes_is_the_overlay(self):
        self.assertEqual(manifests.build(INSTALLATION), manifests.overlay("production"))

    def test_settings_replace_the_values_of_the_repository(self):
        for overlay, unused in (("production", OF_EXTERNAL_SERVERS), ("external", OF_OWN_SERVERS)):
            documents = install(overlay)
            with self.subTest(overlay):
                text = yaml.safe_dump_all(documents, allow_unicode=True, width=10_000)
                # Line by line: a dashboard is one long line, in which a pattern with `.*` begins again at each character.
                left = [line for line in text.splitlines() if re.search(r"\bexample\.com", line)]
                self.assertEqual(left, [])
                host = SETTINGS["PUBLIC_URL"].removeprefix("https://")
                self.assertEqual(text.count(f"host: {host}"), 2)
                for setting, value in SETTINGS.items():
                    if setting not in unused:
                        self.assertIn(value, text, setting)
                self.assertEqual([one for one in documents if name(one) == "installation"], [])

    def test_all_images_of_the_shop_come_from_the_registry(self):
        prefix = f"{SETTINGS['IMAGE_REGISTRY']}/{SETTINGS['IMAGE_FOLDER']}/"
        for overlay in ("production", "external"):
            documents = install(overlay)
            images = {one["image"] for workload in manifests.workloads(documents) for one in manifests.containers(workload)}
            own = {image.removeprefix(prefix).partition(":")[0] for image in images if image.startswith(prefix)}
            self.assertEqual(own, {*manifests.our_services(documents), "operator"}, overlay)


class ExternalServersTest(unittest.TestCase):
    """The overlay `external`."""

    def setUp(self):
        self.documents = install("external")

    def test_services_connect_to_the_named_servers_alone(self):
        for service, deployment in manifests.our_services(self.documents).items():
            for container in manifests.containers(deployment):
                variables = manifests.environment(self.documents, container)
                with self.subTest(f"{service}: {container['name']}"):
                    self.assert_addresses(service, container["name"], variables)

    def assert_addresses(self, service: str, container: str, variables: dict):
        """Asserts the addresses in a container's variables, with the references resolved."""
        resolve = lambda value: re.sub(r"\$\((\w+)\)", lambda found: variables[found[1]] or found[0], value)
        found = {key: resolve(variables[key]) for key in variables if re.fullmatch(r"POSTGRES\w*_URL|NATS_URL", key)}
        password = "$(POSTGRES_PASSWORD)"
        expected = {"NATS_URL": f"tls://{service}:$(NATS_PASSWORD)@nats.test:4333"}
        if service != "gateway":
            expected["POSTGRES_URL"] = f"postgres://{service}:{password}@pooler.test:6432/{service}"
            expected["POSTGRES_DIRECT_URL"] = f"postgres://{service}:{password}@postgres.test:5433/{service}"
            self.assertEqual(variables["PGSSLMODE"], "verify-full")
        if container == "migrate":
            expected = {"POSTGRES_URL": f"postgres://{service}_owner:{password}@postgres.test:5433/{service}"}
        self.assertEqual(found, expected)

    def test_variables_are_defined_before_use(self):
        for workload in manifests.workloads(self.documents):
            for container in manifests.containers(workload):
                own = {entry["name"] for entry in container.get("env", [])}
                of_maps = set(manifests.environment(self.documents, {**container, "env": []})) - own
                self.assertEqual(manifests.undefined_references(container, of_maps), set(), label(workload))

    def test_has_no_servers_of_its_own(self):
        self.assertEqual(of_kind(self.documents, "Cluster", "Pooler", "Database"), [])
        workloads = set(map(name, manifests.workloads(self.documents)))
        self.assertEqual(workloads & {"postgres", "nats"}, set())

    def test_services_reach_the_network_of_the_servers(self):
        networks = {
            name(one): [peer["ipBlock"]["cidr"] for rule in one["spec"]["egress"] for peer in rule["to"]]
            for one in of_kind(self.documents, "NetworkPolicy")
            if name(one).startswith("to-external-")
        }
        expected = [SETTINGS["SERVERS_NETWORK"]]
        self.assertEqual(networks, {"to-external-postgres": expected, "to-external-nats": expected})
        network = Network(self.documents)
        servers = {"calls-postgres": "POSTGRES_POOLER_ADDRESS", "calls-nats": "NATS_ADDRESS"}
        for service, deployment in manifests.our_services(self.documents).items():
            for mark, setting in servers.items():
                port = int(SETTINGS[setting].partition(":")[2])
                calls = mark in manifests.pod_labels(deployment)
                self.assertEqual(network.reaches_address(deployment, "198.51.100.7", port), calls, f"{service}: {setting}")


class PullSecretTest(unittest.TestCase):
    """The component `pull-secret`."""

    def test_every_pod_of_the_shop_pulls_with_it(self):
        documents = manifests.combine(("postgres-external", "nats-external", "operator", "grpc-tls", "pull-secret"))
        workloads = manifests.workloads(documents)
        self.assertEqual({one["kind"] for one in workloads}, {"Deployment", "CronJob"})
        for workload in workloads:
            self.assertEqual(manifests.pod(workload).get("imagePullSecrets"), [{"name": "registry"}], label(workload))
