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
from manifests import label, name, of_kind

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


class NatsTlsTest(unittest.TestCase):
    """TLS between NATS and its clients in production, and none in the local overlay."""

    def setUp(self):
        self.documents = manifests.overlay("production")
        (self.server,) = [one for one in of_kind(self.documents, "StatefulSet") if name(one) == "nats"]
        secret = next(iter(self.mounted(self.server, "nats").values()), None)
        self.certificates = {one["spec"]["secretName"]: one["spec"] for one in of_kind(self.documents, "Certificate")}
        self.certificate = self.certificates.get(secret)

    def mounted(self, workload: dict, container: str) -> dict[str, str]:
        """Returns the Secrets that a container mounts, by folder."""
        volumes = {one["name"]: one for one in manifests.pod(workload).get("volumes", [])}
        (mounting,) = [one for one in manifests.containers(workload) if one["name"] == container]
        return {
            mount["mountPath"]: volumes[mount["name"]]["secret"]["secretName"]
            for mount in mounting.get("volumeMounts", [])
            if "secret" in volumes.get(mount["name"], {})
        }

    def test_clients_require_tls_and_trust_the_authority(self):
        clients = set()
        for workload in manifests.workloads(self.documents):
            volumes = {one["name"]: one for one in manifests.pod(workload).get("volumes", [])}
            for container in manifests.containers(workload):
                variables = manifests.environment(self.documents, container)
                with self.subTest(f"{label(workload)}: {container['name']}"):
                    self.assertEqual([key for key, value in variables.items() if "nats://" in (value or "")], [])
                    if "NATS_URL" not in variables:
                        continue
                    clients.add(name(workload))
                    host = re.fullmatch(r"tls://\S+@([\w.-]+):4222", variables["NATS_URL"])
                    self.assertIsNotNone(host, variables["NATS_URL"])
                    self.assertIn(host[1], self.certificate["dnsNames"])
                    folder, _, file = variables["NATS_CA_FILE"].rpartition("/")
                    (mount,) = [one for one in container["volumeMounts"] if one["mountPath"] == folder]
                    secret = volumes[mount["name"]]["secret"]
                    self.assertEqual(secret["secretName"], self.certificate["secretName"])
                    # Not the key of the servers.
                    self.assertEqual(secret["items"], [{"key": "ca.crt", "path": file}])
        labelled = {name(one) for one in manifests.workloads(self.documents) if "calls-nats" in manifests.pod_labels(one)}
        self.assertEqual(clients, labelled)

    def test_servers_require_tls_of_clients_and_of_each_other(self):
        folder = next(path for path, secret in self.mounted(self.server, "nats").items() if secret in self.certificates)
        (server,) = [one for one in manifests.containers(self.server) if one["name"] == "nats"]
        file = server["args"][server["args"].index("--config") + 1]
        (volume,) = [one for one in manifests.pod(self.server)["volumes"] if one["name"] == "configuration"]
        maps = {name(one): one["data"] for one in of_kind(self.documents, "ConfigMap")}
        settings = maps[volume["configMap"]["name"]][Path(file).name]
        clients, _, routes = settings.partition("\ncluster {")
        for part in (clients, routes):
            self.assertRegex(part, r"(?m)^ *tls \{")
            self.assertNotIn("allow_non_tls", part)
            for key, entry in (("cert_file", "tls.crt"), ("key_file", "tls.key")):
                self.assertIn(f'{key}: "{folder}/{entry}"', part)
        self.assertIn(f'ca_file: "{folder}/ca.crt"', routes)

    def test_certificate_has_every_name_of_the_servers(self):
        (server,) = [one for one in manifests.containers(self.server) if one["name"] == "nats"]
        variables = manifests.environment(self.documents, server)
        used = {re.search(r"@([\w.-]+):", value)[1] for key, value in variables.items() if key.startswith("ROUTE_") and "@" in value}
        for variable in ("CLIENT_ADVERTISE", "ROUTE_ADVERTISE"):
            for index in range(self.server["spec"]["replicas"]):
                address = variables[variable].replace("$(SERVER_NAME)", f"{name(self.server)}-{index}")
                used.add(address.rpartition(":")[0])
        self.assertEqual(used | {"nats"}, set(self.certificate["dnsNames"]))
        self.assertLessEqual({"server auth", "client auth"}, set(self.certificate["usages"]))

    def test_certificate_comes_from_the_private_authority_and_is_reloaded(self):
        issuers = {name(one): one["spec"] for one in of_kind(self.documents, "Issuer")}
        authority = self.certificates[issuers[self.certificate["issuerRef"]["name"]]["ca"]["secretName"]]
        self.assertTrue(authority["isCA"])
        self.assertIn("selfSigned", issuers[authority["issuerRef"]["name"]])
        # Clients that have not read the renewed authority yet trust new certificates.
        self.assertEqual(authority["privateKey"]["rotationPolicy"], "Never")
        (reloader,) = [one for one in manifests.containers(self.server) if one["name"] == "reloader"]
        (server,) = [one for one in manifests.containers(self.server) if one["name"] == "nats"]
        self.assertTrue(manifests.pod(self.server)["shareProcessNamespace"])
        self.assertEqual(self.mounted(self.server, "reloader"), self.mounted(self.server, "nats"))
        self.assertEqual(
            reloader["args"][reloader["args"].index("-pid") + 1], server["args"][server["args"].index("--pid") + 1]
        )

    def test_every_container_but_the_reloader_has_probes(self):
        probed = {
            one["name"] for one in manifests.containers(self.server) if {"readinessProbe", "livenessProbe"} <= one.keys()
        }
        self.assertEqual({one["name"] for one in manifests.containers(self.server)} - probed, {"reloader"})

    def test_local_overlay_has_no_tls(self):
        documents = manifests.overlay("local")
        self.assertEqual(of_kind(documents, "Certificate", "Issuer"), [])
        for service in manifests.our_services(documents).values():
            variables = manifests.environment(documents, manifests.containers(service)[-1])
            self.assertTrue(variables["NATS_URL"].startswith("nats://"))
            self.assertNotIn("NATS_CA_FILE", variables)


class GrpcTlsTest(unittest.TestCase):
    """TLS between the services in production, and none in the local overlay."""

    def setUp(self):
        self.documents = manifests.overlay("production")
        self.certificates = {one["spec"]["secretName"]: one["spec"] for one in of_kind(self.documents, "Certificate")}
        self.services = manifests.our_services(self.documents)

    def mounted(self, workload: dict, container: dict, file: str) -> tuple[str, str]:
        """Returns the Secret and its entry that a container mounts as a file."""
        folder, _, path = file.rpartition("/")
        volumes = {one["name"]: one for one in manifests.pod(workload)["volumes"]}
        (mount,) = [one for one in container["volumeMounts"] if one["mountPath"] == folder]
        self.assertTrue(mount["readOnly"])
        secret = volumes[mount["name"]]["secret"]
        (entry,) = [item["key"] for item in secret["items"] if item["path"] == path]
        return secret["secretName"], entry

    def test_each_service_has_its_own_certificate(self):
        servers = set(self.services) - {"gateway"}
        self.assertGreater(len(servers), 5)
        for service in servers:
            workload = self.services[service]
            (container,) = [one for one in manifests.containers(workload) if one["name"] == "service"]
            variables = manifests.environment(self.documents, container)
            with self.subTest(service):
                secret, entry = self.mounted(workload, container, variables["GRPC_CERTIFICATE_FILE"])
                self.assertEqual(entry, "tls.crt")
                self.assertEqual(
                    self.mounted(workload, container, variables["GRPC_KEY_FILE"]), (secret, "tls.key")
                )
                certificate = self.certificates[secret]
                # The name that callers verify, and no other service's.
                self.assertEqual(certificate["dnsNames"], [service])
                self.assertIn("server auth", certificate["usages"])
                self.assertNotIn("isCA", certificate)
                used = manifests.secrets(manifests.containers(workload))
                for other in self.certificates.keys() - {secret, "grpc-ca"}:
                    self.assertNotIn(other, used)

    def test_callers_require_tls_and_trust_the_authority(self):
        callers = set()
        for workload in manifests.workloads(self.documents):
            for container in manifests.containers(workload):
                variables = manifests.environment(self.documents, container)
                addresses = {
                    (scheme, host)
                    for value in variables.values()
                    for scheme, host in re.findall(r"\b([a-z0-9]+)://([\w.-]+):9100\b", value or "")
                }
                with self.subTest(f"{label(workload)}: {container['name']}"):
                    self.assertNotIn("GRPC_ALLOW_PLAIN", variables)
                    self.assertEqual({scheme for scheme, _ in addresses} - {"https"}, set())
                    if not addresses or container["name"] == "migrate":
                        continue
                    callers.add(name(workload))
                    authority = self.mounted(workload, container, variables["GRPC_CA_FILE"])
                    # Not its key.
                    self.assertEqual(authority, ("grpc-ca", "ca.crt"))
                    for _, host in addresses:
                        self.assertIn([host], [one["dnsNames"] for one in self.certificates.values() if "dnsNames" in one])
        labelled = {
            name(one)
            for one in manifests.workloads(self.documents)
            if any(f"calls-{service}" in manifests.pod_labels(one) for service in set(self.services) - {"gateway"})
        }
        self.assertEqual(callers, labelled)

    def test_certificates_come_from_a_private_authority(self):
        issuers = {name(one): one["spec"] for one in of_kind(self.documents, "Issuer")}
        for service in set(self.services) - {"gateway"}:
            certificate = self.certificates[f"{service}-grpc"]
            authority = self.certificates[issuers[certificate["issuerRef"]["name"]]["ca"]["secretName"]]
            self.assertTrue(authority["isCA"])
            self.assertIn("selfSigned", issuers[authority["issuerRef"]["name"]])
            # Callers that have not read the renewed authority yet trust new certificates.
            self.assertEqual(authority["privateKey"]["rotationPolicy"], "Never")

    def test_readiness_needs_no_tls(self):
        for service, workload in self.services.items():
            (container,) = [one for one in manifests.containers(workload) if one["name"] == "service"]
            for probe in ("readinessProbe", "livenessProbe"):
                self.assertNotIn("grpc", container[probe], service)

    def test_an_upgrade_starts_with_servers_that_accept_both(self):
        documents = manifests.combine(("postgres-single", "nats-single", "grpc-tls", "grpc-plain"))
        for service, workload in manifests.our_services(documents).items():
            (container,) = [one for one in manifests.containers(workload) if one["name"] == "service"]
            variables = manifests.environment(documents, container)
            self.assertEqual(variables["GRPC_ALLOW_PLAIN"], "true", service)
            self.assertEqual("GRPC_CERTIFICATE_FILE" in variables, service != "gateway")
            self.assertEqual([value for value in variables.values() if re.search(r"https://\w+:9100", value or "")], [])

    def test_local_overlay_has_no_tls_and_says_so(self):
        documents = manifests.overlay("local")
        for service, workload in manifests.our_services(documents).items():
            (container,) = [one for one in manifests.containers(workload) if one["name"] == "service"]
            variables = manifests.environment(documents, container)
            self.assertEqual(variables["GRPC_ALLOW_PLAIN"], "true", service)
            self.assertNotIn("GRPC_CERTIFICATE_FILE", variables)
            self.assertEqual([value for value in variables.values() if re.search(r"https://\w+:9100", value or "")], [])
