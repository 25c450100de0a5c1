#!/usr/bin/env python3
"""Packages the manifests of `overlays/` for installations without a checkout.

    k8s/package.py chart FOLDER     a Helm chart of `overlays/external`
    k8s/package.py bundle FOLDER    the rendered overlays with the settings of an installation

`--images FILE` takes registry, folder and digests of the images from a file with a line `registry/folder/name@sha256:…` for each.
Needs kubectl and PyYAML (`requirements.txt`)."""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

K8S = Path(__file__).resolve().parent
ROOT = K8S.parent
SETTINGS = K8S / "installation/settings.yaml"
KUSTOMIZATION = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"
PART_OF = "app.kubernetes.io/part-of"

SETTING = re.compile(r"xSETTINGx([A-Z_]+)x")
# The tokens of settings that kustomize's replacements take apart. A port is a number.
URL = "xSETTINGxPUBLIC_URLx//xSETTINGxHOSTx"
NATS_PORT = 64222
NATS = f"xSETTINGxNATS_ADDRESSx:{NATS_PORT}"
PARTS = {"PUBLIC_URL": URL, "NATS_ADDRESS": NATS}
IMAGE = re.compile(r"xSETTINGxIMAGE_REGISTRYx/xSETTINGxIMAGE_FOLDERx/([\w-]+):[\w.-]+")
HASH = re.compile(r"-[a-z0-9]{10}$")

# cert-manager creates these in the namespace of the shop.
ISSUED = re.compile(r"(.*-)?grpc(-ca)?$")

# The C loader is faster, where available.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def version() -> str:
    """Returns the version of the workspace."""
    return re.search(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1]


def render(folder: Path) -> str:
    """Returns the output of `kubectl kustomize` for a folder."""
    result = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"cannot render {folder}: {result.stderr.strip()}")
    return result.stdout


def render_with_settings(overlay: str, settings: dict[str, str]) -> list[dict]:
    """Returns the objects of an overlay with these settings of an installation."""
    with tempfile.TemporaryDirectory(dir=K8S) as folder:
        document = yaml.load(SETTINGS.read_text(), LOADER)
        document["data"] = settings
        (Path(folder) / "settings.yaml").write_text(yaml.safe_dump(document, allow_unicode=True))
        (Path(folder) / "kustomization.yaml").write_text(
            f"{KUSTOMIZATION}resources: [../overlays/{overlay}, settings.yaml]\ncomponents: [../components/settings]\n"
        )
        return list(yaml.load_all(render(Path(folder)), LOADER))


def read_images(file: Path | None) -> dict[str, str]:
    """Returns the images with their digests, by name."""
    if file is None:
        return {}
    lines = file.read_text().split()
    images = {line.partition("@")[0].rpartition("/")[2]: line for line in lines}
    for line in lines:
        if not re.fullmatch(r"[^/@\s]+/[^@\s]+/[\w-]+@sha256:[0-9a-f]{64}", line):
            sys.exit(f"{file}: {line!r} is not registry/folder/name@sha256:…")
    return images


class Templates:
    """Template expressions in place of values. A token stands for each until the object is written as YAML."""

    def __init__(self):
        self.expressions: list[str] = []
        self.blocks: list[str] = []

    def expression(self, text: str) -> str:
        """Returns a token for an expression within or in place of a scalar."""
        self.expressions.append(text)
        return f"xEXPRESSIONx{len(self.expressions) - 1}x"

    def block(self, text: str) -> str:
        """Returns a token as key or item for lines, which are indented as the token is."""
        self.blocks.append(text)
        return f"xBLOCKx{len(self.blocks) - 1}x"

    def literal(self, default: str, *path: str) -> str:
        """Returns a token for a value of a service, whose default is that of the manifests."""
        keys = " ".join(json.dumps(key) for key in path)
        return self.expression(f"{{{{ dig {keys} {json.dumps(default)} .Values.services | quote }}}}")

    def write(self, value) -> str:
        """Returns YAML with the expressions."""
        # Braces of the manifests, such as those of Prometheus's templates, are no expressions.
        text = dump(value).replace("{{", '{{ "{{" }}')

        def block(match: re.Match) -> str:
            lines = self.blocks[int(match[2])].splitlines()
            return "".join(f"{match[1] if not line.startswith('{{-') else ''}{line}\n" for line in lines)

        text = re.sub(r"^( *)(?:- )?xBLOCKx(\d+)x(?:: null)?\n", block, text, flags=re.MULTILINE)
        return re.sub(r"xEXPRESSIONx(\d+)x", lambda match: self.expressions[int(match[1])], text)


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data) -> bool:
        return True


def _text(dumper: _Dumper, value: str):
    if "\n" in value:
        style = "|"
    # Parsers differ on plain scalars that look like numbers or booleans.
    elif re.match(r"[yYnN~]$|[\d.+-]", value):
        style = '"'
    else:
        style = None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def dump(value) -> str:
    """Returns YAML in block style without folded lines."""
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1_000_000)


def base_name(document: dict) -> str:
    """Returns the name without the hash of a generated ConfigMap."""
    name = document["metadata"]["name"]
    return HASH.sub("", name) if document["kind"] == "ConfigMap" else name


def pod_of(document: dict) -> dict | None:
    """Returns the pod spec of a workload."""
    spec = document.get("spec", {})
    if document["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    return spec["template"]["spec"] if document["kind"] in ("Deployment", "StatefulSet", "DaemonSet", "CronJob") else None


class Chart:
    """The objects of `overlays/external` with expressions in place of the values of an installation."""

    def __init__(self):
        self.defaults = yaml.load(SETTINGS.read_text(), LOADER)["data"]
        plain = render_with_settings("external", self.defaults)
        tokens = {key: PARTS.get(key, f"xSETTINGx{key}x") for key in self.defaults}
        self.documents = render_with_settings("external", tokens)
        self.templates = Templates()
        self.services = [
            one["metadata"]["name"]
            for one in plain
            if one["kind"] == "Deployment" and one["metadata"].get("labels", {}).get(PART_OF) == "storefront"
        ]
        self.secrets: set[str] = set()
        self.images: set[str] = set()
        self.used: set[str] = set()
        # ConfigMaps whose content depends on values.
        self.maps = self._config_maps(plain)

    def _config_maps(self, plain: list[dict]) -> dict[str, str]:
        """Returns the expression of the name of each ConfigMap with values, by the name that it has with the tokens."""
        before = {base_name(one): one for one in plain if one["kind"] == "ConfigMap"}
        found = {}
        for one in self.documents:
            if one["kind"] != "ConfigMap":
                continue
            base, name = base_name(one), one["metadata"]["name"]
            original = before[base]
            if base not in (*self.services, "settings") and original["data"] == one["data"]:
                continue
            # As `toRawJson` writes it.
            data = json.dumps(original["data"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            suffix = original["metadata"]["name"].removeprefix(f"{base}-")
            digest = hashlib.sha256(data.encode()).hexdigest()
            found[name] = f'{{{{ include "storefront.configMap" (list . "{base}" "{suffix}" "{digest}") }}}}'
        return found

    def _setting(self, match: re.Match) -> str:
        self.used.add("PUBLIC_URL" if match[1] == "HOST" else match[1])
        if match[1] == "HOST":
            return "{{ include \"storefront.host\" . }}"
        return f"{{{{ .Values.settings.{match[1]} }}}}"

    def _scalar(self, value: str) -> str:
        """Replaces the settings in a string."""
        if value in self.maps:
            return self.templates.expression(self.maps[value])
        image = IMAGE.fullmatch(value)
        if image:
            self.used |= {"IMAGE_REGISTRY", "IMAGE_FOLDER"}
            self.images.add(image[1])
            return self.templates.expression(f'{{{{ include "storefront.image" (list . "{image[1]}") | quote }}}}')
        value = value.replace(URL, "xSETTINGxPUBLIC_URLx").replace(NATS, "xSETTINGxNATS_ADDRESSx")
        whole = SETTING.fullmatch(value)
        if whole:
            return self.templates.expression(self._setting(whole).replace(" }}", " | quote }}"))
        return SETTING.sub(lambda match: self.templates.expression(self._setting(match)), value)

    def _secret(self, name: str) -> str:
        """Replaces the name of a Secret that the installation creates."""
        if ISSUED.fullmatch(name):
            return name
        self.secrets.add(name)
        return self.templates.expression(f'{{{{ include "storefront.secret" (list . "{name}") | quote }}}}')

    def _replace(self, value, key: str = ""):
        """Replaces settings and names of Secrets in an object."""
        if isinstance(value, str):
            return self._scalar(value)
        if isinstance(value, list):
            return [self._replace(one) for one in value]
        if value == NATS_PORT:
            return self.templates.expression('{{ last (splitList ":" .Values.settings.NATS_ADDRESS) }}')
        if not isinstance(value, dict):
            return value
        found = {}
        for name, one in value.items():
            # The name of the Secret that cert-manager creates is in a Certificate's spec, that of a used one in a volume or an Ingress.
            if (name == "secretName" and isinstance(one, str)) or (key == "secretKeyRef" and name == "name"):
                found[name] = self._secret(one)
            elif key == "secret" and name == "name":
                found[name] = self._secret(one)
            else:
                found[name] = self._replace(one, name)
        return found

    def _pod(self, name: str, pod: dict) -> None:
        """Adds the values of pods with images of the shop."""
        containers = pod.get("initContainers", []) + pod["containers"]
        if not any(IMAGE.fullmatch(one["image"]) for one in containers):
            return
        pod[self.templates.block(PULL_SECRETS)] = None
        if name in self.services:
            for container in containers:
                self._container(name, container)

    def _container(self, service: str, container: dict) -> None:
        """Replaces sizes and database of a service's container by values."""
        literal = self.templates.literal
        is_service = container["name"] == "service"
        if is_service:
            container["resources"] = {
                kind: {unit: literal(str(amount), service, "resources", kind, unit) for unit, amount in amounts.items()}
                for kind, amounts in container["resources"].items()
            }
        urls = {"POSTGRES_URL": "url" if is_service else "ownerUrl", "POSTGRES_DIRECT_URL": "directUrl"}
        for entry in container["env"]:
            if entry["name"] in urls:
                entry["value"] = literal(entry["value"], service, "database", urls[entry["name"]])
            if entry["name"] == "MEDIA_URL":
                entry["value"] = self.templates.expression("{{ .Values.media.url | quote }}")
                container["envFrom"].append(self.templates.block(MEDIA_SECRET))

    def _document(self, document: dict) -> str:
        """Returns the template of an object."""
        kind, name = document["kind"], document["metadata"]["name"]
        pod = pod_of(document)
        if pod is not None:
            self._pod(name, pod)
        if kind == "HorizontalPodAutoscaler" and name in self.services:
            for field, key in (("minReplicas", "min"), ("maxReplicas", "max")):
                expression = f'{{{{ dig "{name}" "replicas" "{key}" {document["spec"][field]} .Values.services }}}}'
                document["spec"][field] = self.templates.expression(expression)
        if kind == "Namespace":
            document["metadata"]["annotations"] = {"helm.sh/resource-policy": "keep"}
        if kind == "Ingress":
            self._ingress(document)
        if kind == "ConfigMap" and name in self.maps:
            document["data"] = {self.templates.block(f'{{{{- include "storefront.data" (list . "{base_name(document)}") | nindent 2 }}}}'): None}
        text = self.templates.write(document if kind == "Certificate" else self._replace(document))
        condition = CONDITIONS.get((kind, name), CONDITIONS.get((kind, "")))
        return f"{{{{- if {condition} }}}}\n---\n{text}{{{{- end }}}}\n" if condition else f"---\n{text}"

    def _ingress(self, document: dict) -> None:
        """Lets values add annotations, and leave out the issuer and those of Traefik."""
        annotations = document["metadata"].pop("annotations")
        traefik = {key: value for key, value in annotations.items() if key.startswith("traefik.")}
        lines = [f"{key}: {json.dumps(value)}" for key, value in traefik.items()]
        text = "\n".join(["{{- if .Values.ingress.traefik }}", *lines, "{{- end }}"])
        if "cert-manager.io/cluster-issuer" in annotations:
            self.used.add("CERTIFICATE_ISSUER")
            text += ISSUER + ANNOTATIONS
        document["metadata"]["annotations"] = {self.templates.block(text): None}

    def helpers(self) -> str:
        """Returns the named templates with the data of ConfigMaps, which other templates hash."""
        text = []
        for document in self.documents:
            if document["metadata"]["name"] in self.maps:
                data = self.templates.write(self._replace(document["data"]))
                text.append(f'{{{{- define "storefront.data.{base_name(document)}" -}}}}\n{data}{{{{ end }}}}\n')
        return "\n".join(text)

    def files(self) -> dict[str, str]:
        """Returns the generated templates by file name: one file for each kind, as 150 are hard to read and compare."""
        files = {"_data.tpl": self.helpers()}
        for document in self.documents:
            file = f"{document['kind'].lower()}.yaml"
            files[file] = files.get(file, "") + self._document(document)
        return files


PULL_SECRETS = """\
{{- with .Values.images.pullSecrets }}
imagePullSecrets: {{ include "storefront.names" . }}
{{- end }}"""

MEDIA_SECRET = """\
{{- with .Values.media.secret }}
- secretRef:
    name: {{ . | quote }}
{{- end }}"""

ISSUER = """
{{- with .Values.settings.CERTIFICATE_ISSUER }}
cert-manager.io/cluster-issuer: {{ . | quote }}
{{- end }}"""

ANNOTATIONS = """
{{- range $name, $value := .Values.ingress.annotations }}
{{ $name }}: {{ $value | quote }}
{{- end }}"""

_INGRESS = 'eq .Values.exposure "ingress"'
_TRAEFIK = f"and ({_INGRESS}) .Values.ingress.traefik"

# Objects that a value leaves out, by kind and name.
CONDITIONS = {
    ("Namespace", ""): ".Values.createNamespaces",
    ("Ingress", "storefront"): _INGRESS,
    ("Ingress", "storefront-http"): _TRAEFIK,
    ("Middleware", "to-https"): _TRAEFIK,
}


def default_settings(used: set[str], changed: dict[str, str]) -> str:
    """Returns the used settings of an installation with their comments, as lines of `values.yaml`."""
    lines, comments = [], []
    for line in SETTINGS.read_text().partition("\ndata:\n")[2].splitlines():
        key = line.strip().partition(":")[0]
        if line.strip().startswith("#"):
            comments.append(line)
        elif key in used:
            lines += [*comments, f"  {key}: {json.dumps(changed[key])}" if key in changed else line]
            comments = []
        else:
            comments = []
    return "\n".join(lines)


def write_chart(folder: Path, images: dict[str, str]) -> None:
    """Writes the chart into a new folder."""
    chart = Chart()
    files = chart.files()
    shutil.copytree(K8S / "chart", folder)
    for file, text in files.items():
        (folder / "templates" / file).write_text(text)
    changed, digests = {}, {}
    for name, image in images.items():
        if name not in chart.images:
            sys.exit(f"no manifest has the image {name}")
        registry, _, rest = image.partition("@")[0].partition("/")
        changed |= {"IMAGE_REGISTRY": registry, "IMAGE_FOLDER": rest.removesuffix(f"/{name}")}
        digests[name] = image.partition("@")[2]
    values = (folder / "values.yaml").read_text()
    values = values.replace("settings: {}", "settings:\n" + default_settings(chart.used, changed))
    if digests:
        lines = "".join(f"\n    {name}: {digest}" for name, digest in sorted(digests.items()))
        values = values.replace("  digests: {}", f"  digests:{lines}")
    (folder / "values.yaml").write_text(values)
    schema = json.loads((folder / "values.schema.json").read_text())
    properties = schema["properties"]
    for part, kind, names in (
        (properties["services"], "service", chart.services),
        (properties["secretNames"], "name", chart.secrets),
        (properties["images"]["properties"]["digests"], "digest", chart.images),
    ):
        part["properties"] = {name: {"$ref": f"#/$defs/{kind}"} for name in sorted(names)}
    (folder / "values.schema.json").write_text(json.dumps(schema, indent=2) + "\n")
    metadata = (folder / "Chart.yaml").read_text()
    (folder / "Chart.yaml").write_text(metadata.replace("0.0.0", version()))


# Files of the checkout that an installation from the bundle needs, and their names in it.
BUNDLED = {
    "k8s/base/namespace.yaml": "namespace.yaml",
    "k8s/secrets.sh": "secrets.sh",
    "k8s/operator.sh": "operator.sh",
    "deploy/postgres/databases.sh": "databases.sh",
    "deploy/nats/users.conf": "users.conf",
    "k8s/installation/settings.yaml": "installation/settings.yaml",
    "k8s/components/settings/kustomization.yaml": "settings/kustomization.yaml",
    "k8s/components/settings/replacements.yaml": "settings/replacements.yaml",
    "LICENSE": "LICENSE",
}


def replace_strings(value, names: dict[str, str]):
    """Returns a value with other strings in place of some."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [replace_strings(one, names) for one in value]
    if isinstance(value, dict):
        return {key: replace_strings(one, names) for key, one in value.items()}
    return value


def config_map_generator(document: dict, folder: Path) -> dict:
    """Returns kustomize's generator of a ConfigMap; texts of several lines are files in `folder`."""
    name, metadata = base_name(document), document["metadata"]
    generator = {"name": name, "namespace": metadata["namespace"], "literals": [], "files": []}
    for key, text in document["data"].items():
        if "\n" in text:
            file = folder / name / key
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            generator["files"].append(f"{folder.name}/{name}/{key}")
        else:
            generator["literals"].append(f"{key}={text}")
    if "labels" in metadata:
        generator["options"] = {"labels": metadata["labels"]}
    return {key: one for key, one in generator.items() if one}


def write_overlay(folder: Path, overlay: str, images: dict[str, str]) -> None:
    """Writes a rendered overlay. Its ConfigMaps remain generated, so that settings reach them by their names, and a changed one
    gets another name and replaces its pods."""
    folder.mkdir()
    text = render(K8S / "overlays" / overlay)
    for name, image in images.items():
        # The settings put registry and folder before the name.
        digest = image.partition("@")[2]
        text = re.sub(rf"(image: .+/{name}):{re.escape(version())}$", rf"\1@{digest}", text, flags=re.MULTILINE)
    documents = list(yaml.load_all(text, LOADER))
    maps = [one for one in documents if one["kind"] == "ConfigMap"]
    names = {one["metadata"]["name"]: base_name(one) for one in maps}
    others = [replace_strings(one, names) for one in documents if one["kind"] != "ConfigMap"]
    (folder / "manifests.yaml").write_text("---\n".join(map(dump, others)))
    generators = [config_map_generator(one, folder / "config") for one in maps]
    (folder / "kustomization.yaml").write_text(
        f"{KUSTOMIZATION}resources: [manifests.yaml]\n{dump({'configMapGenerator': generators})}"
    )


def write_bundle(folder: Path, images: dict[str, str]) -> None:
    """Writes the rendered overlays and an installation that refers to them into a new folder."""
    folder.mkdir(parents=True)
    for overlay in ("production", "external"):
        write_overlay(folder / overlay, overlay, images)
    for source, target in BUNDLED.items():
        (folder / target).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / source, folder / target)
    settings = folder / "installation/settings.yaml"
    for image in list(images.values())[:1]:
        registry, _, rest = image.partition("@")[0].partition("/")
        text = re.sub(r"(IMAGE_REGISTRY:) .*", rf"\1 {registry}", settings.read_text())
        settings.write_text(re.sub(r"(IMAGE_FOLDER:) .*", rf"\1 {rest.rpartition('/')[0]}", text))
    (folder / "installation/kustomization.yaml").write_text(
        "# An installation of your own. Copy this folder beside the others of the bundle, fill in settings.yaml, and apply it.\n"
        f"{KUSTOMIZATION}resources:\n  # With PostgreSQL and NATS servers of your own: ../external\n  - ../production\n"
        "  - settings.yaml\ncomponents:\n  - ../settings\n"
    )


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", choices=("chart", "bundle"))
    parser.add_argument("folder", type=Path, help="a folder that does not exist")
    parser.add_argument("--images", type=Path, help="file with the images of a release")
    arguments = parser.parse_args()
    write = write_chart if arguments.package == "chart" else write_bundle
    write(arguments.folder, read_images(arguments.images))


if __name__ == "__main__":
    main()
