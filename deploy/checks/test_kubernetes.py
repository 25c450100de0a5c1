"""Checks that every combination of manifests builds, is valid and matches the topology."""

import json
import os
import re
import unittest
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import kubernetes_validate
import yaml

import manifests
import settings
import test_compose as compose
import test_telemetry as telemetry
import topology
from manifests import label, name, of_kind
from network import Network

OVERLAYS = ("local", "production")

# The oldest and the newest supported Kubernetes.
VERSIONS = ("1.32", "1.37")

# Custom resources: the validator has no schema for them, so other tests check their fields.
WITHOUT_SCHEMA = {
    ("postgresql.cnpg.io/v1", "Cluster"),
    ("postgresql.cnpg.io/v1", "Database"),
    ("postgresql.cnpg.io/v1", "Pooler"),
    ("postgresql.cnpg.io/v1", "ScheduledBackup"),
    ("barmancloud.cnpg.io/v1", "ObjectStore"),
    ("traefik.io/v1alpha1", "Middleware"),
    ("keda.sh/v1alpha1", "ScaledObject"),
    ("cert-manager.io/v1", "Issuer"),
    ("cert-manager.io/v1", "Certificate"),
}

# The validator lists its versions and parses a schema for each document; all of them take longer than the validation.
for function in ("all_versions", "schema_contents"):
    setattr(kubernetes_validate.utils, function, cache(getattr(kubernetes_validate.utils, function)))

# Hosts whose Services the operators create.
CREATED_BY_OPERATORS = {"postgres-rw", "postgres-pooler"}


class SchemaTest(unittest.TestCase):
    """Validation against the Kubernetes schemas."""

    def test_every_combination_builds_and_is_valid(self):
        builds = {f"overlays/{overlay}": manifests.overlay(overlay) for overlay in OVERLAYS}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            chosen = manifests.combinations()
            builds |= dict(zip(map(" + ".join, chosen), pool.map(manifests.combine, chosen)))
        builds["overlays/drill"] = manifests.overlay("drill")
        builds["tilt"] = manifests.build(topology.ROOT / "tilt")
        seen, unknown = set(), set()
        for build, documents in builds.items():
            for document in documents:
                if repr(document) in seen:
                    continue
                seen.add(repr(document))
                with self.subTest(f"{build}: {label(document)}"):
                    if not self.validate(document):
                        unknown.add((document["apiVersion"], document["kind"]))
        self.assertEqual(unknown, WITHOUT_SCHEMA, "WITHOUT_SCHEMA must list exactly the kinds without a schema")

    def validate(self, document: dict) -> bool:
        """Fails if the document is invalid; returns whether it has a schema."""
        if (document["apiVersion"], document["kind"]) in WITHOUT_SCHEMA:
            return False
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(document, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                self.fail(f"Kubernetes {version}: {error.message}")
            except kubernetes_validate.SchemaNotFoundError:
                return False
        return True

    def test_unknown_field_is_rejected(self):
        deployment = manifests.our_services(manifests.overlay("local"))["cart"]
        broken = {**deployment, "spec": {**deployment["spec"], "replica": 2}}
        with self.assertRaises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate(broken, VERSIONS[-1], strict=True)


class ServicesTest(unittest.TestCase):
    """The shop's services in the overlays."""

    def test_services_match_the_topology(self):
        for overlay in OVERLAYS:
            settings.assert_services(self, set(manifests.our_services(manifests.overlay(overlay))))

    def test_containers_get_the_settings_they_read(self):
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            for service, deployment in manifests.our_services(documents).items():
                container = next(one for one in manifests.containers(deployment) if one["name"] == "service")
                with self.subTest(f"{overlay}: {service}"):
                    settings.assert_settings(self, service, set(manifests.environment(documents, container)))

    def test_migrations_run_as_the_database_owner(self):
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            for service, deployment in manifests.our_services(documents).items():
                with self.subTest(f"{overlay}: {service}"):
                    self.assert_migrated(service, deployment, documents)

    def assert_migrated(self, service: str, deployment: dict, documents):
        """Asserts the database roles of a service's containers."""
        variables = {one["name"]: manifests.environment(documents, one) for one in manifests.containers(deployment)}
        if service == "gateway":
            self.assertEqual(set(variables), {"service"})
            return
        migration, serving = variables["migrate"], variables["service"]
        self.assertEqual((migration["DATABASE"], serving["DATABASE"]), (service, service))
        self.assertIn("$(DATABASE)_owner:", migration["POSTGRES_URL"])
        self.assertIn("@postgres-rw:", migration["POSTGRES_URL"])
        self.assertIn("@postgres-pooler:", serving["POSTGRES_URL"])
        self.assertIn("@postgres-rw:", serving["POSTGRES_DIRECT_URL"])

    def test_variables_are_defined_before_use(self):
        for overlay in OVERLAYS:
            for workload in manifests.workloads(manifests.overlay(overlay)):
                for container in manifests.containers(workload):
                    self.assertEqual(manifests.undefined_references(container), set(), label(workload))

    def test_services_have_scaling_budget_and_spread(self):
        documents = manifests.overlay("production")
        for service, deployment in manifests.our_services(documents).items():
            with self.subTest(service):
                for kind in ("Service", "ServiceAccount", "PodDisruptionBudget", "HorizontalPodAutoscaler"):
                    self.assertIn(service, map(name, of_kind(documents, kind)))
                self.assertNotIn("replicas", deployment["spec"])
                spread = manifests.pod(deployment)["topologySpreadConstraints"]
                self.assertEqual(
                    [constraint["labelSelector"] for constraint in spread], [deployment["spec"]["selector"]] * 2
                )

    def test_sizes_match_the_manifests(self):
        documents = manifests.overlay("production")
        requested = manifests.requests(documents)
        groups = {
            "services": set(manifests.our_services(documents)),
            "PostgreSQL and its poolers": {"postgres", "postgres-pooler"},
            "NATS": {"nats"},
        }
        groups["telemetry, alerts, probes"] = set(requested) - set().union(*groups.values())
        text = (topology.ROOT / "docs/operations/capacity.md").read_text()
        table = re.findall(r"^\| ([^|]+) \| ([\d.]+) \| ([\d.]+) GiB \|$", text, re.MULTILINE)
        self.assertEqual({group for group, *_ in table}, {*groups, "together"})
        groups["together"] = set(requested)
        for group, cores, memory in table:
            expected = [sum(requested[one][kind] for one in groups[group]) for kind in (0, 1)]
            self.assertAlmostEqual(float(cores), expected[0], delta=0.05, msg=group)
            self.assertAlmostEqual(float(memory), expected[1] / 2**30, delta=0.05, msg=group)

    def test_servers_have_a_higher_priority_than_services(self):
        documents = manifests.overlay("production")
        value = {name(one): one["value"] for one in of_kind(documents, "PriorityClass")}
        (cluster,), (pooler,) = of_kind(documents, "Cluster"), of_kind(documents, "Pooler")
        (nats,) = [one for one in of_kind(documents, "StatefulSet") if name(one) == "nats"]
        servers = {cluster["spec"]["priorityClassName"], manifests.pod(nats)["priorityClassName"]}
        servers.add(pooler["spec"]["template"]["spec"]["priorityClassName"])
        services = {manifests.pod(one)["priorityClassName"] for one in manifests.our_services(documents).values()}
        self.assertGreater(min(value[one] for one in servers), max(value[one] for one in services))

    def test_wal_for_an_absent_replica_leaves_space_on_the_volume(self):
        (cluster,) = of_kind(manifests.overlay("production"), "Cluster")
        parameters = cluster["spec"]["postgresql"]["parameters"]
        kept = [parameters[one].removesuffix("B") + "i" for one in ("max_slot_wal_keep_size", "wal_keep_size")]
        # Between checkpoints the WAL grows by `max_wal_size`, 1 GB by default. More than 85 % are the alert `VolumeFillingUp`.
        wal = sum(manifests.quantity(one) for one in [*kept, "1Gi"])
        self.assertLess(wal, 0.85 * manifests.quantity(cluster["spec"]["walStorage"]["size"]))

    def test_nats_collects_garbage_before_its_memory_limit(self):
        for overlay in OVERLAYS:
            (nats,) = [one for one in of_kind(manifests.overlay(overlay), "StatefulSet") if name(one) == "nats"]
            (server,) = [one for one in manifests.containers(nats) if one["name"] == "nats"]
            variables = manifests.environment(manifests.overlay(overlay), server)
            share = manifests.quantity(variables["GOMEMLIMIT"].removesuffix("B")) / manifests.quantity(
                server["resources"]["limits"]["memory"]
            )
            self.assertTrue(0.8 < share <= 0.9, f"{overlay}: {share}")

    def test_resources_match_the_capacity_table(self):
        rows = [
            [cell.strip() for cell in line.split("|")][1:-1]
            for line in (topology.ROOT / "docs/operations/capacity.md").read_text().splitlines()
            if line.startswith("| ")
        ]
        heading = next(index for index, row in enumerate(rows) if row[:2] == ["service", "CPU request"])
        documents = manifests.overlay("production")
        autoscalers = {name(one): one["spec"]["metrics"][0] for one in of_kind(documents, "HorizontalPodAutoscaler")}
        services = manifests.our_services(documents)
        documented = {row[0]: row[1:] for row in rows[heading + 2 : heading + 2 + len(services)]}
        self.assertEqual(set(documented), set(services))
        for service, deployment in services.items():
            resources = manifests.pod(deployment)["containers"][0]["resources"]
            requests, limits = resources["requests"], resources["limits"]
            target = autoscalers[service]["resource"]["target"]
            self.assertEqual(target["type"], "AverageValue")
            expected = [requests["cpu"], limits["cpu"], target["averageValue"], requests["memory"], limits["memory"]]
            self.assertEqual(documented[service], expected, service)

    def test_compose_limits_memory_like_the_local_overlay(self):
        limits = {
            name(workload): container["resources"]["limits"]["memory"]
            for workload in manifests.workloads(manifests.overlay("local"))
            for container in manifests.pod(workload)["containers"]
        }
        for service, container in compose.load()["services"].items():
            with self.subTest(service):
                limit = limits[service.removesuffix("-migrate")]
                self.assertEqual(container["mem_limit"], limit.replace("Mi", "m").replace("Gi", "g"))

    def test_shutdown_delay_covers_name_resolution(self):
        documents = manifests.overlay("production")
        for service, deployment in manifests.our_services(documents).items():
            pod = manifests.pod(deployment)
            environment = {entry["name"]: entry.get("value") for entry in pod["containers"][0]["env"]}
            delay = int(environment["SHUTDOWN_DELAY_SECONDS"])
            # Name servers in a cluster, and node-local caches, keep an answer for up to 30 s; the kit's clients resolve names
            # every 5 s; its servers drain for 10 s after the delay.
            self.assertGreater(delay, 30 + 5, service)
            self.assertGreater(pod["terminationGracePeriodSeconds"], delay + 10, service)


class ScalingByLagTest(unittest.TestCase):
    """The component that scales notification by its backlog."""

    def setUp(self):
        self.documents = manifests.combine(("postgres-single", "nats-single", "observability", "scale-by-lag"))
        (self.scaled,) = of_kind(self.documents, "ScaledObject")

    def test_replaces_the_autoscaler_of_notification(self):
        target = self.scaled["spec"]["scaleTargetRef"]["name"]
        self.assertIn(target, manifests.our_services(self.documents))
        scaled_by_cpu = {one["spec"]["scaleTargetRef"]["name"] for one in of_kind(self.documents, "HorizontalPodAutoscaler")}
        self.assertEqual(scaled_by_cpu, set(manifests.our_services(self.documents)) - {target})

    def test_queries_existing_metrics_at_prometheus(self):
        keda = manifests.foreign_pod("keda", {"app": "keda-operator"})
        network = Network(self.documents)
        for trigger in self.scaled["spec"]["triggers"]:
            self.assertEqual(telemetry.unknown(trigger["metadata"]["query"], telemetry.series()), [])
            host, port = _addresses(trigger["metadata"]["serverAddress"])[0]
            self.assertTrue(network.allows(keda, _workload_of(self.documents, host, port), port))
            self.assertGreater(int(trigger["metadata"]["threshold"]), 0)


class ReferencesTest(unittest.TestCase):
    """References between objects."""

    def test_objects_have_an_existing_namespace(self):
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            namespaces = set(map(name, of_kind(documents, "Namespace")))
            for document in documents:
                if document["kind"] not in ("Namespace", "ClusterRole", "ClusterRoleBinding", "PriorityClass"):
                    self.assertIn(document["metadata"].get("namespace"), namespaces, label(document))

    def test_config_maps_and_service_accounts_exist(self):
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            maps = set(map(name, of_kind(documents, "ConfigMap")))
            accounts = set(map(name, of_kind(documents, "ServiceAccount")))
            for workload in manifests.workloads(documents):
                pod = manifests.pod(workload)
                volumes = pod.get("volumes", [])
                used = {volume["configMap"]["name"] for volume in volumes if "configMap" in volume}
                sources = [source for volume in volumes for source in volume.get("projected", {}).get("sources", [])]
                used |= {
                    source["configMap"]["name"]
                    for source in sources
                    if "configMap" in source and not source["configMap"].get("optional")
                }
                for container in manifests.containers(workload):
                    used |= {source["configMapRef"]["name"] for source in container.get("envFrom", [])}
                self.assertLessEqual(used, maps, label(workload))
                self.assertIn(pod.get("serviceAccountName", next(iter(accounts))), accounts)
                # Prometheus discovers the nodes.
                discovers = overlay == "production" and name(workload) == "prometheus"
                self.assertIs(pod["automountServiceAccountToken"], discovers, label(workload))

    def test_every_command_of_a_service_has_what_it_requires(self):
        # The init containers that migrate, and the setup of the stream; Kubernetes starts a command without a required setting again
        # and again.
        commands = set()
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            for workload in manifests.workloads(documents):
                for container in manifests.containers(workload):
                    program = re.search(r"storefront/([a-z]+):", container["image"])
                    if not program or program[1] == "operator":
                        continue
                    given = set(manifests.environment(documents, container))
                    missing = topology.required_settings(program[1]) - given
                    self.assertEqual(missing, set(), f"{overlay} {label(workload)} {container['name']}")
                    commands.add(container["name"])
        self.assertLessEqual({"service", "migrate", "bus-setup"}, commands)

    def test_every_mount_has_a_volume(self):
        for overlay in OVERLAYS:
            for workload in manifests.workloads(manifests.overlay(overlay)):
                volumes = {volume["name"] for volume in manifests.pod(workload).get("volumes", [])}
                claims = workload["spec"].get("volumeClaimTemplates", [])
                volumes |= {claim["metadata"]["name"] for claim in claims}
                for container in manifests.containers(workload):
                    mounts = {mount["name"] for mount in container.get("volumeMounts", [])}
                    self.assertLessEqual(mounts, volumes, label(workload))

    def test_local_overlay_has_every_secret(self):
        documents = manifests.overlay("local")
        self.assertLessEqual(manifests.secrets(list(documents)), set(map(name, of_kind(documents, "Secret"))))

    def test_production_contains_no_secrets(self):
        self.assertEqual(of_kind(manifests.overlay("production"), "Secret"), [])

    def test_a_new_version_can_be_applied_at_any_time(self):
        # The pod template of a Job is immutable: applying another image fails while the Job exists.
        for overlay in OVERLAYS:
            self.assertEqual(list(map(label, of_kind(manifests.overlay(overlay), "Job"))), [])

    def test_images_are_pinned(self):
        for overlay in OVERLAYS:
            for workload in manifests.workloads(manifests.overlay(overlay)):
                for container in manifests.containers(workload):
                    tag = container["image"].rpartition(":")[2]
                    self.assertRegex(tag, r"^(dev|v?\d[\w.-]*)$", label(workload))
                    self.assertNotEqual(tag, "dev" if overlay == "production" else "", label(workload))


class NetworkTest(unittest.TestCase):
    """NetworkPolicies allow the needed connections and, between services, no others."""

    def test_configured_addresses_are_reachable(self):
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            network = Network(documents)
            for workload in manifests.workloads(documents):
                for container in manifests.containers(workload):
                    for variable, value in manifests.environment(documents, container).items():
                        for host, port in _addresses(value):
                            if overlay == "production" and host in CREATED_BY_OPERATORS:
                                continue
                            with self.subTest(f"{overlay}: {label(workload)} {variable}={value}"):
                                self.assertTrue(network.allows(workload, _workload_of(documents, host, port), port))

    def test_only_a_caller_and_its_service_read_their_key(self):
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            holders: dict[str, set[str]] = {}
            for service, deployment in manifests.our_services(documents).items():
                for secret in manifests.secrets(manifests.containers(deployment)):
                    if "-to-" in secret:
                        holders.setdefault(secret, set()).add(service)
            for secret, services in holders.items():
                caller, called = secret.split("-to-")
                self.assertEqual(services, {caller, called} - {"operator"}, f"{overlay}: {secret}")
            self.assertIn("order-to-catalog", holders)

    def test_the_shared_key_is_for_upgrades_only(self):
        upgrading = manifests.combine(("postgres-single", "nats-single", "shared-caller-keys"))
        for documents, expected in ((manifests.overlay("production"), False), (upgrading, True)):
            for service, deployment in manifests.our_services(documents).items():
                has_key = "caller-keys" in manifests.secrets(manifests.pod(deployment)["containers"])
                self.assertEqual(has_key, expected, service)

    def test_claims_without_the_request_are_for_upgrades_only(self):
        upgrading = manifests.combine(("postgres-single", "nats-single", "unbound-claims"))
        for documents, expected in ((manifests.overlay("production"), None), (upgrading, "true")):
            for service, deployment in manifests.our_services(documents).items():
                (container,) = [one for one in manifests.containers(deployment) if one["name"] == "service"]
                variables = manifests.environment(documents, container)
                self.assertEqual(variables.get("UNBOUND_CLAIMS"), expected, service)

    def test_only_callers_reach_a_service(self):
        for overlay in OVERLAYS:
            documents = manifests.overlay(overlay)
            network = Network(documents)
            services = manifests.our_services(documents)
            for caller in manifests.workloads(documents):
                configured = {
                    host
                    for container in manifests.containers(caller)
                    for value in manifests.environment(documents, container).values()
                    for host, _ in _addresses(value)
                }
                reached = {
                    name(called)
                    for called in services.values()
                    if name(called) != name(caller) and network.allows(caller, called, 9100)
                }
                self.assertEqual(reached, configured & set(services), f"{overlay}: {label(caller)}")

    def test_telemetry_connections_are_allowed(self):
        documents = manifests.overlay("production")
        workloads = {name(workload): workload for workload in manifests.workloads(documents)}
        network = Network(documents)
        self.assertTrue(network.allows(workloads["pod-logs"], workloads["collector"], 4317))
        for server, port in (("tempo", 4317), ("loki", 3100)):
            self.assertTrue(network.allows(workloads["collector"], workloads[server], port), server)
        for target, port in (("collector", 8889), ("tempo", 3200), ("loki", 3100), ("grafana", 3000)):
            self.assertTrue(network.allows(workloads["prometheus"], workloads[target], port), target)
        for service in manifests.our_services(documents).values():
            self.assertTrue(network.allows(workloads["prometheus"], service, 9464), label(service))
        for source, port in (("prometheus", 9090), ("tempo", 3200), ("loki", 3100)):
            self.assertTrue(network.allows(workloads["grafana"], workloads[source], port), source)

    def test_every_pod_reaches_the_name_servers(self):
        # CoreDNS, and NodeLocal DNSCache at its usual address, which belongs to the node.
        for overlay in (*OVERLAYS, "drill"):
            documents = manifests.overlay(overlay)
            network = Network(documents)
            # The pods of a Cluster are created by its operator.
            pods = manifests.workloads(documents) + [
                manifests.foreign_pod(cluster["metadata"]["namespace"], {"cnpg.io/cluster": name(cluster)})
                for cluster in of_kind(documents, "Cluster")
            ]
            for pod in pods:
                with self.subTest(f"{overlay}: {label(pod)}"):
                    for application in ("kube-dns", "node-local-dns"):
                        server = manifests.foreign_pod("kube-system", {"k8s-app": application})
                        self.assertTrue(network.allows(pod, server, 53), application)
                    self.assertTrue(network.reaches_address(pod, "169.254.20.10", 53))
                    self.assertFalse(network.reaches_address(pod, "169.254.169.254", 53))

    def test_alerts_reach_the_receivers(self):
        documents = manifests.overlay("production")
        network = Network(documents)
        workloads = {name(workload): workload for workload in manifests.workloads(documents)}
        prometheus, alertmanager = workloads["prometheus"], workloads["alertmanager"]
        self.assertTrue(network.allows(prometheus, alertmanager, 9093))
        self.assertFalse(network.allows(workloads["grafana"], alertmanager, 9093))
        self.assertTrue(network.reaches_address(alertmanager, "198.51.100.7", 443))
        self.assertFalse(network.reaches_address(alertmanager, "10.0.0.7", 443))
        variables = manifests.environment(documents, manifests.containers(prometheus)[0])
        self.assertRegex(variables["RUNBOOKS"], r"^https://.*[^/]$")
        # The files that the configuration names are keys of the mounted Secret.
        settings = (topology.ROOT / "deploy/alertmanager/alertmanager.yaml").read_text()
        (mount,) = [one for one in alertmanager["spec"]["template"]["spec"]["containers"][0]["volumeMounts"] if one["name"] == "receivers"]
        script = (manifests.K8S / "secrets.sh").read_text()
        for file in re.findall(r"url_file: (\S+)", settings):
            folder, _, key = file.rpartition("/")
            self.assertEqual(folder, mount["mountPath"])
            self.assertIn(f"\nset_value {key} ", script)

    def test_private_mail_server_is_reached_with_its_component_only(self):
        for component, public, private in (("mail-server", True, False), ("private-mail-server", False, True)):
            documents = manifests.combine(("postgres-single", "nats-single", component))
            notification = manifests.our_services(documents)["notification"]
            network = Network(documents)
            self.assertEqual(network.reaches_address(notification, "198.51.100.7", 587), public, component)
            self.assertEqual(network.reaches_address(notification, "10.1.2.3", 587), private, component)
            self.assertFalse(network.reaches_address(notification, "10.1.2.3", 5432), component)

    def test_content_and_notification_reach_public_addresses_with_the_component_only(self):
        for overlay, is_allowed in (("production", True), ("local", False)):
            documents = manifests.overlay(overlay)
            services, network = manifests.our_services(documents), Network(documents)
            for service, port in (("content", 80), ("content", 443), ("notification", 443)):
                self.assertEqual(network.reaches_address(services[service], "198.51.100.7", port), is_allowed, overlay)
                for address in ("10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"):
                    self.assertFalse(network.reaches_address(services[service], address, port), address)
            self.assertFalse(network.reaches_address(services["content"], "198.51.100.7", 22))
            self.assertFalse(network.reaches_address(services["catalog"], "198.51.100.7", 443))

    def test_cluster_metrics_are_reachable(self):
        documents = manifests.overlay("production")
        network = Network(documents)
        workloads = {name(workload): workload for workload in manifests.workloads(documents)}
        prometheus = workloads["prometheus"]
        self.assertTrue(network.allows(prometheus, workloads["nats"], 7777))
        self.assertFalse(network.allows(workloads["grafana"], workloads["nats"], 7777))
        # A kubelet and the API server belong to no pod.
        for port in (10250, 6443):
            self.assertTrue(network.reaches_address(prometheus, "192.0.2.1", port))
        services = {name(service): service["spec"] for service in of_kind(documents, "Service")}
        jobs = manifests.scrape_jobs(documents)
        for job, application in (("kube-state-metrics", "kube-state-metrics"), ("cert-manager", "cert-manager")):
            (discovery,) = jobs[job]["dns_sd_configs"]
            namespace = services[discovery["names"][0]]["externalName"].split(".")[1]
            target = manifests.foreign_pod(namespace, {"app.kubernetes.io/name": application})
            self.assertTrue(network.allows(prometheus, target, discovery["port"]), job)
        (binding,) = of_kind(documents, "ClusterRoleBinding")
        (role,) = of_kind(documents, "ClusterRole")
        self.assertEqual(binding["roleRef"]["name"], name(role))
        self.assertEqual(binding["subjects"][0]["name"], manifests.pod(prometheus)["serviceAccountName"])
        self.assertNotIn("secrets", repr(role["rules"]))

    def test_probes_reach_the_public_address_and_the_name_server(self):
        documents = manifests.overlay("production")
        network = Network(documents)
        workloads = {name(workload): workload for workload in manifests.workloads(documents)}
        self.assertTrue(network.allows(workloads["prometheus"], workloads["probes"], 9115))
        self.assertFalse(network.allows(workloads["grafana"], workloads["probes"], 9115))
        self.assertTrue(network.reaches_address(workloads["probes"], "198.51.100.7", 443))
        self.assertFalse(network.allows(workloads["probes"], workloads["nats"], 4222))
        (targets,) = [
            yaml.safe_load(one["data"]["shop.targets.yaml"])
            for one in of_kind(documents, "ConfigMap")
            if "shop.targets.yaml" in one.get("data", {})
        ]
        gateway = manifests.environment(documents, manifests.containers(workloads["gateway"])[0])
        self.assertEqual(targets, [{"targets": [gateway["PUBLIC_URL"]]}])
        # The modules that the jobs name.
        (settings,) = [
            yaml.safe_load(one["data"]["blackbox.config.yaml"])
            for one in of_kind(documents, "ConfigMap")
            if "blackbox.config.yaml" in one.get("data", {})
        ]
        jobs = manifests.scrape_jobs(documents)
        used = {job["params"]["module"][0] for job in jobs.values() if "params" in job}
        self.assertEqual(used, set(settings["modules"]))

    def test_prometheus_reads_the_jobs_of_installed_components_only(self):
        for overlay in ("production", "local"):
            documents = manifests.overlay(overlay)
            (prometheus,) = [one for one in manifests.workloads(documents) if name(one) == "prometheus"]
            (volume,) = [one for one in manifests.pod(prometheus)["volumes"] if one["name"] == "configuration"]
            sources = [source["configMap"] for source in volume["projected"]["sources"]]
            maps = {name(one): one["data"] for one in of_kind(documents, "ConfigMap")}
            with_jobs = {key for key, data in maps.items() if any(file.endswith(".scrape.yaml") for file in data)}
            self.assertLessEqual(with_jobs, {source["name"] for source in sources}, overlay)
            for source in sources:
                self.assertTrue(source["name"] in maps or source.get("optional"), source)
            files = [file for source in sources for file in maps.get(source["name"], {})]
            self.assertEqual(len(files), len(set(files)), "a file hides another")
            settings = yaml.safe_load(maps[sources[0]["name"]]["prometheus.yaml"])
            self.assertEqual(settings["scrape_config_files"], ["*.scrape.yaml"])
            # A component tells which of its jobs have to answer.
            rules = [text for key in with_jobs for file, text in maps[key].items() if file.endswith(".rules.yaml")]
            expected = {
                rule["labels"]["job"]
                for text in rules
                for group in yaml.safe_load(text)["groups"]
                for rule in group["rules"]
                if rule["record"] == "storefront:installed"
            }
            jobs = set(manifests.scrape_jobs(documents))
            self.assertEqual(expected, jobs - {"blackbox"}, overlay)
            self.assertEqual(bool(jobs), overlay == "production")

    def test_unknown_pod_reaches_nothing(self):
        documents = manifests.overlay("production")
        network = Network(documents)
        unknown = manifests.foreign_pod(manifests.NAMESPACE, {"app.kubernetes.io/name": "unknown"})
        for workload in manifests.workloads(documents):
            for port in (9100, 8080, 9464, 4222, 3100, 4317):
                self.assertFalse(network.allows(unknown, workload, port), label(workload))


class IngressTest(unittest.TestCase):
    """The Ingress with its certificate, and the redirect to https."""

    def setUp(self):
        self.documents = manifests.overlay("production")
        self.ingresses = {name(ingress): ingress for ingress in of_kind(self.documents, "Ingress")}
        self.controller = manifests.foreign_pod("traefik", {"app.kubernetes.io/name": "traefik"})

    def test_controller_reaches_the_gateway_and_the_certificate_solver(self):
        network = Network(self.documents)
        gateway = manifests.our_services(self.documents)["gateway"]
        self.assertTrue(network.allows(self.controller, gateway, 8080))
        # cert-manager's pod that answers an HTTP-01 challenge, in the namespace of the certificate.
        solver = manifests.foreign_pod(manifests.NAMESPACE, {"acme.cert-manager.io/http01-solver": "true"})
        self.assertTrue(network.allows(self.controller, solver, 8089))
        stranger = manifests.foreign_pod("default", {})
        self.assertFalse(network.allows(stranger, solver, 8089))
        self.assertFalse(network.allows(self.controller, gateway, 9464))

    def test_http_is_redirected_to_https(self):
        entrypoints = "traefik.ingress.kubernetes.io/router.entrypoints"
        middlewares = "traefik.ingress.kubernetes.io/router.middlewares"
        by_entrypoint = {
            ingress["metadata"]["annotations"][entrypoints]: ingress for ingress in self.ingresses.values()
        }
        self.assertEqual(set(by_entrypoint), {"web", "websecure"})
        plain, secure = by_entrypoint["web"], by_entrypoint["websecure"]
        (middleware,) = of_kind(self.documents, "Middleware")
        reference = f"{middleware['metadata']['namespace']}-{name(middleware)}@kubernetescrd"
        self.assertEqual(plain["metadata"]["annotations"][middlewares], reference)
        self.assertEqual(middleware["spec"], {"redirectScheme": {"scheme": "https", "permanent": True}})
        self.assertEqual([rule["host"] for rule in plain["spec"]["rules"]], secure["spec"]["tls"][0]["hosts"])
        self.assertNotIn("tls", plain["spec"])


def _addresses(value: str | None) -> list[tuple[str, int]]:
    """Returns hosts and ports of the addresses inside the cluster in a setting."""
    found = re.findall(r"\b(?:https?|nats|tls|postgres|smtp)://(?:[^@/,]*@)?([a-z][\w-]*)(?:\.storefront)?:(\d+)", value or "")
    return [(host, int(port)) for host, port in found if host != "localhost"]


def _workload_of(documents, host: str, port: int) -> dict:
    """Returns the workload behind a Service's port or a StatefulSet pod's host name."""
    service = next(document for document in of_kind(documents, "Service") if name(document) == host.split(".")[-1])
    assert port in [entry["port"] for entry in service["spec"]["ports"]], f"{host}:{port}"
    selector = service["spec"]["selector"].items()
    return next(
        workload for workload in manifests.workloads(documents) if selector <= manifests.pod_labels(workload).items()
    )
