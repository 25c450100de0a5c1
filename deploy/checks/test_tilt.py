"""The Tiltfile is evaluated with stand-ins for Tilt's functions, which write down how they are called.

It is not Tilt: that what Tilt does with it works, only Tilt can show.
"""

import base64
import unittest
from pathlib import Path

import starlark

import manifests
import settings
import topology

RECORDED = ("k8s_yaml", "k8s_resource", "local_resource", "update_settings", "cmd_button", "docker_build_with_restart")
GLOBALS = starlark.Globals.extended_by([starlark.LibraryExtension.StructType])


class Evaluation:
    """The calls of a Tiltfile."""

    def __init__(self, file: Path):
        self.calls: list[tuple[str, tuple, dict]] = []
        self.dialect = starlark.Dialect.extended()
        self.dialect.enable_f_strings = True
        self.run(file)

    def named(self, function: str) -> list[tuple[tuple, dict]]:
        """The calls of one function."""
        return [(arguments, options) for called, arguments, options in self.calls if called == function]

    def run(self, file: Path) -> starlark.FrozenModule:
        """Evaluates a file as a module of its own."""
        module = starlark.Module()
        for function in RECORDED:
            module.add_callable(function, self.record(function))
        module.add_callable("kustomize", lambda path: f"kustomize:{path}")
        module.add_callable(
            "local", lambda command, quiet=False: {"uname -s": "Linux\n", "uname -m": "x86_64\n"}[command]
        )
        module.add_callable("sync", lambda here, there: f"{here} -> {there}")
        module.add_callable("link", lambda url, text="": url)
        module.add_callable("probe", lambda **options: "probe")
        module.add_callable("http_get_action", lambda port: port)
        tree = starlark.parse(str(file), file.read_text(), self.dialect)
        starlark.eval(module, tree, GLOBALS, starlark.FileLoader(lambda name: self.load(file, name)))
        return module.freeze()

    def record(self, function: str):
        """A stand-in that writes its calls down."""
        return lambda *arguments, **options: self.calls.append((function, arguments, options))

    def load(self, file: Path, name: str) -> starlark.FrozenModule:
        """What a load() brings: an extension of Tilt, or another file."""
        if not name.startswith("ext://"):
            return self.run(file.parent / name)
        module = starlark.Module()
        if name == "ext://restart_process":
            module.add_callable("docker_build_with_restart", self.record("docker_build_with_restart"))
        elif name == "ext://uibutton":
            module.add_callable("cmd_button", self.record("cmd_button"))
            starlark.eval(module, starlark.parse(name, "location = struct(NAV = 'nav')"), GLOBALS)
        else:
            raise FileNotFoundError(name)
        return module.freeze()


class TiltTest(unittest.TestCase):
    """What the Tiltfile tells Tilt, beside what the manifests say."""

    @classmethod
    def setUpClass(cls):
        cls.tilt = Evaluation(topology.ROOT / "Tiltfile")
        cls.documents = manifests.build(topology.ROOT / "tilt")
        cls.resources = {arguments[0]: options for arguments, options in cls.tilt.named("k8s_resource")}
        cls.local = {arguments[0]: options for arguments, options in cls.tilt.named("local_resource")}

    def test_it_deploys_the_local_overlay(self):
        self.assertEqual(self.tilt.named("k8s_yaml"), [(("kustomize:tilt",), {})])
        local = {manifests.label(document) for document in manifests.overlay("local")}
        self.assertEqual({manifests.label(document) for document in self.documents}, local)

    def test_every_workload_is_known_and_grouped(self):
        self.assertEqual(set(self.resources), {manifests.name(one) for one in manifests.workloads(self.documents)})
        for name, options in {**self.resources, **self.local}.items():
            self.assertEqual(len(options["labels"]), 1, name)

    def test_the_services_are_those_of_the_topology(self):
        built = {
            arguments[0].removeprefix("storefront/") for arguments, _ in self.tilt.named("docker_build_with_restart")
        }
        settings.assert_services(self, built)
        self.assertEqual(built, set(manifests.our_services(self.documents)))

    def test_what_is_waited_for_is_there(self):
        known = set(self.resources) | set(self.local)
        for name, options in {**self.resources, **self.local}.items():
            self.assertLessEqual(set(options.get("resource_deps", [])), known, name)

    def test_every_path_exists(self):
        for arguments, options in self.tilt.named("local_resource"):
            service = arguments[0].removesuffix(" (compile)")
            for path in options.get("deps", []):
                early = path.startswith("services/") and not topology.is_written(service)
                self.assertTrue(early or (topology.ROOT / path).exists(), path)
            for key in ("dir", "serve_dir"):
                self.assertTrue((topology.ROOT / options.get(key, ".")).is_dir())
        for _, options in self.tilt.named("docker_build_with_restart"):
            self.assertTrue((topology.ROOT / options["dockerfile"]).is_file())

    def test_a_compiled_program_is_what_the_container_gets(self):
        for arguments, options in self.tilt.named("docker_build_with_restart"):
            service = arguments[0].removeprefix("storefront/")
            self.assertEqual(options["only"], [service])
            self.assertEqual(options["live_update"], [f"target/debug/{service} -> {options['entrypoint'][0]}"])
            self.assertIn(f"{service} (compile)", self.resources[service]["resource_deps"])

    def test_forwarded_ports_are_there_and_do_not_collide(self):
        taken = ["8080"]
        for name, options in self.resources.items():
            workload = next(one for one in manifests.workloads(self.documents) if manifests.name(one) == name)
            open_ports = {
                port["containerPort"] for one in manifests.containers(workload) for port in one.get("ports", [])
            }
            for forward in options.get("port_forwards", []):
                here, there = forward.split(":")
                taken.append(here)
                self.assertIn(int(there), open_ports, name)
        self.assertEqual(len(taken), len(set(taken)))
        for needed in ("gateway", "grafana", "mailpit"):
            self.assertTrue(self.resources[needed]["port_forwards"], needed)

    def test_the_web_app_has_the_shops_address(self):
        settings_of_gateway = manifests.environment(
            self.documents, manifests.containers(manifests.our_services(self.documents)["gateway"])[0]
        )
        port = settings_of_gateway["PUBLIC_URL"].rpartition(":")[2]
        self.assertIn(f"--port {port} ", self.local["web"]["serve_cmd"])
        gateway = self.local["web"]["serve_env"]["GATEWAY"]
        self.assertIn(f"{gateway.rpartition(':')[2]}:8080", self.resources["gateway"]["port_forwards"])

    def test_there_are_buttons_for_seed_tests_and_load(self):
        buttons = {arguments[0]: options for arguments, options in self.tilt.named("cmd_button")}
        self.assertEqual(set(buttons), {"seed", "test", "load"})
        given = dict(setting.split("=", 1) for setting in buttons["seed"]["env"])
        (keys,) = [one for one in self.documents if manifests.label(one) == "Secret/caller-keys"]
        self.assertEqual(given["CALLER_KEYS"], base64.b64decode(keys["data"]["keys"]).decode())
        for script in (
            part for options in buttons.values() for part in options["argv"] if "/" in part and ":" not in part
        ):
            self.assertTrue((topology.ROOT / script).is_file(), script)
