"""Checks the workflows, the version in every file that repeats it, and the release notes."""

import json
import re
import subprocess
import sys
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import yaml

import topology
from test_images import stages

WORKFLOWS = topology.ROOT / ".github/workflows"


def load_script(file: str = "release-notes"):
    """Imports a script of `.ci`, which has no extension."""
    name = file.replace("-", "_")
    loader = SourceFileLoader(name, str(topology.ROOT / ".ci" / file))
    module = module_from_spec(spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def workflows() -> dict[str, dict]:
    """Loads the workflows by name."""
    return {file.stem: yaml.safe_load(file.read_text()) for file in sorted(WORKFLOWS.glob("*.yaml"))}


def steps(workflow: dict) -> list[dict]:
    """Returns the steps of all jobs."""
    return [step for job in workflow["jobs"].values() for step in job.get("steps", [])]


def scripts(workflow: dict) -> str:
    """Returns the shell commands of all steps."""
    return "\n".join(step["run"] for step in steps(workflow) if "run" in step)


class WorkflowsTest(unittest.TestCase):
    """The workflows of the repository."""

    def test_match_the_schema(self):
        for schema in ("vendor.github-workflows", "custom.github-workflows-require-timeout"):
            result = subprocess.run(
                [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *sorted(WORKFLOWS.glob("*"))],
                capture_output=True,
                text=True,
            )
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_scripts_are_valid_bash(self):
        for name, workflow in workflows().items():
            for step in steps(workflow):
                if "run" not in step:
                    continue
                self.assertNotIn("${{", step["run"], f"{name}: pass values by env, against injection")
                result = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, f"{name}: {result.stderr}")

    def test_actions_are_pinned_by_commit(self):
        for file in WORKFLOWS.glob("*"):
            for action in re.findall(r"^ *(?:- )?uses: *(.+)$", file.read_text(), re.MULTILINE):
                if not action.startswith("./"):
                    # The comment says the version of the commit.
                    self.assertRegex(action, r"^[\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", file.name)

    def test_jobs_have_only_the_permissions_they_need(self):
        loaded = workflows()
        self.assertEqual(loaded["test"]["permissions"], {"contents": "read"})
        self.assertEqual(loaded["release"]["permissions"], {})
        writers = {
            (name, permission)
            for name, job in loaded["release"]["jobs"].items()
            for permission, level in job["permissions"].items()
            if level == "write"
        }
        self.assertEqual(
            writers,
            {("images", "packages"), ("publish", "packages"), ("publish", "contents"), ("publish", "id-token")},
        )

    def test_no_registry_is_named(self):
        for file in WORKFLOWS.glob("*"):
            self.assertEqual(re.findall(r"\b[\w-]+\.(?:io|com|org|dev)\b", file.read_text()), [], file.name)

    def test_each_change_and_each_release_runs_the_test_command(self):
        loaded = workflows()
        # YAML 1.1 reads the key `on` as true.
        self.assertLessEqual({"push", "pull_request", "workflow_call"}, set(loaded["test"][True]))
        self.assertIn(".ci/run", scripts(loaded["test"]))
        self.assertIn("exec cargo xtask test", (topology.ROOT / ".ci/run").read_text())
        jobs = loaded["release"]["jobs"]
        self.assertEqual(jobs["test"]["uses"], "./.github/workflows/test.yaml")
        self.assertIn("test", jobs["images"]["needs"])

    def test_every_image_is_built_for_both_platforms_and_signed(self):
        release = workflows()["release"]
        names = release["env"]["NAMES"].split()
        self.assertEqual(set(names), {service.name for service in topology.services()} | {"operator"})
        dockerfile = topology.ROOT / "deploy/images/Dockerfile"
        final = {stage.name for stage in stages(dockerfile) if any(one == "ENTRYPOINT" for one, _ in stage.instructions)}
        self.assertEqual(final, {"service", "gateway", "operator"})
        images = release["jobs"]["images"]
        self.assertEqual({one["platform"] for one in images["strategy"]["matrix"]["include"]}, {"amd64", "arm64"})
        build = next(step["run"] for step in images["steps"] if "--push" in step.get("run", ""))
        for part in ("for name in $NAMES", "--sbom=true", "--provenance=mode=max", '"VERSION=${VERSION#v}"', "REVISION="):
            self.assertIn(part, build)
        publish = scripts({"jobs": {"publish": release["jobs"]["publish"]}})
        for part in ("for name in $NAMES", '"$tag-amd64" "$tag-arm64"', 'cosign sign --yes --recursive "$image@$digest"'):
            self.assertIn(part, publish)

    def test_images_are_tried_and_scanned_before_anything_is_pushed_or_signed(self):
        jobs = workflows()["release"]["jobs"]
        found = [step.get("run", step.get("uses", "")) for step in jobs["images"]["steps"]]

        def place(part: str) -> int:
            (index,) = [index for index, text in enumerate(found) if part in text]
            return index

        order = [place("--load"), place(".ci/try-release "), place("anchore/scan-action@"), place("--push")]
        self.assertEqual(order, sorted(order))
        self.assertLess(place(".ci/try-release "), place("docker/login-action@"))
        tried = found[place(".ci/try-release ")]
        self.assertIn(" up --no-build --wait ", tried)
        self.assertLess(tried.index(" run --rm seed"), tried.index(".ci/try-release "))
        self.assertEqual(jobs["publish"]["needs"], "images")
        # Nothing is pushed if the chart cannot be packed.
        self.assertIn("programs", jobs["images"]["needs"])
        # Only the image's own address differs between the two builds, so the second takes the layers of the first.
        for build in (found[place("--load")], found[place("--push")]):
            for part in ('"SERVICE=$name"', '"VERSION=${VERSION#v}"', '"REVISION=$GITHUB_SHA"', "linux/$PLATFORM"):
                self.assertIn(part, build)

    def test_chart_and_bundle_name_the_signed_images_and_are_signed(self):
        jobs = workflows()["release"]["jobs"]
        found = [step.get("run", "") for step in jobs["publish"]["steps"]]
        (packages,) = [index for index, text in enumerate(found) if "helm push" in text]
        (images,) = [index for index, text in enumerate(found) if "cosign sign --yes --recursive" in text]
        self.assertLess(images, packages)
        self.assertIn('echo "$image@$digest" >> images.txt', found[images])
        script = found[packages]
        for package in ("chart packages/storefront", "bundle packages/bundle"):
            self.assertIn(f"python3 k8s/package.py {package} --images images.txt", script)
            # Packed without pushing, before.
            self.assertIn(f"python3 k8s/package.py {package}\n", scripts({"jobs": {"programs": jobs["programs"]}}))
        self.assertIn('for package in "$chart" "$bundle"', script)
        self.assertIn('cosign sign --yes "$package@$digest"', script)
        (release,) = [text for text in found if "gh release create" in text]
        self.assertIn("packages.txt", release)

    def test_programs_are_built_from_pinned_modules(self):
        build = scripts({"jobs": {"programs": workflows()["release"]["jobs"]["programs"]}})
        for folder, package in re.findall(r"cd (\S+) && go build -mod=readonly \S+ -o \S+ (\S+)\)", build):
            module = (topology.ROOT / folder / "go.mod").read_text()
            self.assertIn(f"\ntool {package}\n", module)
            self.assertTrue((topology.ROOT / folder / "go.sum").is_file(), folder)
        self.assertEqual(build.count("go build"), 2)
        for command in re.findall(r"pip install .+", scripts(workflows()["release"])):
            self.assertIn("--require-hashes", command)

    def test_the_trial_uses_the_settings_of_compose(self):
        script = load_script("try-release")
        compose = yaml.safe_load((topology.ROOT / "deploy/compose.yaml").read_text())["services"]
        self.assertEqual(script.GRAFANA_PASSWORD, compose["grafana"]["environment"]["GF_SECURITY_ADMIN_PASSWORD"])
        self.assertLessEqual(script.EXPECTED, {service.name for service in topology.services()})
        span = {"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "cart"}}]}}
        self.assertEqual(script.services_of({"batches": [span]}), {"cart"})
        self.assertEqual(script.services_of({"trace": {"resourceSpans": [span]}}), {"cart"})
        self.assertEqual(script.services_of({}), set())
        document = json.loads((topology.ROOT / "gateway/openapi.json").read_text())
        text = (topology.ROOT / ".ci/try-release").read_text()
        for method, path in re.findall(r'send\("(\w+)", "([\w/-]+)', text):
            self.assertIn(method.lower(), document["paths"][f"/api/v1.0/{path}"], path)

    def test_licence_and_rules_for_contributions_exist(self):
        manifest = (topology.ROOT / "Cargo.toml").read_text()
        self.assertIn('license = "MIT"', manifest)
        self.assertTrue((topology.ROOT / "LICENSE").read_text().startswith("MIT License\n"))
        for file in ("SECURITY.md", "CONTRIBUTING.md"):
            self.assertTrue((topology.ROOT / file).is_file(), file)

    def test_sboms_cover_the_stages_that_have_the_dependencies(self):
        dockerfile = topology.ROOT / "deploy/images/Dockerfile"
        scanned = {
            stage.name for stage in stages(dockerfile) if ("ARG", "BUILDKIT_SBOM_SCAN_STAGE=true") in stage.instructions
        }
        self.assertEqual(scanned, {"programs", "web"})


class VersionTest(unittest.TestCase):
    """The version of the workspace and the changelog."""

    def test_openapi_document_has_the_version(self):
        document = json.loads((topology.ROOT / "gateway/openapi.json").read_text())
        self.assertEqual(document["info"]["version"], load_script().workspace_version())

    def test_changelog_has_unreleased_changes_or_the_version(self):
        text = (topology.ROOT / "CHANGELOG.md").read_text()
        headings = re.findall(r"^## \[?([^\]\s]+)\]?", text, re.MULTILINE)
        self.assertIn(headings[0], ("Unreleased", load_script().workspace_version()))
        kinds = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
        self.assertLessEqual(kinds, {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"})

    def test_release_notes_are_the_section_of_the_version(self):
        notes = load_script().notes
        text = "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n\n### Added\n\n- This.\n\n## [1.1.0] - 2026-01-01\n\n[x]: y\n"
        self.assertEqual(notes(text, "1.2.0"), "### Added\n\n- This.\n")
        for version in ("1.1.0", "1.2", "2.0.0"):
            with self.assertRaises(ValueError):
                notes(text, version)

    def test_tag_must_be_the_version(self):
        script = topology.ROOT / ".ci/release-notes"
        result = subprocess.run([sys.executable, script, "999.0.0"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the version in Cargo.toml is", result.stderr)
