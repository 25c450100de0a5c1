"""Checks the scripts in k8s/ with fakes of the programs that they call, which record their arguments."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from fnmatch import fnmatch
from pathlib import Path

import yaml

import manifests
import topology
from manifests import of_kind

# By CloudNativePG, and by cert-manager for the Ingress. Those of Certificates come from the manifests.
CREATED_BY_OPERATORS = {"postgres-ca", "storefront-tls"}

KUBECTL = """#!/bin/sh
case "$*" in
*" get secret "*) [ -n "${EXISTS:-}" ] ;;
*)
    echo "$@" >> "$CALLS"
    for argument in "$@"; do
        case $argument in --from-file=*) (cd "${argument#*=}" && grep -r "" . >> "$CALLS.values") ;; esac
    done
    ;;
esac
"""


def run(**variables: str) -> tuple[list[list[str]], list[str]]:
    """Runs k8s/secrets.sh; returns the kubectl calls that create something, and the values as `./key:value`."""
    with tempfile.TemporaryDirectory() as folder:
        kubectl = Path(folder) / "kubectl"
        kubectl.write_text(KUBECTL)
        kubectl.chmod(0o755)
        calls = Path(folder) / "calls"
        calls.touch()
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(calls), "SMTP_URL": "smtp://m"}
        if "OWN_SERVERS" not in variables:
            environment |= {"BACKUPS_ACCESS_KEY_ID": "a", "BACKUPS_SECRET_ACCESS_KEY": "b"}
        environment |= {"ALERTS_PAGE_URL": "https://a", "ALERTS_TICKET_URL": "https://b"}
        environment |= {"ALERTS_HEARTBEAT_URL": "https://c", **variables}
        subprocess.run(["sh", topology.ROOT / "k8s/secrets.sh"], env=environment, check=True, capture_output=True)
        values = Path(f"{calls}.values")
        lines = values.read_text().splitlines() if values.exists() else []
        return [line.split() for line in calls.read_text().splitlines()], lines


class SecretsTest(unittest.TestCase):
    """k8s/secrets.sh creates the Secrets that the production overlay refers to."""

    def test_creates_every_referenced_secret(self):
        created = {call[call.index("generic") + 1] for call in run()[0]}
        documents = list(manifests.overlay("production"))
        certificates = {one["spec"]["secretName"] for one in of_kind(documents, "Certificate")}
        self.assertEqual(created, manifests.secrets(documents) - certificates - CREATED_BY_OPERATORS)

    def test_servers_of_your_own_need_no_access_to_backups(self):
        created = [call[call.index("generic") + 1] for call in run()[0]]
        with_own_servers = [call[call.index("generic") + 1] for call in run(OWN_SERVERS="yes")[0]]
        self.assertEqual(with_own_servers, [one for one in created if one != "backups"])

    def test_keeps_existing_secrets(self):
        self.assertEqual(run(EXISTS="yes"), ([], []))

    def test_keys_are_long_and_distinct(self):
        keys = [value.removeprefix("./keys:") for value in run()[1] if value.startswith("./keys:")]
        self.assertGreater(len(keys), 3)
        self.assertEqual(len(set(keys)), len(keys))
        # The services reject keys shorter than 32 characters.
        self.assertTrue(all(len(key) > 32 for key in keys))

    def test_values_are_no_arguments(self):
        calls, values = run(SMTP_URL="smtp://user:secret@m", BACKUPS_SECRET_ACCESS_KEY="s3cr3t")
        self.assertIn("./smtp-url:smtp://user:secret@m", values)
        self.assertIn("./secret-access-key:s3cr3t", values)
        arguments = " ".join(part for call in calls for part in call)
        for value in values:
            key, _, text = value.partition(":")
            if key not in ("./username", "./access-key-id", "./page-url", "./ticket-url", "./heartbeat-url"):
                self.assertNotIn(text, arguments, key)


def images(overlay: str) -> set[str]:
    """Returns the images of the shop that an overlay refers to, those of suspended jobs included."""
    text = repr(manifests.overlay(overlay))
    return set(re.findall(r"'([^' ]*storefront/[a-z]+:[^' ]+)'", text))


class ImagesTest(unittest.TestCase):
    """k8s/images.sh builds the images and takes them to a registry or a local cluster."""

    def run_script(self, *arguments: str) -> list[str]:
        """Returns the recorded command lines."""
        with tempfile.TemporaryDirectory() as folder:
            calls = Path(folder) / "calls"
            for program in ("docker", "kind", "k3d", "minikube"):
                fake = Path(folder) / program
                fake.write_text(f'#!/bin/sh\necho "{program} $*" >> "$CALLS"\n')
                fake.chmod(0o755)
            environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(calls)}
            script = topology.ROOT / "k8s/images.sh"
            subprocess.run(["sh", script, *arguments], env=environment, check=True, capture_output=True)
            return calls.read_text().splitlines()

    def test_loads_every_image_of_the_local_overlay(self):
        for cluster, command in (
            ("kind", "kind load docker-image {} --name kind"),
            ("k3d", "k3d image import {} --cluster kind"),
            ("minikube", "minikube image load {} --profile kind"),
        ):
            calls = self.run_script(cluster, "kind")
            self.assertRegex(calls[0], r"^docker compose .*compose.yaml build$")
            for image in images("local"):
                self.assertIn(f"docker tag {image.removesuffix(':dev')} {image}", calls)
                self.assertIn(command.format(image), calls)

    def test_pushes_every_image_of_production(self):
        calls = self.run_script("push", "registry.example.com/storefront", "0.1.0")
        pushed = {call.removeprefix("docker push ") for call in calls if call.startswith("docker push ")}
        self.assertEqual(pushed, images("production"))
        for image in pushed:
            name = re.search(r"storefront/[a-z]+(?=:)", image)[0]
            self.assertIn(f"docker tag {name} {image}", calls)


@unittest.skipUnless(shutil.which("jq"), "jq is not installed")
class OperatorTest(unittest.TestCase):
    """k8s/operator.sh runs a command of the operator as a Job."""

    def run_script(self, *arguments: str, code: int = 0) -> tuple[subprocess.CompletedProcess, list[str], dict]:
        """Returns the result, the calls of kubectl and the created Job. The pod starts after a moment."""
        kubectl = """#!/bin/sh
echo "$*" >> "$FOLDER/calls"
case "$*" in
*"create job"*) cat "$FOLDER/job.json" ;;
*"apply"*) cat > "$FOLDER/applied.json" ;;
*" get pods "*.status.phase*)
    if [ -e "$FOLDER/asked" ]; then touch "$FOLDER/started"; printf Running; else printf Pending; fi
    touch "$FOLDER/asked"
    ;;
*" get pods "*exitCode*) printf %s "$CODE" ;;
*" logs "*)
    if [ ! -e "$FOLDER/started" ]; then echo "error: container is waiting to start" >&2; exit 1; fi
    echo "the command's output"
    ;;
esac
"""
        (cron_job,) = [
            one for one in of_kind(manifests.overlay("production"), "CronJob") if manifests.name(one) == "operator"
        ]
        with tempfile.TemporaryDirectory() as folder:
            fake = Path(folder) / "kubectl"
            fake.write_text(kubectl)
            fake.chmod(0o755)
            sleep = Path(folder) / "sleep"
            sleep.write_text("#!/bin/sh\n")
            sleep.chmod(0o755)
            (Path(folder) / "job.json").write_text(json.dumps({"kind": "Job", **cron_job["spec"]["jobTemplate"]}))
            environment = {"PATH": f"{folder}:{os.environ['PATH']}", "FOLDER": folder}
            environment["CODE"] = str(code)
            script = topology.ROOT / "k8s/operator.sh"
            result = subprocess.run(["sh", script, *arguments], env=environment, capture_output=True, text=True)
            calls = (Path(folder) / "calls").read_text().splitlines()
            return result, calls, json.loads((Path(folder) / "applied.json").read_text())

    def test_passes_the_arguments_unchanged(self):
        arguments = ["staff", "inquiry", "1", "--note", 'says "yes", wants 2 $doors']
        result, calls, job = self.run_script(*arguments)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(job["spec"]["template"]["spec"]["containers"][0]["args"], arguments)
        self.assertTrue(any("--from=cronjob/operator" in call for call in calls))
        self.assertTrue(any(" logs " in call for call in calls))
        self.assertTrue(any(" delete job " in call for call in calls))

    def test_prints_the_output_of_the_command_alone(self):
        for code in (0, 3):
            result, _, _ = self.run_script("staff", "orders", code=code)
            self.assertEqual((result.stdout, result.stderr), ("the command's output\n", ""))

    def test_fails_with_the_command(self):
        result, calls, _ = self.run_script("staff", "orders", code=3)
        self.assertEqual(result.returncode, 3)
        self.assertTrue(any(" delete job " in call for call in calls))


class OperatorJobsTest(unittest.TestCase):
    """The suspended CronJobs, from which the operator's Jobs are created."""

    def test_run_only_when_created_by_hand(self):
        for overlay in ("local", "production"):
            jobs = {manifests.name(one): one for one in of_kind(manifests.overlay(overlay), "CronJob")}
            for name in ("seed", "operator"):
                self.assertIs(jobs[name]["spec"]["suspend"], True)

    def test_addresses_are_those_of_the_clients(self):
        clients = (topology.ROOT / "deploy/operator/src/clients.rs").read_text()
        called = set(re.findall(r'self\.client\("(\w+)"\)', clients))
        for overlay, scheme in (("local", "http"), ("production", "https")):
            documents = manifests.overlay(overlay)
            jobs = {manifests.name(one): one for one in of_kind(documents, "CronJob")}
            variables = manifests.environment(documents, manifests.containers(jobs["operator"])[0])
            addresses = dict(pair.split("=", 1) for pair in variables["SHOP_SERVICES"].split(","))
            self.assertEqual(addresses, {name: f"{scheme}://{name}:9100" for name in called})

    def test_output_with_personal_data_is_not_collected(self):
        settings = yaml.safe_load((topology.ROOT / "deploy/collector/pod-logs/pod-logs.yaml").read_text())
        excluded = settings["receivers"]["file_log"]["exclude"]
        file = "/var/log/pods/storefront_operator-1700000000-abcde_uid/operator/0.log"
        self.assertTrue(any(fnmatch(file, pattern) for pattern in excluded))
        order = "/var/log/pods/storefront_order-6c5d7f8b9-abcde_uid/service/0.log"
        self.assertFalse(any(fnmatch(order, pattern) for pattern in excluded))
