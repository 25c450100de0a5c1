"""Checks that the files and tests that docs/security.md and docs/desk-rules.md name exist, and the first words of comments."""

import pathlib
import re
import subprocess
import unittest

import topology

# A file, or a file with names of its tests: `path/file.rs: one_test, another_test` or `path/file.test.ts: "a test"`.
POINTER = re.compile(r'`((?:[\w.-]+/)+[\w.-]+\.\w+)(?:: (?:(\w+(?:, \w+)*)|"([^"`]+)"))?`')


class PointerTest(unittest.TestCase):
    """The pointers of the documentation to tests."""

    def check_pointers(self, document: str) -> list[tuple[str, str, str]]:
        pointers = POINTER.findall((topology.ROOT / document).read_text())
        for path, names, title in pointers:
            with self.subTest(path):
                text = (topology.ROOT / path).read_text()
                for name in filter(None, names.split(", ")):
                    self.assertIsNotNone(re.search(rf"\b(?:fn|def) {name}\(", text), name)
                self.assertTrue(not title or f"'{title}'" in text, title)
        return pointers

    def test_files_and_tests_of_security_exist(self):
        self.assertGreater(len(self.check_pointers("docs/security.md")), 50)

    def test_each_rule_of_the_desk_has_a_test_that_exists(self):
        document = "docs/desk-rules.md"
        pointed = self.check_pointers(document)
        self.assertTrue(all(names or title for _, names, title in pointed))
        rules = re.findall(r"^\| R\d.*$", (topology.ROOT / document).read_text(), re.MULTILINE)
        self.assertGreater(len(rules), 25)
        for rule in rules:
            with self.subTest(rule):
                self.assertTrue(POINTER.search(rule) or "a benchmark" in rule)


class CommentTest(unittest.TestCase):
    """The first words of comments."""

    SUFFIXES = {".rs", ".ts", ".tsx", ".css", ".mjs", ".py", ".proto", ".sql", ".sh", ".yaml"}
    RIDDLE = re.compile(r"(?:^|[^:])(?:/\*\*?|\*|//[/!]?|#) (?:What|Who|Whoever|Nobody)\b", re.MULTILINE)

    def test_no_comment_begins_with_a_question_word(self):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=topology.ROOT, capture_output=True, text=True, check=True)
        sources = [path for path in listed.stdout.split("\0") if pathlib.Path(path).suffix in self.SUFFIXES]
        self.assertGreater(len(sources), 1000)
        for path in sources:
            source = topology.ROOT / path
            # The texts of the contract's schema are those of the gateway's comments.
            if source.is_file() and path != "web/shared/api/schema.ts":
                with self.subTest(path):
                    self.assertEqual(self.RIDDLE.findall(source.read_text()), [])
