"""Checks that the files and tests that docs/security.md names exist."""

import re
import unittest

import topology

# A file, or a file with names of its tests: `path/file.rs: one_test, another_test`.
POINTER = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.\w+)(?:: (\w+(?:, \w+)*))?`")


class SecurityTest(unittest.TestCase):
    """The pointers of docs/security.md."""

    def test_files_and_tests_exist(self):
        pointers = POINTER.findall((topology.ROOT / "docs/security.md").read_text())
        self.assertGreater(len(pointers), 50)
        for path, names in pointers:
            with self.subTest(path):
                text = (topology.ROOT / path).read_text()
                for name in filter(None, names.split(", ")):
                    self.assertRegex(text, rf"\b(?:fn|def) {name}\(")
