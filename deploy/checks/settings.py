"""Whether a deployment tells each service what the topology tells it, and nothing that no program reads."""

from unittest import TestCase

import topology

# What only parts of another setting are made of, and what the database's driver reads by itself.
HELPERS = {"NATS_PASSWORD", "POSTGRES_PASSWORD", "DATABASE", "PGSSLMODE", "PGSSLROOTCERT"}


def assert_services(test: TestCase, deployed: set[str]) -> None:
    """The deployment has the topology's services. One that is still being written may be there before its sources."""
    known = {service.name for service in topology.services()}
    test.assertLessEqual(known, deployed, "the deployment lacks a service of the topology")
    strangers = {name for name in deployed - known if topology.is_written(name)}
    test.assertEqual(strangers, set(), "the topology lacks a service of the deployment")


def assert_settings(test: TestCase, service: str, given: set[str]) -> None:
    """A service is given what it needs, and reads what it is given."""
    wanted = next((known.settings for known in topology.services() if known.name == service), frozenset())
    image = topology.image_settings("gateway" if service == "gateway" else "service")
    # Where mail goes to files when there is no mail server: a deployment has one.
    missing = wanted - given - image - {"MAIL_FOLDER"}
    test.assertEqual(missing, set(), f"{service} is not told all that it needs")
    if not topology.is_written(service):
        return
    # The address of a service that is still being written may be there before who reads it.
    early = {setting for setting in given if setting.endswith("_URL") and not topology.is_written(setting[:-4].lower())}
    unread = given - topology.read_settings(service) - HELPERS - (early & _addresses_of_services())
    test.assertEqual(unread, set(), f"{service} is told what it does not read")


def _addresses_of_services() -> set[str]:
    return {f"{name}_URL" for name in ("INQUIRY", "CONTENT", "NOTIFICATION")}
