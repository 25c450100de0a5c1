"""The settings of the servers that are not ours: read by the servers' own programs where those are at hand."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import yaml

import topology

DEPLOY = topology.ROOT / "deploy"


def load(path: str) -> dict:
    """A YAML file below deploy/."""
    return yaml.safe_load((DEPLOY / path).read_text())


class NatsTest(unittest.TestCase):
    """nats-server reads its own configuration."""

    def check(self, file: str) -> subprocess.CompletedProcess:
        """Has the real server read a file."""
        environment = {"SERVER_NAME": "nats-0", "NATS_PASSWORD": "development"}
        environment |= {f"ROUTE_{at}": f"nats://peer:development@nats-{at}.nats-peers:6222" for at in range(3)}
        return subprocess.run(
            [os.environ["NATS_SERVER_BIN"], "-t", "-c", DEPLOY / "nats" / file],
            env=os.environ | environment,
            capture_output=True,
            text=True,
        )

    def test_it_is_valid(self):
        for file in ("nats.conf", "cluster.conf"):
            outcome = self.check(file)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)

    def test_what_is_acknowledged_is_on_the_disk(self):
        self.assertRegex((DEPLOY / "nats/nats.conf").read_text(), r"(?m)^\s*sync_interval: always$")
        self.assertIn("include ./nats.conf", (DEPLOY / "nats/cluster.conf").read_text())


class CollectorTest(unittest.TestCase):
    """The collector's program is not at hand; what its parts say about each other is checked."""

    def test_every_part_of_a_pipeline_is_configured_and_used(self):
        for file in ("collector/collector.yaml", "collector/pod-logs/pod-logs.yaml"):
            settings = load(file)
            connectors = set(settings.get("connectors", {}))
            pipelines = settings["service"]["pipelines"].values()
            for kind, more in (("receivers", connectors), ("processors", set()), ("exporters", connectors)):
                used = {part for pipeline in pipelines for part in pipeline.get(kind, [])}
                self.assertEqual(used - more, set(settings[kind]), f"{file}: {kind}")
            self.assertEqual(set(settings["service"]["extensions"]), set(settings["extensions"]))

    def test_a_full_memory_is_noticed_first(self):
        for pipeline in load("collector/collector.yaml")["service"]["pipelines"].values():
            self.assertEqual((pipeline["processors"][0], pipeline["processors"][-1]), ("memory_limiter", "batch"))

    def test_it_sends_to_where_the_others_listen(self):
        exporters = load("collector/collector.yaml")["exporters"]
        tempo = load("tempo/tempo.yaml")["distributor"]["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"]
        self.assertEqual(exporters["otlp/tempo"]["endpoint"].split(":")[1], tempo.split(":")[1])
        loki = load("loki/loki.yaml")["server"]["http_listen_port"]
        self.assertEqual(exporters["otlphttp/loki"]["endpoint"], f"http://loki:{loki}/otlp")


class PrometheusTest(unittest.TestCase):
    """Prometheus comes for what the collector has counted."""

    def test_it_asks_the_collector(self):
        targets = {
            target
            for job in load("prometheus/prometheus.yaml")["scrape_configs"]
            for group in job.get("static_configs", [])
            for target in group["targets"]
        }
        counted = load("collector/collector.yaml")["exporters"]["prometheus"]["endpoint"].split(":")[1]
        own = load("collector/collector.yaml")["service"]["telemetry"]["metrics"]["readers"][0]["pull"]
        self.assertIn(f"collector:{counted}", targets)
        self.assertIn(f"collector:{own['exporter']['prometheus']['port']}", targets)


class GrafanaTest(unittest.TestCase):
    """The data sources are linked to each other."""

    def setUp(self):
        text = (DEPLOY / "grafana/provisioning/datasources/storefront.yaml").read_text()
        self.text = text
        self.sources = {source["uid"]: source for source in yaml.safe_load(text)["datasources"]}

    def test_each_link_leads_to_a_source(self):
        linked = set(re.findall(r"datasourceUid: (\w+)", self.text))
        self.assertEqual(linked, set(self.sources))

    def test_a_trace_leads_to_its_logs_and_back(self):
        self.assertEqual(self.sources["tempo"]["jsonData"]["tracesToLogsV2"]["datasourceUid"], "loki")
        (field,) = self.sources["loki"]["jsonData"]["derivedFields"]
        self.assertEqual((field["datasourceUid"], field["matcherRegex"]), ("tempo", "trace_id"))

    def test_what_grafana_fills_in_is_not_filled_in_before(self):
        # Grafana reads $x in these files as a variable of its environment; $$x is a $x for later.
        self.assertEqual(re.findall(r"(?<!\$)\$\{?__\w+", self.text), [])


class PostgresTest(unittest.TestCase):
    """The script that makes the databases where no operator does."""

    def test_it_makes_an_owner_and_a_role_for_each(self):
        with tempfile.TemporaryDirectory() as folder:
            psql = Path(folder) / "psql"
            psql.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\ncat\n')
            psql.chmod(0o755)
            outcome = subprocess.run(
                ["sh", DEPLOY / "postgres/databases.sh"],
                env={
                    "PATH": f"{folder}:{os.environ['PATH']}",
                    "SERVICES": "cart order",
                    "PASSWORD": "p",
                    "POSTGRES_USER": "postgres",
                },
                capture_output=True,
                text=True,
            )
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        for line in ("service=cart", "owner=cart_owner", "service=order", "owner=order_owner"):
            self.assertIn(line, outcome.stdout.splitlines())
        self.assertEqual(outcome.stdout.count("revoke all on database"), 2)
