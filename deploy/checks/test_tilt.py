"""Evaluates the Tiltfile with fakes of Tilt's functions that record their calls. Tilt itself does not run."""

import base64
import unittest
from fnmatch import fnmatch
from pathlib import Path

import starlark
import yaml

import manifests
import settings
import topology

RECORDED = (
    "k8s_yaml",
    "k8s_resource",
    "local_resource",
    "update_settings",
    "ci_settings",
    "secret_settings",
    "cmd_button",
    "docker_build_with_restart",
)
GLOBALS = starlark.Globals.extended_by([starlark.LibraryExtension.StructType])


class Evaluation:
    """An evaluated Tiltfile and its recorded calls."""

    def __init__(self, file: Path):
        self.calls: list[tuple[str, tuple, dict]] = []
        self.dialect = starlark.Dialect.extended()
        self.dialect.enable_f_strings = True
        self.run(file)

    def named(self, function: str) -> list[tuple[tuple, dict]]:
        """Returns the calls of one function."""
        return [(arguments, options) for name, arguments, options in self.calls if name == function]

    def run(self, file: Path) -> starlark.FrozenModule:
        """Evaluates a file as a module."""
        module = starlark.Module()
        for function in RECORDED:
            module.add_callable(function, self.record(function))
        module.add_callable("kustomize", lambda path: f"kustomize:{path}")
        module.add_callable(
            "local", lambda command, quiet=False: {"uname -s": "Linux\n", "uname -m": "x86_64\n"}[command]
        )
        module.add_callable("sync", lambda local, remote: f"{local} -> {remote}")
        module.add_callable("link", lambda url, text="": url)
        module.add_callable(
            "port_forward", lambda local, remote, name="", link_path="": f"{local}:{remote}:{name}:{link_path}"
        )
        module.add_callable("probe", lambda **options: options)
        module.add_callable("http_get_action", lambda port: port)
        module.add_callable("tcp_socket_action", lambda port: port)
        tree = starlark.parse(str(file), file.read_text(), self.dialect)
        starlark.eval(module, tree, GLOBALS, starlark.FileLoader(lambda name: self.load(file, name)))
        return module.freeze()

    def record(self, function: str):
        """Returns a fake that records its calls."""
        return lambda *arguments, **options: self.calls.append((function, arguments, options))

    def load(self, file: Path, name: str) -> starlark.FrozenModule:
        """Resolves load(): an extension of Tilt or another file."""
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
    """The recorded calls against the manifests."""

    @classmethod
    def setUpClass(cls):
        cls.tilt = Evaluation(topology.ROOT / "Tiltfile")
        cls.documents = manifests.build(topology.ROOT / "tilt")
        cls.resources = {arguments[0]: options for arguments, options in cls.tilt.named("k8s_resource")}
        cls.local = {arguments[0]: options for arguments, options in cls.tilt.named("local_resource")}

    def test_deploys_the_local_overlay(self):
        self.assertEqual(self.tilt.named("k8s_yaml"), [(("kustomize:tilt",), {})])
        # The operator's commands run on the host.
        local = {manifests.label(document) for document in manifests.overlay("local") if document["kind"] != "CronJob"}
        self.assertEqual({manifests.label(document) for document in self.documents}, local)

    def test_every_workload_is_a_labelled_resource(self):
        self.assertEqual(set(self.resources), {manifests.name(one) for one in manifests.workloads(self.documents)})
        for name, options in {**self.resources, **self.local}.items():
            self.assertEqual(len(options["labels"]), 1, name)

    def test_services_match_the_topology(self):
        built = {
            arguments[0].removeprefix("storefront/") for arguments, _ in self.tilt.named("docker_build_with_restart")
        }
        settings.assert_services(self, built)
        self.assertEqual(built, set(manifests.our_services(self.documents)))

    def test_dependencies_exist(self):
        known = set(self.resources) | set(self.local)
        for name, options in {**self.resources, **self.local}.items():
            self.assertLessEqual(set(options.get("resource_deps", [])), known, name)

    def test_paths_exist(self):
        for _, options in self.tilt.named("local_resource"):
            for path in options.get("deps", []):
                self.assertTrue((topology.ROOT / path).exists(), path)
            for key in ("dir", "serve_dir"):
                self.assertTrue((topology.ROOT / options.get(key, ".")).is_dir())
        for _, options in self.tilt.named("docker_build_with_restart"):
            self.assertTrue((topology.ROOT / options["dockerfile"]).is_file())

    def test_changes_of_compiled_files_are_noticed(self):
        compiled = {name: options for name, options in self.local.items() if name.endswith(" (compile)")}
        self.assertEqual(len(compiled), len(topology.services()))
        for name, options in compiled.items():
            for pattern in options["ignore"]:
                # The queries are compiled in from .sqlx.
                for file in (".sqlx/query-1.json", "src/main.rs", "migrations/1.sql", "Cargo.toml"):
                    self.assertFalse(fnmatch(f"services/cart/{file}", f"{pattern}*"), f"{name}: {pattern}")

    def test_containers_get_the_compiled_program(self):
        for arguments, options in self.tilt.named("docker_build_with_restart"):
            service = arguments[0].removeprefix("storefront/")
            self.assertEqual(options["only"], [service])
            self.assertEqual(options["live_update"], [f"target/debug/{service} -> {options['entrypoint'][0]}"])
            self.assertIn(f"{service} (compile)", self.resources[service]["resource_deps"])

    def test_forwarded_ports_exist_and_are_distinct(self):
        local_ports = ["8080"]
        for name, options in self.resources.items():
            workload = next(one for one in manifests.workloads(self.documents) if manifests.name(one) == name)
            open_ports = {
                port["containerPort"] for one in manifests.containers(workload) for port in one.get("ports", [])
            }
            for forward in options.get("port_forwards", []):
                local, remote, link, _ = forward.split(":")
                self.assertTrue(link, f"{name}: a link without a name")
                local_ports.append(local)
                self.assertIn(int(remote), open_ports, name)
        self.assertEqual(len(local_ports), len(set(local_ports)))
        for name in ("gateway", "grafana", "mailpit"):
            self.assertTrue(self.resources[name]["port_forwards"], name)

    def test_web_app_uses_the_public_port(self):
        gateway_settings = manifests.environment(
            self.documents, manifests.containers(manifests.our_services(self.documents)["gateway"])[0]
        )
        port = gateway_settings["PUBLIC_URL"].rpartition(":")[2]
        self.assertIn(f"--port {port} ", self.local["web"]["serve_cmd"])
        gateway = self.local["web"]["serve_env"]["GATEWAY"]
        (forward,) = self.resources["gateway"]["port_forwards"]
        self.assertTrue(forward.startswith(f"{gateway.rpartition(':')[2]}:8080:"), forward)
        # A request would print the page into the log.
        self.assertEqual(self.local["web"]["readiness_probe"], {"tcp_socket": int(port)})

    def test_deployments_do_not_wait_for_compilations(self):
        ((_, options),) = self.tilt.named("update_settings")
        compiled = [name for name in self.local if name.endswith(" (compile)")]
        # All of them wait at cargo's lock, and a server is deployed meanwhile.
        self.assertGreater(options["max_parallel_updates"], len(self.local))
        for name, resource in self.local.items():
            self.assertIs(resource.get("allow_parallel"), True, name)
        servers = ["postgres", "nats", "mailpit"]
        for server in servers:
            self.assertFalse(set(self.resources[server].get("resource_deps", [])) & set(compiled), server)

    def test_programs_share_the_features_of_the_workspace(self):
        for arguments, _ in self.tilt.named("local_resource"):
            if arguments[0].endswith(" (compile)"):
                self.assertEqual(arguments[1], f"cargo build --bin {arguments[0].removesuffix(' (compile)')}")

    def test_logs_keep_the_names_of_services(self):
        self.assertEqual(self.tilt.named("secret_settings"), [((), {"disable_scrub": True})])

    def test_links_lead_to_served_pages(self):
        (forward,) = self.resources["gateway"]["port_forwards"]
        path = forward.rpartition(":")[2]
        self.assertIn(f'"{path}"', (topology.ROOT / "gateway/src/pages/mod.rs").read_text())
        for name, options in self.resources.items():
            self.assertEqual(options.get("links", []), [], f"{name}: its port has a link already")

    def test_a_new_migration_is_compiled_into_the_program(self):
        for folder in (topology.ROOT / "services").glob("*/migrations"):
            script = folder.parent / "build.rs"
            self.assertTrue(script.is_file(), f"{script}: cargo does not see a new migration")
            self.assertIn('"cargo::rerun-if-changed=migrations"', script.read_text())

    def test_readme_has_the_commands_and_the_cluster(self):
        text = (topology.ROOT / "tilt/README.md").read_text()
        for part in ("tilt ci", "tilt down", "tilt up -- ", "cargo test --package ", "allow_k8s_contexts(", "tilt/ctlptl.yaml"):
            self.assertIn(part, text)
        registry, cluster = yaml.safe_load_all((topology.ROOT / "tilt/ctlptl.yaml").read_text())
        self.assertEqual(cluster["registry"], registry["name"])
        # Tilt allows the contexts of kind by this prefix.
        self.assertTrue(cluster["name"].startswith("kind-"))

    def test_has_buttons_for_seed_test_and_load(self):
        buttons = {arguments[0]: options for arguments, options in self.tilt.named("cmd_button")}
        self.assertEqual(set(buttons), {"seed", "test", "load"})
        variables = dict(setting.split("=", 1) for setting in buttons["seed"]["env"])
        signing = dict(part.split("=", 1) for part in variables["SIGNING_KEYS"].split(";"))
        called = [part.split("=", 1)[0] for part in variables["SHOP_SERVICES"].split(",")]
        self.assertEqual(set(signing), set(called))
        for service, key in signing.items():
            (keys,) = [
                one for one in self.documents if manifests.label(one) == f"Secret/operator-to-{service}"
            ]
            self.assertEqual(key, base64.b64decode(keys["data"]["keys"]).decode())
        for script in (
            part for options in buttons.values() for part in options["argv"] if "/" in part and ":" not in part
        ):
            self.assertTrue((topology.ROOT / script).is_file(), script)
