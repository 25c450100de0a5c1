"""Checks the Helm chart that `k8s/package.py` writes, with the Helm of HELM_BIN."""

import json
import os
import re
import subprocess
import tempfile
import unittest
from functools import cache
from pathlib import Path

import kubernetes_validate
import yaml

import manifests
from test_bundle import DIGEST, by_name, package
from test_installation import OF_OWN_SERVERS, SETTINGS, install
from test_kubernetes import VERSIONS
from test_release import load_script

KEEP = {"helm.sh/resource-policy": "keep"}
HASH = re.compile(r"-[a-z0-9]{10}$")


def helm(*arguments) -> subprocess.CompletedProcess:
    """Calls Helm."""
    with tempfile.TemporaryDirectory() as home:
        folders = {f"HELM_{kind}_HOME": home for kind in ("CACHE", "CONFIG", "DATA")}
        return subprocess.run(
            [os.environ["HELM_BIN"], *arguments], capture_output=True, text=True, env={**os.environ, **folders}
        )


@cache
def chart() -> Path:
    """Writes the chart once."""
    folder = Path(TEMPORARY.name) / "storefront"
    result = package("chart", folder)
    assert result.returncode == 0, result.stderr
    return folder


TEMPORARY = tempfile.TemporaryDirectory()
unittest.addModuleCleanup(TEMPORARY.cleanup)


def template(values: dict, folder: Path | None = None) -> subprocess.CompletedProcess:
    """Calls `helm template` with values."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(values, file)
        file.flush()
        return helm("template", "storefront", folder or chart(), "--namespace", "storefront", "--values", file.name)


@cache
def parse(text: str) -> dict | None:
    """Returns an object. Most are the same with all values, so that each is parsed once."""
    document = yaml.load(text, manifests.LOADER)
    if document and document["kind"] == "Namespace":
        # Uninstalling keeps the namespaces, with the Secrets and volumes in them.
        assert document["metadata"].pop("annotations") == KEEP, manifests.label(document)
    return document


def rendered(values: dict | None = None, folder: Path | None = None) -> list[dict]:
    """Returns the objects of the chart with values."""
    result = template(values or {}, folder)
    assert result.returncode == 0, result.stderr
    return [one for one in map(parse, re.split(r"^---$", result.stdout, flags=re.MULTILINE)) if one]


@cache
def defaults() -> dict[str, dict]:
    """Returns the objects with the default values, by name."""
    return by_name(rendered())


def without_hashes(documents) -> dict[str, dict]:
    """Returns the objects by name, without the hashes in the names of ConfigMaps."""
    maps = {manifests.name(one) for one in manifests.of_kind(documents, "ConfigMap")}

    def strip(value):
        if isinstance(value, dict):
            return {key: strip(one) for key, one in value.items()}
        if isinstance(value, list):
            return [strip(one) for one in value]
        return HASH.sub("", value) if value in maps else value

    return by_name([strip(one) for one in documents])


def differences(before, after, path: str = "") -> dict[str, tuple]:
    """Returns the places that differ, with their values before and after."""
    if isinstance(before, dict) and isinstance(after, dict):
        keys = {**before, **after}
        return {k: v for key in keys for k, v in differences(before.get(key), after.get(key), f"{path}/{key}").items()}
    if isinstance(before, list) and isinstance(after, list):
        size = max(len(before), len(after))
        pairs = zip(*([*one, *[None] * (size - len(one))] for one in (before, after)))
        return {k: v for index, pair in enumerate(pairs) for k, v in differences(*pair, f"{path}/{index}").items()}
    return {} if before == after else {path: (before, after)}


def changed(values: dict) -> dict[str, dict[str, tuple]]:
    """Returns the differences to the default values by object; an added or removed object differs at the place ''."""
    before, after = defaults(), by_name(rendered(values))
    found = {}
    for name in {**before, **after}:
        difference = differences(before.get(name), after.get(name))
        if difference:
            found[name] = difference
    return found


def in_shop(kind: str, name: str) -> str:
    """Returns the name of an object in the namespace of the shop."""
    return f"{kind} {manifests.NAMESPACE}/{name}"


class DefaultsTest(unittest.TestCase):
    """The chart without values of an installation."""

    def test_passes_the_linter(self):
        result = helm("lint", "--strict", chart())
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_is_the_overlay_object_by_object(self):
        expected, found = by_name(manifests.overlay("external")), defaults()
        self.assertEqual(set(found), set(expected))
        for name, document in expected.items():
            self.assertEqual(found[name], document, name)

    def test_has_the_version_of_the_workspace(self):
        metadata = yaml.safe_load((chart() / "Chart.yaml").read_text())
        version = load_script().workspace_version()
        self.assertEqual((metadata["version"], metadata["appVersion"]), (version, version))
        self.assertEqual(metadata["kubeVersion"], f">={VERSIONS[0]}.0-0")

    def test_route_leads_to_the_port_of_the_gateway(self):
        (gateway,) = [one for one in defaults().values() if manifests.label(one) == "Service/gateway"]
        routes = manifests.of_kind(rendered(GATEWAY_API), "HTTPRoute")
        backends = [backend for route in routes for rule in route["spec"]["rules"] for backend in rule.get("backendRefs", [])]
        self.assertEqual(backends, [{"name": "gateway", "port": gateway["spec"]["ports"][0]["port"]}])


GATEWAY_API = {
    "exposure": "gatewayApi",
    "gatewayApi": {
        "parentRefs": [{"name": "public", "namespace": "gateways", "sectionName": "https"}],
        "redirectFrom": [{"name": "public", "namespace": "gateways", "sectionName": "http"}],
    },
}


class SettingsTest(unittest.TestCase):
    """The settings of an installation."""

    def test_change_the_same_values_as_in_an_overlay(self):
        settings = {key: value for key, value in SETTINGS.items() if key not in OF_OWN_SERVERS}
        expected, found = without_hashes(install("external")), without_hashes(rendered({"settings": settings}))
        self.assertEqual(set(found), set(expected))
        for name, document in expected.items():
            self.assertEqual(found[name], document, name)

    def test_each_has_a_schema(self):
        schema = json.loads((chart() / "values.schema.json").read_text())["properties"]["settings"]
        values = yaml.safe_load((chart() / "values.yaml").read_text())["settings"]
        self.assertEqual(set(values), set(SETTINGS) - OF_OWN_SERVERS)
        self.assertEqual(set(schema["properties"]), set(values))
        self.assertEqual(set(schema["required"]), set(values))

    def test_a_changed_setting_replaces_the_pods_that_read_it(self):
        found = changed({"settings": {"NATS_ADDRESS": "nats.test:4222"}})
        renamed = {name for name, places in found.items() if "" in places}
        self.assertEqual({HASH.sub("", name) for name in renamed}, {in_shop("ConfigMap", "nats-external")})
        self.assertEqual(len(renamed), 2)
        readers = {in_shop("Deployment", name) for name in manifests.our_services(defaults().values())}
        self.assertEqual(set(found) - renamed, readers | {in_shop("CronJob", "bus-setup")})
        # The same values give the same names.
        self.assertEqual(found, changed({"settings": {"NATS_ADDRESS": "nats.test:4222"}}))

    def test_an_empty_issuer_uses_an_existing_certificate(self):
        values = {"settings": {"CERTIFICATE_ISSUER": ""}, "secretNames": {"storefront-tls": "wildcard"}}
        places = {
            "/metadata/annotations/cert-manager.io/cluster-issuer": ("letsencrypt", None),
            "/spec/tls/0/secretName": ("storefront-tls", "wildcard"),
        }
        self.assertEqual(changed(values), {in_shop("Ingress", "storefront"): places})


class ValuesTest(unittest.TestCase):
    """The other values: each changes what it says, and nothing else."""

    def test_replicas_of_a_service(self):
        places = {"/spec/minReplicas": (2, 3), "/spec/maxReplicas": (12, 20)}
        found = changed({"services": {"gateway": {"replicas": {"min": 3, "max": 20}}}})
        self.assertEqual(found, {in_shop("HorizontalPodAutoscaler", "gateway"): places})

    def test_resources_of_a_service(self):
        container = "/spec/template/spec/containers/0/resources"
        found = changed({"services": {"cart": {"resources": {"requests": {"cpu": 1}, "limits": {"memory": "1Gi"}}}}})
        (places,) = found.values()
        self.assertEqual(list(found), [in_shop("Deployment", "cart")])
        self.assertEqual({place: after for place, (_, after) in places.items()}, {
            f"{container}/requests/cpu": "1",
            f"{container}/limits/memory": "1Gi",
        })

    def test_database_of_a_service(self):
        server = "$(POSTGRES_PASSWORD)@postgres.test:5432/shop_cart"
        urls = {"url": f"postgres://cart:{server}?a", "directUrl": f"postgres://cart:{server}", "ownerUrl": f"postgres://owner:{server}"}
        values = {"services": {"cart": {"database": urls}}, "secretNames": {"cart-database": "vault-cart"}}
        found = changed(values)
        self.assertEqual(list(found), [in_shop("Deployment", "cart")])
        after = {value for _, value in found[in_shop("Deployment", "cart")].values()}
        self.assertEqual(after, {*urls.values(), "vault-cart"})
        documents = rendered(values)
        service, migrate = manifests.containers(manifests.our_services(documents)["cart"])[::-1]
        variables = manifests.environment(documents, service)
        self.assertEqual(variables["POSTGRES_URL"], urls["url"])
        self.assertEqual(variables["POSTGRES_DIRECT_URL"], urls["directUrl"])
        self.assertEqual(manifests.environment(documents, migrate)["POSTGRES_URL"], urls["ownerUrl"])

    def test_variables_of_a_service(self):
        values = {"services": {"cart": {"env": {"LOG_FILTER": "debug", "CATALOG_URL": "https://other:9100"}}}}
        found = changed(values)
        self.assertEqual({HASH.sub("", name) for name in found}, {in_shop("ConfigMap", "cart"), in_shop("Deployment", "cart")})
        documents = rendered(values)
        for container in manifests.containers(manifests.our_services(documents)["cart"]):
            variables = manifests.environment(documents, container)
            self.assertEqual((variables["LOG_FILTER"], variables["CATALOG_URL"]), ("debug", "https://other:9100"))

    def test_variables_of_all_services(self):
        documents = rendered({"env": {"BUS_REPLICAS": "1"}})
        for workload in (*manifests.our_services(documents).values(), *manifests.of_kind(documents, "CronJob")):
            for container in manifests.containers(workload):
                if container.get("envFrom"):
                    self.assertEqual(manifests.environment(documents, container)["BUS_REPLICAS"], "1", manifests.label(workload))

    def test_names_of_existing_secrets(self):
        # The authority of NATS's certificate is read by each pod that calls it.
        found = changed({"secretNames": {"nats-tls": "own-ca", "mail": "own-mail"}})
        services = manifests.our_services(defaults().values())
        self.assertEqual(set(found), {*(in_shop("Deployment", name) for name in services), in_shop("CronJob", "bus-setup")})
        pairs = {pair for places in found.values() for pair in places.values()}
        self.assertEqual(pairs, {("nats-tls", "own-ca"), ("mail", "own-mail")})

    def test_every_secret_has_a_name_of_its_own(self):
        names = json.loads((chart() / "values.schema.json").read_text())["properties"]["secretNames"]["properties"]
        used = set().union(*(manifests.secrets(one) for one in defaults().values() if one["kind"] != "Certificate"))
        self.assertEqual({name for name in used if not re.fullmatch(r"(.*-)?grpc(-ca)?", name)}, set(names))
        renamed = rendered({"secretNames": {name: f"own-{name}" for name in names}})
        used = set().union(*(manifests.secrets(one) for one in renamed if one["kind"] != "Certificate"))
        self.assertEqual(used & set(names), set())

    def test_version_and_digests_of_the_images(self):
        def images(values: dict) -> set[str]:
            containers = [one for workload in manifests.workloads(rendered(values)) for one in manifests.containers(workload)]
            return {one["image"] for one in containers if one["image"].startswith("registry.example.com/")}

        names = {image.partition(":")[0] for image in images({})}
        self.assertEqual(images({"images": {"tag": "9.9.9"}}), {f"{name}:9.9.9" for name in names})
        digests = {name.rpartition("/")[2]: DIGEST for name in names}
        self.assertEqual(images({"images": {"digests": digests}}), {f"{name}@{DIGEST}" for name in names})
        self.assertEqual(images({"images": {"digests": digests, "tag": "9.9.9"}}), {f"{name}:9.9.9" for name in names})

    def test_pull_secrets_of_every_pod_with_an_image_of_the_shop(self):
        documents = rendered({"images": {"pullSecrets": ["registry", "mirror"]}})
        for workload in manifests.workloads(documents):
            is_own = any("registry.example.com/" in one["image"] for one in manifests.containers(workload))
            expected = [{"name": "registry"}, {"name": "mirror"}] if is_own else None
            self.assertEqual(manifests.pod(workload).get("imagePullSecrets"), expected, manifests.label(workload))

    def test_bucket_of_pictures(self):
        found = changed({"media": {"url": "s3://pictures/shop", "secret": "bucket"}})
        self.assertEqual(list(found), [in_shop("Deployment", "content")])
        after = [value for _, value in found[in_shop("Deployment", "content")].values()]
        self.assertCountEqual(after, ["s3://pictures/shop", {"secretRef": {"name": "bucket"}}])

    def test_address_of_the_shop(self):
        removed = {in_shop("Ingress", "storefront"), in_shop("Ingress", "storefront-http"), in_shop("Middleware", "to-https")}
        self.assertEqual(set(changed({"exposure": "none"})), removed)
        routes = {in_shop("HTTPRoute", "storefront"), in_shop("HTTPRoute", "storefront-http")}
        self.assertEqual(set(changed(GATEWAY_API)), removed | routes)
        for route in manifests.of_kind(rendered(GATEWAY_API), "HTTPRoute"):
            self.assertEqual(route["spec"]["hostnames"], ["shop.example.com"])
        without_redirect = {**GATEWAY_API, "gatewayApi": {"parentRefs": GATEWAY_API["gatewayApi"]["parentRefs"]}}
        self.assertEqual(set(changed(without_redirect)), removed | {in_shop("HTTPRoute", "storefront")})

    def test_ingress_of_another_controller(self):
        values = {"ingress": {"traefik": False, "annotations": {"nginx.ingress.kubernetes.io/proxy-body-size": "32m"}}}
        found = changed(values)
        self.assertEqual(set(found), {in_shop("Ingress", "storefront"), in_shop("Ingress", "storefront-http"), in_shop("Middleware", "to-https")})
        self.assertEqual(found[in_shop("Ingress", "storefront")], {
            "/metadata/annotations/traefik.ingress.kubernetes.io/router.entrypoints": ("websecure", None),
            "/metadata/annotations/nginx.ingress.kubernetes.io/proxy-body-size": (None, "32m"),
        })

    def test_existing_namespaces(self):
        self.assertEqual(set(changed({"createNamespaces": False})), {"Namespace None/storefront", "Namespace None/storefront-logs"})

    def test_changed_objects_are_valid(self):
        values = {
            "services": {"content": {"resources": {"requests": {"cpu": "250m"}}, "replicas": {"min": 3}, "env": {"A": "1"}}},
            "images": {"pullSecrets": ["registry"]},
            "media": {"url": "s3://pictures", "secret": "bucket"},
            "ingress": {"traefik": False},
            "settings": {"CERTIFICATE_ISSUER": ""},
        }
        before = defaults()
        for name, document in by_name(rendered(values)).items():
            if document != before.get(name):
                for version in VERSIONS:
                    kubernetes_validate.validate(document, version, strict=True)


class RefusalsTest(unittest.TestCase):
    """Values that the schema refuses, with the place that the message names."""

    REFUSED = (
        ({"setings": {}}, "'setings'"),
        ({"settings": {"PUBLIC_ULR": "https://mebel.test"}}, "'PUBLIC_ULR'"),
        ({"settings": {"PUBLIC_URL": "http://mebel.test"}}, "/settings/PUBLIC_URL"),
        ({"settings": {"DEFAULT_LANG": "de"}}, "/settings/DEFAULT_LANG"),
        ({"settings": {"POSTGRES_ADDRESS": "postgres.test"}}, "/settings/POSTGRES_ADDRESS"),
        ({"settings": {"NATS_ADDRESS": 4222}}, "/settings/NATS_ADDRESS"),
        ({"services": {"catlog": {}}}, "'catlog'"),
        ({"services": {"cart": {"replica": {}}}}, "'replica'"),
        ({"services": {"cart": {"replicas": {"min": "three"}}}}, "/services/cart/replicas/min"),
        ({"services": {"cart": {"resources": {"limits": {"memory": "1 GB"}}}}}, "/services/cart/resources/limits/memory"),
        ({"services": {"cart": {"env": {"A": 1}}}}, "/services/cart/env/A"),
        ({"services": {"cart": {"database": {"url": "postgres://cart:$(POSTGRES_PASSWORD)@a:1/b"}}}}, "'directUrl'"),
        # A password in the values would be stored with each release.
        ({"services": {"cart": {"database": {"url": "postgres://cart:secret@a:1/b"}}}}, "/services/cart/database/url"),
        ({"secretNames": {"cart-databas": "a"}}, "'cart-databas'"),
        ({"images": {"digests": {"cart": "sha256:0"}}}, "/images/digests/cart"),
        ({"media": {"url": "https://pictures.test"}}, "/media/url"),
        ({"exposure": "route"}, "/exposure"),
        ({"exposure": "gatewayApi"}, "/gatewayApi/parentRefs"),
    )

    def test_wrong_values_are_refused_with_their_place(self):
        for values, place in self.REFUSED:
            result = template(values)
            with self.subTest(json.dumps(values)):
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(place, result.stderr)


class ReleaseTest(unittest.TestCase):
    """The chart of a release."""

    def test_runs_the_images_of_the_release_by_digest(self):
        names = [*manifests.our_services(defaults().values()), "operator"]
        images = {f"registry.release.test:5000/a/folder/{name}@{DIGEST}" for name in names}
        folder = Path(TEMPORARY.name) / "release"
        self.assertEqual(package("chart", folder, "\n".join(images)).returncode, 0)
        documents = rendered({}, folder)
        used = {one["image"] for workload in manifests.workloads(documents) for one in manifests.containers(workload)}
        self.assertEqual({image for image in used if "/a/folder/" in image}, images)
        self.assertEqual([image for image in used if "example.com" in image], [])

    def test_fits_into_the_secret_of_a_helm_release(self):
        with tempfile.TemporaryDirectory() as folder:
            result = helm("package", chart(), "--destination", folder)
            self.assertEqual(result.returncode, 0, result.stderr)
            (archive,) = Path(folder).iterdir()
            # Helm keeps templates and manifests of a release, compressed, in a Secret of at most 1 MiB.
            self.assertLess(archive.stat().st_size, 2**18)
