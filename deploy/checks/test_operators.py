"""Checks required fields and references of the operators' custom resources, which have no schema here."""

import re
import unittest

import yaml

import manifests
import topology
from manifests import name, of_kind
from network import Network


class PostgresTest(unittest.TestCase):
    """PostgreSQL in the production overlay: CloudNativePG with its Barman Cloud plugin."""

    def setUp(self):
        self.documents = manifests.overlay("production")
        (self.cluster,) = of_kind(self.documents, "Cluster")
        self.services = set(manifests.our_services(self.documents)) - {"gateway"}

    def test_has_three_instances_on_different_nodes(self):
        spec = self.cluster["spec"]
        self.assertEqual(spec["instances"], 3)
        self.assertRegex(spec["imageName"], r"^ghcr\.io/cloudnative-pg/postgresql:18\.")
        self.assertEqual(spec["affinity"]["podAntiAffinityType"], "required")
        self.assertEqual(spec["postgresql"]["synchronous"]["number"], 1)
        self.assertIn("size", spec["storage"])

    def test_major_version_matches_compose_and_the_local_runner(self):
        tools = (topology.ROOT / "deploy/local/src/server_tools.rs").read_text()
        compose = (topology.ROOT / "deploy/compose.yaml").read_text()
        major = self.cluster["spec"]["imageName"].split(":")[1].split(".")[0]
        self.assertIn(f'POSTGRES_MAJOR: &str = "{major}"', tools)
        self.assertIn(f"image: postgres:{major}.", compose)

    def test_no_server_logs_values(self):
        expected = {
            "log_parameter_max_length": "0",
            "log_parameter_max_length_on_error": "0",
            "log_error_verbosity": "terse",
        }
        compose = yaml.safe_load((topology.ROOT / "deploy/compose.yaml").read_text())["services"]["postgres"]
        (single,) = [one for one in of_kind(manifests.overlay("local"), "StatefulSet") if name(one) == "postgres"]
        for server, settings in (
            ("cluster", self.cluster["spec"]["postgresql"]["parameters"]),
            ("single", _settings(manifests.containers(single)[0]["args"])),
            ("compose", _settings(compose["command"])),
        ):
            with self.subTest(server):
                self.assertLessEqual(expected.items(), settings.items())

    def test_each_service_has_a_database_with_its_owner(self):
        databases = {one["spec"]["name"]: one["spec"] for one in of_kind(self.documents, "Database")}
        self.assertEqual(set(databases), self.services)
        for service, database in databases.items():
            self.assertEqual(database["owner"], f"{service}_owner")
            self.assertEqual(database["cluster"]["name"], name(self.cluster))
            self.assertEqual(database["databaseReclaimPolicy"], "retain")

    def test_each_service_has_two_roles_with_its_secrets(self):
        roles = {role["name"]: role for role in self.cluster["spec"]["managed"]["roles"]}
        self.assertEqual(set(roles), self.services | {f"{service}_owner" for service in self.services})
        deployments = manifests.our_services(self.documents)
        for service in self.services:
            secrets = {
                one["name"]: next(
                    entry["valueFrom"]["secretKeyRef"]["name"]
                    for entry in one["env"]
                    if entry["name"] == "POSTGRES_PASSWORD"
                )
                for one in manifests.containers(deployments[service])
            }
            self.assertEqual(roles[service]["passwordSecret"]["name"], secrets["service"])
            self.assertEqual(roles[f"{service}_owner"]["passwordSecret"]["name"], secrets["migrate"])
            self.assertEqual(roles[service]["inRoles"], ["pg_read_all_data", "pg_write_all_data"])
            for role in (service, f"{service}_owner"):
                self.assertTrue(roles[role]["login"])
                self.assertFalse(roles[role].get("superuser", False))

    def test_roles_connect_to_their_own_database_only(self):
        rules = self.cluster["spec"]["postgresql"]["pg_hba"]
        owners = [f"hostssl {service} {service}_owner all scram-sha-256" for service in self.services]
        self.assertEqual(sorted(rules[1:-1]), sorted(owners))
        self.assertEqual(rules[0], "hostssl sameuser all all scram-sha-256")
        self.assertEqual(rules[-1], "host all all all reject")

    def test_prometheus_scrapes_postgres_and_the_pooler(self):
        jobs = manifests.scrape_jobs(self.documents)
        services = {name(service): service["spec"] for service in of_kind(self.documents, "Service")}
        (prometheus,) = (one for one in manifests.workloads(self.documents) if name(one) == "prometheus")
        network = Network(self.documents)
        for job, labels in (
            ("postgres", {"cnpg.io/cluster": "postgres", "cnpg.io/podRole": "instance"}),
            ("pooler", {"cnpg.io/poolerName": "postgres-pooler"}),
        ):
            (discovery,) = jobs[job]["dns_sd_configs"]
            ((service,), port) = (discovery["names"], discovery["port"])
            # A headless Service resolves to all pods.
            self.assertEqual((services[service]["clusterIP"], services[service]["selector"]), ("None", labels))
            # The operator creates these pods with these labels.
            pods = manifests.foreign_pod(manifests.NAMESPACE, labels)
            self.assertTrue(network.allows(prometheus, pods, port), job)
            self.assertFalse(network.allows(manifests.our_services(self.documents)["cart"], pods, port), job)

    def test_pooler_serves_the_cluster(self):
        (pooler,) = of_kind(self.documents, "Pooler")
        self.assertEqual(name(pooler), "postgres-pooler")
        spec = pooler["spec"]
        self.assertEqual((spec["cluster"]["name"], spec["type"]), (name(self.cluster), "rw"))
        self.assertGreaterEqual(spec["instances"], 2)
        self.assertEqual(spec["pgbouncer"]["poolMode"], "transaction")
        parameters = spec["pgbouncer"]["parameters"]
        self.assertTrue(all(isinstance(value, str) for value in parameters.values()))
        self.assertGreater(int(parameters["max_prepared_statements"]), 0)

    def test_poolers_are_spread_and_drained_one_by_one(self):
        (pooler,) = of_kind(self.documents, "Pooler")
        labels = {"cnpg.io/poolerName": name(pooler)}
        spread = pooler["spec"]["template"]["spec"]["topologySpreadConstraints"]
        self.assertEqual([one["labelSelector"]["matchLabels"] for one in spread], [labels] * 2)
        budgets = [one["spec"] for one in of_kind(self.documents, "PodDisruptionBudget") if name(one) == name(pooler)]
        self.assertEqual(budgets, [{"maxUnavailable": 1, "selector": {"matchLabels": labels}}])

    def test_backups_and_wal_use_the_same_store(self):
        (plugin,) = self.cluster["spec"]["plugins"]
        (store,) = of_kind(self.documents, "ObjectStore")
        (backup,) = of_kind(self.documents, "ScheduledBackup")
        self.assertTrue(plugin["isWALArchiver"])
        self.assertEqual(plugin["parameters"]["barmanObjectName"], name(store))
        self.assertEqual(backup["spec"]["cluster"]["name"], name(self.cluster))
        self.assertEqual(backup["spec"]["method"], "plugin")
        self.assertEqual(backup["spec"]["pluginConfiguration"]["name"], plugin["name"])
        self.assertEqual(len(backup["spec"]["schedule"].split()), 6)
        self.assertRegex(store["spec"]["configuration"]["destinationPath"], r"^s3://")
        self.assertRegex(store["spec"]["retentionPolicy"], r"^\d+d$")

    def test_backups_and_wal_are_encrypted(self):
        for documents in (
            self.documents,
            manifests.overlay("drill"),
            manifests.combine(("postgres-cluster", "nats-single", "private-object-store")),
        ):
            (store,) = of_kind(documents, "ObjectStore")
            for part in ("wal", "data"):
                self.assertIn(store["spec"]["configuration"][part].get("encryption"), ("AES256", "aws:kms"), part)

    def test_private_object_store_is_reached_with_its_component(self):
        components = ("postgres-cluster", "nats-single", "private-object-store")
        documents = manifests.combine(components)
        (store,) = of_kind(documents, "ObjectStore")
        host, port = store["spec"]["configuration"]["endpointURL"].removeprefix("http://").split(":")
        server = manifests.foreign_pod(host.split(".")[1], {"app": "minio"})
        postgres = manifests.foreign_pod(manifests.NAMESPACE, {"cnpg.io/cluster": name(self.cluster)})
        self.assertTrue(Network(documents).allows(postgres, server, int(port)))
        self.assertFalse(Network(manifests.combine(components[:2])).allows(postgres, server, int(port)))

    def test_alerts_expect_the_number_of_servers(self):
        rules = (topology.ROOT / "deploy/prometheus/alerts.rules.yaml").read_text()
        replicas = self.cluster["spec"]["instances"] - 1
        self.assertIn(f"max(cnpg_pg_replication_streaming_replicas) < {replicas}\n", rules)
        (nats,) = [one for one in of_kind(self.documents, "StatefulSet") if name(one) == "nats"]
        self.assertIn(f'sum(up{{job="nats"}}) < {nats["spec"]["replicas"]} and', rules)

    def test_stream_replicas_match_the_nats_servers(self):
        (job,) = [one for one in of_kind(self.documents, "CronJob") if name(one) == "bus-setup"]
        variables = manifests.environment(self.documents, manifests.containers(job)[0])
        (nats,) = [one for one in of_kind(self.documents, "StatefulSet") if name(one) == "nats"]
        self.assertEqual(int(variables["BUS_REPLICAS"]), nats["spec"]["replicas"])
        # The stream's own limit is the smaller one: the alert watches it, and it would never be reached behind the disk's.
        text = (topology.ROOT / "deploy/nats/nats.conf").read_text()
        disk = int(re.search(r"max_file_store: (\d+)GB", text)[1]) * 10**9
        self.assertLess(int(variables["BUS_MAX_BYTES"]), disk)
        rules = (topology.ROOT / "deploy/prometheus/alerts.rules.yaml").read_text()
        self.assertIn("jetstream_stream_total_bytes / (jetstream_stream_limit_bytes > 0)", rules)

    def test_stream_holds_the_purchases_that_the_table_says(self):
        (job,) = [one for one in of_kind(self.documents, "CronJob") if name(one) == "bus-setup"]
        size = int(manifests.environment(self.documents, manifests.containers(job)[0])["BUS_MAX_BYTES"])
        text = (topology.ROOT / "docs/scaling.md").read_text()
        seconds, each, share = re.search(r"× ([\d,]+) s × (\d+) bytes / ([\d.]+)", text).groups()
        hours = re.search(r"MAX_AGE: Duration = Duration::from_hours\((\d+)\)", (topology.ROOT / "services/kit/src/events/bus.rs").read_text())
        self.assertEqual(int(seconds.replace(",", "")), int(hours[1]) * 3600)
        rates = {}
        for rate, gib in re.findall(r"^\| ([\d,]+) \| (\d+) GiB", text, re.MULTILINE):
            rates[int(gib)] = int(rate.replace(",", ""))
            needed = rates[int(gib)] * int(hours[1]) * 3600 * int(each) / float(share)
            self.assertLess(abs(needed / 2**30 - int(gib)), 0.5, rate)
        self.assertIn(size // 2**30, rates)


class RestoreTest(unittest.TestCase):
    """The restore drill."""

    def setUp(self):
        self.documents = manifests.overlay("drill")
        (self.cluster,) = of_kind(self.documents, "Cluster")

    def test_reads_backups_and_writes_none(self):
        spec = self.cluster["spec"]
        (source,) = spec["externalClusters"]
        (store,) = of_kind(self.documents, "ObjectStore")
        self.assertEqual(spec["bootstrap"]["recovery"]["source"], source["name"])
        self.assertEqual(source["plugin"]["parameters"]["barmanObjectName"], name(store))
        self.assertNotIn("plugins", spec)
        self.assertEqual(of_kind(self.documents, "ScheduledBackup"), [])

    def test_recovers_to_one_point_in_time(self):
        self.assertEqual(list(self.cluster["spec"]["bootstrap"]), ["recovery"])
        target_time = self.cluster["spec"]["bootstrap"]["recovery"]["recoveryTarget"]["targetTime"]
        self.assertRegex(target_time, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")

    def test_stays_in_its_namespace(self):
        for document in self.documents:
            namespace = document["metadata"].get("namespace", name(document))
            self.assertEqual(namespace, "storefront-drill", manifests.label(document))

    def test_restored_cluster_uses_a_new_backup_folder(self):
        restored = manifests.combine(("postgres-cluster", "nats-single", "postgres-restore"))
        (cluster,) = of_kind(restored, "Cluster")
        (plugin,) = cluster["spec"]["plugins"]
        (source,) = cluster["spec"]["externalClusters"]
        self.assertNotEqual(plugin["parameters"]["serverName"], source["plugin"]["parameters"]["serverName"])


def _settings(arguments: list[str]) -> dict[str, str]:
    """Returns the `-c name=value` arguments of a server."""
    return dict(argument.split("=", 1) for argument in arguments if "=" in argument)
