"""Checks that the connections of all pods, at full scale and during an update, fit into the pooler and PostgreSQL."""

import math
import re
import unittest

import yaml

import manifests
import topology
from manifests import name, of_kind

# Connections of a pod past the pooler: LISTEN of the outbox relay, and the health check.
DIRECT = 2

# A pod migrates with one connection, before it opens others.
MIGRATION = 1

# The pooler looks up passwords with a role of its own.
PASSWORD_LOOKUP = 1

# `superuser_reserved_connections` (3 by default), monitoring and backups by the operator, and psql of people.
RESERVED = 20


def default(setting: str) -> int:
    """Returns the default of a setting, from the generated documentation."""
    documentation = (topology.ROOT / "docs/settings.md").read_text()
    return int(re.search(rf"^\| `{setting}` \|.*\| `(\d+)` \|", documentation, re.MULTILINE)[1])


def pooled(variables: dict) -> int:
    """Returns the size of all pools of a process."""
    settings = ("POSTGRES_CONNECTIONS", "POSTGRES_BACKGROUND_CONNECTIONS")
    return sum(int(variables.get(setting) or default(setting)) for setting in settings)


def max_pods(documents, deployment: dict) -> tuple[int, int]:
    """Returns the maximum number of serving and of starting pods. Stopping pods serve on, and do not count for the surge."""
    scalers = {scaler["spec"]["scaleTargetRef"]["name"]: scaler for scaler in of_kind(documents, "HorizontalPodAutoscaler")}
    scaler = scalers.get(name(deployment))
    replicas = scaler["spec"]["maxReplicas"] if scaler else deployment["spec"].get("replicas", 1)
    update = deployment["spec"]["strategy"]["rollingUpdate"]
    surge = update["maxSurge"]
    # Percentages would need rounding; without unavailable pods, an update replaces at most `surge` pods at a time.
    assert isinstance(surge, int) and update["maxUnavailable"] == 0, name(deployment)
    stopping = math.ceil(manifests.pod(deployment)["terminationGracePeriodSeconds"] / deployment["spec"]["minReadySeconds"])
    return replicas + surge + min(replicas, stopping * surge), surge


def connections(overlay: str) -> tuple[int, int, int]:
    """Returns the services with a database, their pooled connections, and those past the pooler."""
    documents = manifests.overlay(overlay)
    services, all_pooled, direct = 0, 0, 0
    for service, deployment in manifests.our_services(documents).items():
        containers = {container["name"]: container for container in manifests.containers(deployment)}
        if "migrate" not in containers:
            continue
        serving, starting = max_pods(documents, deployment)
        services += 1
        all_pooled += serving * pooled(manifests.environment(documents, containers["service"]))
        direct += serving * DIRECT + starting * MIGRATION
    return services, all_pooled, direct


class ConnectionsTest(unittest.TestCase):
    """Limits of PostgreSQL and the pooler."""

    def test_production_stays_below_the_limits(self):
        documents = manifests.overlay("production")
        (cluster,) = of_kind(documents, "Cluster")
        (pooler,) = of_kind(documents, "Pooler")
        spec = pooler["spec"]
        parameters = spec["pgbouncer"]["parameters"]
        services, all_pooled, direct = connections("production")
        # One instance of the pooler must take all clients while the other one restarts.
        self.assertEqual(spec["deploymentStrategy"]["rollingUpdate"], {"maxSurge": 0, "maxUnavailable": 1})
        self.assertLessEqual(all_pooled, int(parameters["max_client_conn"]))
        # PgBouncer's pools are per service, in each instance.
        servers = spec["instances"] * (services * int(parameters["default_pool_size"]) + PASSWORD_LOOKUP)
        limit = int(cluster["spec"]["postgresql"]["parameters"]["max_connections"])
        self.assertLessEqual(servers + direct + RESERVED, limit)

    def test_single_server_stays_below_its_limit(self):
        (server,) = [one for one in of_kind(manifests.overlay("local"), "StatefulSet") if name(one) == "postgres"]
        (container,) = manifests.containers(server)
        _, all_pooled, direct = connections("local")
        self.assertLessEqual(all_pooled + direct + RESERVED, max_connections(container["args"]))

    def test_compose_stays_below_its_limit(self):
        compose = yaml.safe_load((topology.ROOT / "deploy/compose.yaml").read_text())["services"]
        processes = [
            service["environment"]
            for service in compose.values()
            if "POSTGRES_URL" in service.get("environment", {}) and "command" not in service
        ]
        self.assertEqual(len(processes), connections("production")[0])
        opened = sum(pooled(environment) + DIRECT + MIGRATION for environment in processes)
        self.assertLessEqual(opened + RESERVED, max_connections(compose["postgres"]["command"]))


def max_connections(arguments: list[str]) -> int:
    """Returns the setting from the server's arguments."""
    return next(int(argument.removeprefix("max_connections=")) for argument in arguments if "max_connections=" in argument)
