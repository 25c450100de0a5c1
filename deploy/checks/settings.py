"""Asserts that a deployment sets what the topology sets, and nothing that no program reads."""

from unittest import TestCase

import topology

# Parts of other settings, and variables that the database driver reads.
INDIRECT = {"NATS_USER", "NATS_PASSWORD", "POSTGRES_PASSWORD", "DATABASE", "PGSSLMODE", "PGSSLROOTCERT"}


def assert_services(test: TestCase, deployed: set[str]) -> None:
    """Asserts that the deployment has exactly the topology's services."""
    test.assertEqual(deployed, {service.name for service in topology.services()})


def assert_settings(test: TestCase, service: str, given: set[str]) -> None:
    """Asserts that a service gets the settings it needs and reads all that it gets."""
    needed = next((one.settings for one in topology.services() if one.name == service), frozenset())
    image = topology.image_settings("gateway" if service == "gateway" else "service")
    # MAIL_FOLDER is for shops without a mail server; a deployment has one.
    missing = needed - given - image - {"MAIL_FOLDER"}
    test.assertEqual(missing, set(), f"{service} lacks settings")
    unread = given - topology.read_settings(service) - INDIRECT
    unread = {variable for variable in unread if not variable.startswith(("KEY_TO_", "KEY_FROM_"))}
    test.assertEqual(unread, set(), f"{service} does not read these settings")
