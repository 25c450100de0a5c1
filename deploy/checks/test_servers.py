"""Checks the configuration of third-party servers, with their own programs where available."""

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
    """Loads a YAML file below deploy/."""
    return yaml.safe_load((DEPLOY / path).read_text())


class NatsTest(unittest.TestCase):
    """nats-server validates its own configuration."""

    def check(self, file: str) -> subprocess.CompletedProcess:
        """Validates a file with nats-server, which also loads the certificates."""
        environment = {"SERVER_NAME": "nats-0", "NATS_PASSWORD": "development"}
        environment |= {"CLIENT_ADVERTISE": "nats-0.nats-peers:4222", "ROUTE_ADVERTISE": "nats-0.nats-peers:6222"}
        users = re.findall(r"\$(NATS_PASSWORD_\w+)", (DEPLOY / "nats/users.conf").read_text())
        environment |= dict.fromkeys(users, "development")
        environment |= {f"ROUTE_{index}": f"tls://peer:development@nats-{index}.nats-peers:6222" for index in range(3)}
        with tempfile.TemporaryDirectory() as folder:
            for part in (DEPLOY / "nats").glob("*.conf"):
                (Path(folder) / part.name).write_text(part.read_text().replace("/etc/nats-tls", folder))
            subprocess.run(
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 1 -subj /CN=nats"
                " -keyout tls.key -out tls.crt && cp tls.crt ca.crt",
                shell=True,
                check=True,
                cwd=folder,
                capture_output=True,
            )
            return subprocess.run(
                [os.environ["NATS_SERVER_BIN"], "-t", "-c", Path(folder) / file],
                env=os.environ | environment,
                capture_output=True,
                text=True,
            )

    def test_configuration_is_valid(self):
        for file in ("nats.conf", "cluster.conf"):
            result = self.check(file)
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_acknowledged_messages_are_synced_to_disk(self):
        self.assertRegex((DEPLOY / "nats/nats.conf").read_text(), r"(?m)^\s*sync_interval: always$")
        self.assertIn("include ./nats.conf", (DEPLOY / "nats/cluster.conf").read_text())


class CollectorTest(unittest.TestCase):
    """References inside the collector's configuration; the collector itself does not run here."""

    def test_pipeline_components_are_configured_and_used(self):
        for file in ("collector/collector.yaml", "collector/pod-logs/pod-logs.yaml"):
            settings = load(file)
            connectors = set(settings.get("connectors", {}))
            pipelines = settings["service"]["pipelines"].values()
            for kind, extra in (("receivers", connectors), ("processors", set()), ("exporters", connectors)):
                used = {component for pipeline in pipelines for component in pipeline.get(kind, [])}
                self.assertEqual(used - extra, set(settings[kind]), f"{file}: {kind}")
            self.assertEqual(set(settings["service"]["extensions"]), set(settings["extensions"]))

    def test_memory_limiter_is_first_and_batch_is_last(self):
        for pipeline in load("collector/collector.yaml")["service"]["pipelines"].values():
            self.assertEqual((pipeline["processors"][0], pipeline["processors"][-1]), ("memory_limiter", "batch"))

    def test_exporters_match_the_listening_ports(self):
        exporters = load("collector/collector.yaml")["exporters"]
        tempo = load("tempo/tempo.yaml")["distributor"]["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"]
        self.assertEqual(exporters["otlp_grpc/tempo"]["endpoint"].split(":")[1], tempo.split(":")[1])
        loki = load("loki/loki.yaml")["server"]["http_listen_port"]
        self.assertEqual(exporters["otlp_http/loki"]["endpoint"], f"http://loki:{loki}/otlp")


class PrometheusTest(unittest.TestCase):
    """Prometheus scrapes the collector."""

    def test_scrapes_the_collector(self):
        targets = {
            target
            for job in load("prometheus/prometheus.yaml")["scrape_configs"]
            for group in job.get("static_configs", [])
            for target in group["targets"]
        }
        span_metrics = load("collector/collector.yaml")["exporters"]["prometheus"]["endpoint"].split(":")[1]
        own = load("collector/collector.yaml")["service"]["telemetry"]["metrics"]["readers"][0]["pull"]
        self.assertIn(f"collector:{span_metrics}", targets)
        self.assertIn(f"collector:{own['exporter']['prometheus']['port']}", targets)


class GrafanaTest(unittest.TestCase):
    """Links between the data sources."""

    def setUp(self):
        text = (DEPLOY / "grafana/provisioning/datasources/storefront.yaml").read_text()
        self.text = text
        self.sources = {source["uid"]: source for source in yaml.safe_load(text)["datasources"]}

    def test_links_name_existing_sources(self):
        linked = set(re.findall(r"datasourceUid: (\w+)", self.text))
        self.assertEqual(linked, set(self.sources))

    def test_traces_and_logs_link_to_each_other(self):
        self.assertEqual(self.sources["tempo"]["jsonData"]["tracesToLogsV2"]["datasourceUid"], "loki")
        (field,) = self.sources["loki"]["jsonData"]["derivedFields"]
        self.assertEqual((field["datasourceUid"], field["matcherRegex"]), ("tempo", "trace_id"))

    def test_grafana_variables_are_escaped(self):
        # Grafana expands $x from its environment when it loads these files; $$x becomes a literal $x.
        self.assertEqual(re.findall(r"(?<!\$)\$\{?__\w+", self.text), [])


class PostgresTest(unittest.TestCase):
    """The script that creates the databases without an operator."""

    def test_creates_an_owner_and_a_role_for_each_service(self):
        with tempfile.TemporaryDirectory() as folder:
            psql = Path(folder) / "psql"
            psql.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\ncat\n')
            psql.chmod(0o755)
            result = subprocess.run(
                ["sh", DEPLOY / "postgres/databases.sh"],
                env={
                    "PATH": f"{folder}:{os.environ['PATH']}",
                    "SERVICES": "cart order",
                    "PASSWORD": "p4ss",
                    "POSTGRES_USER": "postgres",
                },
                capture_output=True,
                text=True,
            )
        self.assertEqual(result.returncode, 0, result.stderr)
        for line in ("service=cart", "owner=cart_owner", "service=order", "owner=order_owner"):
            self.assertIn(line, result.stdout.splitlines())
        self.assertEqual(result.stdout.count("revoke all on database"), 2)
        # The fake prints its arguments and its input.
        self.assertNotIn("p4ss", result.stdout)

    def test_stand_in_starts_again_on_a_volume_that_its_group_may_write(self):
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            data.mkdir()
            # As after the first start, with the permissions that `fsGroup` sets.
            (data / "PG_VERSION").write_text("18\n")
            data.chmod(0o2770)
            for name, text in (("id", "echo 26"), ("server", 'stat -c %a "$PGDATA"')):
                program = Path(folder) / name
                program.write_text(f"#!/bin/sh\n{text}\n")
                program.chmod(0o755)
            result = subprocess.run(
                ["sh", DEPLOY / "images/stand-ins/postgres.sh", "server"],
                env={"PATH": f"{folder}:{os.environ['PATH']}", "PGDATA": str(data), "POSTGRES_PASSWORD": "p"},
                capture_output=True,
                text=True,
            )
        self.assertEqual((result.returncode, result.stdout[-4:].strip()), (0, "700"), result.stderr)
