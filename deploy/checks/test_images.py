"""Checks the Dockerfiles: copied paths exist, base images are pinned, nothing runs as root."""

import re
import unittest
from fnmatch import fnmatch

import topology

DOCKERFILES = [topology.ROOT / "deploy/images/Dockerfile", topology.ROOT / "tilt/service.Dockerfile"]


class Stage:
    """A build stage: one FROM and its instructions."""

    def __init__(self, line: str):
        words = line.split()
        self.base = words[1]
        self.name = words[3] if len(words) > 2 else ""
        self.instructions: list[tuple[str, str]] = []


def stages(file) -> list[Stage]:
    """Parses the stages of a Dockerfile."""
    text = re.sub(r"\\\n", " ", file.read_text())
    found: list[Stage] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("FROM "):
            found.append(Stage(line))
        else:
            instruction, _, rest = line.partition(" ")
            found[-1].instructions.append((instruction, rest.strip()))
    return found


def ignore_patterns() -> list[str]:
    """Returns the patterns of .dockerignore."""
    return [line for line in (topology.ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("#", "")]


class ImagesTest(unittest.TestCase):
    """The stages of the Dockerfiles."""

    def test_base_images_are_pinned(self):
        for file in DOCKERFILES:
            names = set()
            for stage in stages(file):
                if stage.base not in names:
                    self.assertRegex(stage.base, r":[\w.-]*[\w]$", f"{file}: {stage.base}")
                    self.assertNotIn(":latest", stage.base)
                names.add(stage.name)

    def test_copied_paths_exist_and_are_not_ignored(self):
        ignored = ignore_patterns()
        for stage in stages(DOCKERFILES[0]):
            for instruction, rest in stage.instructions:
                if instruction != "COPY" or rest.startswith("--from"):
                    continue
                *paths, _ = rest.split()
                for path in paths:
                    self.assertTrue((topology.ROOT / path).exists(), path)
                    self.assertNotIn(path.rstrip("/"), ignored)

    def test_included_files_are_not_ignored(self):
        for folder in ("services", "gateway", "deploy", "proto"):
            for source in (topology.ROOT / folder).glob("**/src/**/*.rs"):
                for included in re.findall(r'include_(?:str|bytes)!\("([^"]+)"\)', source.read_text()):
                    path = (source.parent / included).resolve().relative_to(topology.ROOT)
                    ignored = False
                    for pattern in ignore_patterns():
                        if any(fnmatch(str(part), pattern.lstrip("!")) for part in (path, *path.parents)):
                            ignored = not pattern.startswith("!")
                    self.assertFalse(ignored, f"{source}: {path}")

    def test_every_workspace_member_is_copied(self):
        manifest = (topology.ROOT / "Cargo.toml").read_text()
        members = re.findall(r'"([^"]+)"', manifest.split("members = [")[1].split("]")[0])
        programs = next(stage for stage in stages(DOCKERFILES[0]) if stage.name == "programs")
        copied = [rest.split()[0] for instruction, rest in programs.instructions if instruction == "COPY"]
        for member in members:
            self.assertTrue(any(member == folder or member.startswith(folder + "/") for folder in copied), member)

    def test_containers_do_not_run_as_root(self):
        for file in DOCKERFILES:
            found = {stage.name: stage for stage in stages(file)}
            for stage in found.values():
                if not any(instruction == "ENTRYPOINT" for instruction, _ in stage.instructions):
                    continue
                user, current = None, stage
                while user is None and current is not None:
                    user = next((rest for instruction, rest in current.instructions if instruction == "USER"), None)
                    current = found.get(current.base)
                self.assertEqual(user, "65532:65532", f"{file}: {stage.name}")

    def test_images_are_labelled_with_version_and_revision(self):
        runtime = next(stage for stage in stages(DOCKERFILES[0]) if stage.name == "runtime")
        labels = next(rest for instruction, rest in runtime.instructions if instruction == "LABEL")
        self.assertIn('org.opencontainers.image.version="${VERSION}"', labels)
        self.assertIn('org.opencontainers.image.revision="${REVISION}"', labels)

    def test_programs_are_compiled_with_their_revision(self):
        programs = next(stage for stage in stages(DOCKERFILES[0]) if stage.name == "programs")
        build = next(rest for instruction, rest in programs.instructions if "cargo build" in rest)
        declared = [rest for instruction, rest in programs.instructions if instruction == "ARG"]
        self.assertIn("REVISION=unknown", declared)
        self.assertIn('STOREFRONT_REVISION="${REVISION}" cargo build', build)
        # The variable that the programs read.
        self.assertIn('option_env!("STOREFRONT_REVISION")', (topology.ROOT / "services/kit/src/telemetry.rs").read_text())
