"""Checks that alerts and dashboards query existing metrics and that each alert has a runbook section.

promtool tests the rules themselves: `cargo xtask test --only alerts`.
"""

import json
import re
import subprocess
import sys
import unittest

import yaml

import topology
from test_compose import load as load_compose

DOCS = topology.ROOT / "docs"
PROMETHEUS = topology.ROOT / "deploy/prometheus"
GRAFANA = topology.ROOT / "deploy/grafana"

# Series that Prometheus itself creates.
BUILT_IN = {"up": {"job", "instance", "service_name"}, "ALERTS": {"alertname", "alertstate", "severity"}}

# PromQL keywords and functions.
KEYWORDS = set(
    "sum rate increase max min count by on ignoring and or unless without group_left histogram_quantile vector "
    "label_values label_replace time predict_linear offset bool scalar".split()
)


def documented_metrics() -> dict[str, tuple[str, set[str]]]:
    """Parses the table of docs/telemetry.md: kind and labels by metric name."""
    found = {}
    for line in (DOCS / "telemetry.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 7 and cells[1].startswith("`"):
            found[cells[1].strip("`")] = (cells[2], set(re.findall(r"`(\w+)`", cells[3])))
    return found


def foreign_metrics() -> dict[str, set[str]]:
    """Parses the table of docs/telemetry.md with the metrics of other programs: labels by name."""
    found = {}
    for line in (DOCS / "telemetry.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6 and cells[1].startswith("`"):
            found[cells[1].strip("`")] = set(re.findall(r"`(\w+)`", cells[2])) | {"instance", "job"}
    return found


def sources() -> dict[str, str]:
    """Parses the same table: the program that exports each metric."""
    found = {}
    for line in (DOCS / "telemetry.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6 and cells[1].startswith("`"):
            found[cells[1].strip("`")] = cells[3]
    return found


# The job that scrapes each program.
JOBS = {
    "CloudNativePG": "postgres",
    "CloudNativePG's pooler": "pooler",
    "Barman Cloud plugin": "postgres",
    "NATS exporter": "nats",
    "kubelet": "kubelet",
    "kubelet (cAdvisor)": "cadvisor",
    "kube-state-metrics": "kube-state-metrics",
    "cert-manager": "cert-manager",
    "blackbox exporter": "shop-probe",
    "Prometheus": "prometheus",
    "collector": "collector",
    "collector (spans)": "traces",
}


def jobs() -> dict[str, dict]:
    """Returns every job of Prometheus, those of the components included, by name."""
    files = [PROMETHEUS / "prometheus.yaml", *sorted((topology.ROOT / "k8s/components").glob("*/*.scrape.yaml"))]
    return {job["job_name"]: job for file in files for job in yaml.safe_load(file.read_text())["scrape_configs"]}


def is_kept(job: dict, metric: str, labels: set[str]) -> bool:
    """Evaluates the relabelling of a job for a series of the shop's namespace."""
    values = dict.fromkeys(labels, "any") | {"__name__": metric}
    if "namespace" in labels:
        values["namespace"] = "storefront"
    for rule in job.get("metric_relabel_configs", []):
        text = ";".join(values.get(label, "") for label in rule["source_labels"])
        if rule["action"] == "keep" and not re.fullmatch(rule["regex"], text):
            return False
    return True


def seconds(duration: str) -> int:
    """Returns the seconds of a duration of Prometheus."""
    return sum(int(number) * {"s": 1, "m": 60, "h": 3600}[unit] for number, unit in re.findall(r"(\d+)([smh])", duration))


# The parts whose failure has to be named in time.
FAULTS = (
    "a service; PostgreSQL is down; one service does not reach its database; PostgreSQL has no primary; PostgreSQL failed over; "
    "PostgreSQL is locked; PostgreSQL is out of connections; a service is out of connections; the pooler; the pooler is full; "
    "NATS; a NATS server; NATS has no quorum; the stream is full; a consumer is stuck; the mail server; the ingress controller; "
    "the certificate; the name server; a node; a container runs out of memory; a container is throttled; "
    "the collector, the stores of logs and traces, Grafana, an exporter; a volume is full, such as PostgreSQL's; "
    "catalog or content answers from a copy; a proxy that is not trusted"
).split("; ")

# Pages about damage that grows slowly.
SLOW = {
    "ErrorBudgetBurnFast",
    "ErrorBudgetBurnMedium",
    "OutboxBacklog",
    "MailQueueBacklog",
    "WalArchivingFailed",
    "SecondFactorAttacked",
}


def series() -> dict[str, set[str]]:
    """Returns every series that can be queried, with its labels."""
    found = BUILT_IN | foreign_metrics()
    for name, (kind, labels) in documented_metrics().items():
        suffixes = ("_bucket", "_count", "_sum") if kind == "histogram" else ("",)
        for suffix in suffixes:
            extra = {"service_name", "instance", "job"} | ({"le"} if suffix == "_bucket" else set())
            found[name + suffix] = labels | extra
    for rule in rules():
        if "record" in rule:
            found.setdefault(rule["record"], set()).update(rule.get("labels", {}))
    return found


def rules() -> list[dict]:
    """Returns all recording and alerting rules."""
    files = [*sorted(PROMETHEUS.glob("*.rules.yaml")), *sorted((topology.ROOT / "k8s/components").glob("*/*.rules.yaml"))]
    return [rule for file in files for group in yaml.safe_load(file.read_text())["groups"] for rule in group["rules"]]


def alerts() -> list[dict]:
    """Returns the alerting rules."""
    return [rule for rule in rules() if "alert" in rule]


def dashboards() -> dict[str, dict]:
    """Loads the dashboards by name."""
    return {file.stem: json.loads(file.read_text()) for file in sorted((GRAFANA / "dashboards").glob("*.json"))}


def queries(dashboard: dict) -> list[str]:
    """Returns a dashboard's Prometheus queries."""
    expressions = [
        target["expr"]
        for panel in dashboard["panels"]
        for target in panel["targets"]
        if target["datasource"]["uid"] == "prometheus"
    ]
    return expressions + [variable["query"]["query"] for variable in dashboard["templating"]["list"]]


def unknown(expression: str, known: dict[str, set[str]]) -> list[str]:
    """Returns the unknown metrics and labels in an expression."""
    unknown_names = []
    selectors = re.findall(r"([a-zA-Z_:][\w:]*)\{([^}]*)\}", expression)
    for name, matchers in selectors:
        labels = set(re.findall(r"(\w+)\s*(?:=~|!=|!~|=)", re.sub(r'"[^"]*"', '""', matchers)))
        unknown_names += [f"{name}{{{label}}}" for label in labels - known.get(name, set())]
    # Without strings, matchers, groupings and durations, only metric names are left.
    rest = re.sub(r'"[^"]*"', "", expression)
    rest = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", rest)
    grouped = re.findall(r"\b(?:by|on|ignoring|without|group_left)\s*\(([^)]*)\)", rest)
    rest = re.sub(r"\b(?:by|on|ignoring|without|group_left)\s*\([^)]*\)", " ", rest)
    rest = re.sub(r"\boffset \d+[smhd]", " ", rest)
    rest = re.sub(r"label_values\((.*),\s*\w+\)", r"\1", rest)
    names = set(re.findall(r"[a-zA-Z_:][\w:]*", rest)) - KEYWORDS
    unknown_names += sorted(names - set(known))
    labels = {label.strip() for group in grouped for label in group.split(",")} - {""}
    created = set(re.findall(r'\),\s*"(\w+)",\s*"\$1"', expression)) if "label_replace(" in expression else set()
    all_labels = set().union(*known.values()) | created
    return unknown_names + sorted(labels - all_labels)


class AlertsTest(unittest.TestCase):
    """The alerting and recording rules."""

    def test_runbook_sections_match_the_alerts(self):
        text = (DOCS / "operations/alerts.md").read_text()
        headings = re.findall(r"^### (\w+)$", text, re.MULTILINE)
        self.assertEqual(sorted(headings), sorted(rule["alert"] for rule in alerts()))
        for rule in alerts():
            anchor = f"{{{{ $externalLabels.runbooks }}}}/docs/operations/alerts.md#{rule['alert'].lower()}"
            self.assertEqual(rule["annotations"]["runbook_url"], anchor)
            section = text.split(f"### {rule['alert']}\n")[1].split("\n#")[0].lower()
            for part in ("**meaning**", "**diagnosis**", "**mitigation**"):
                self.assertIn(part, section, rule["alert"])

    def test_alerts_have_a_severity_and_a_summary(self):
        for rule in alerts():
            self.assertIn(rule["labels"]["severity"], ("page", "ticket", "heartbeat"), rule["alert"])
            self.assertTrue(rule["annotations"]["summary"], rule["alert"])

    def test_each_fault_is_named_in_time(self):
        settings = yaml.safe_load((PROMETHEUS / "prometheus.yaml").read_text())["global"]
        waiting = seconds(settings["scrape_interval"]) + seconds(settings["evaluation_interval"])
        by_name = {rule["alert"]: rule for rule in alerts()}
        row = r"^\| ([^|]+) \| \[(\w+)\]\(#\w+\) \| (\w+) \| (\d+) \| (\d+) \|$"
        table = re.findall(row, (DOCS / "operations/alerts.md").read_text(), re.MULTILINE)
        self.assertEqual(sorted(fault for fault, *_ in table), sorted(FAULTS))
        for fault, alert, severity, delay, named in table:
            rule = by_name[alert]
            self.assertEqual(severity, rule["labels"]["severity"], fault)
            self.assertEqual(int(named), int(delay) + waiting + seconds(rule.get("for", "0s")), fault)
            self.assertLessEqual(int(named), 150, fault)
        pages = {rule["alert"] for rule in alerts() if rule["labels"]["severity"] == "page"}
        self.assertEqual(pages - {alert for _, alert, *_ in table}, SLOW)

    def test_runbooks_name_commands_of_the_cluster(self):
        text = (DOCS / "operations/alerts.md").read_text()
        self.assertEqual(re.findall(r"cargo xtask (?!generate|bus-cluster|drill alerts)\S+", text), [])

    def test_other_programs_metrics_are_scraped_and_kept(self):
        known, scraped = foreign_metrics(), jobs()
        for metric, source in sources().items():
            job = scraped[JOBS[source]]
            self.assertTrue(is_kept(job, metric, known[metric]), metric)

    def test_dropped_metrics_are_noticed(self):
        job = {"metric_relabel_configs": [{"source_labels": ["namespace"], "regex": "storefront", "action": "keep"}]}
        self.assertTrue(is_kept(job, "kube_pod_info", {"namespace", "pod"}))
        self.assertFalse(is_kept(job, "kube_node_info", {"node"}))

    def test_exporter_of_nats_asks_for_the_limits_of_the_streams(self):
        self.assertIn("jetstream_stream_limit_bytes", {name for rule in rules() for name in re.findall(r"\w+", rule["expr"])})
        patch = yaml.safe_load((topology.ROOT / "k8s/components/nats-metrics/exporter.yaml").read_text())
        (exporter,) = [one for one in patch["spec"]["template"]["spec"]["containers"] if one["name"] == "exporter"]
        # The other values of -jsz leave the streams' configuration out.
        self.assertTrue({"-jsz=consumers", "-jsz=all"} & set(exporter["args"]))

    def test_runbook_links_begin_with_a_setting(self):
        settings = yaml.safe_load((PROMETHEUS / "prometheus.yaml").read_text())
        self.assertEqual(settings["global"]["external_labels"]["runbooks"], "${RUNBOOKS}")
        # An undefined variable would leave the template without its label.
        self.assertTrue(load_compose()["services"]["prometheus"]["environment"]["RUNBOOKS"])

    def test_alerts_are_routed_by_severity(self):
        settings = yaml.safe_load((topology.ROOT / "deploy/alertmanager/alertmanager.yaml").read_text())
        routes = {route["matchers"][0]: route["receiver"] for route in settings["route"]["routes"]}
        self.assertEqual(routes, {'severity="page"': "page", 'severity="heartbeat"': "heartbeat"})
        self.assertEqual(settings["route"]["receiver"], "ticket")
        self.assertEqual({receiver["name"] for receiver in settings["receivers"]}, {"page", "ticket", "heartbeat"})
        (server,) = yaml.safe_load((PROMETHEUS / "prometheus.yaml").read_text())["alerting"]["alertmanagers"]
        self.assertEqual((server["dns_sd_configs"][0]["names"], server["dns_sd_configs"][0]["port"]), (["alertmanager"], 9093))

    def test_each_alert_fires_in_a_promtool_test(self):
        firing = set()
        for file in (PROMETHEUS / "tests").glob("*.yaml"):
            for test in yaml.safe_load(file.read_text())["tests"]:
                firing |= {one["alertname"] for one in test.get("alert_rule_test", []) if one["exp_alerts"]}
        self.assertEqual(firing, {rule["alert"] for rule in alerts()})

    def test_rules_query_existing_metrics(self):
        known = series()
        for rule in rules():
            self.assertEqual(unknown(rule["expr"], known), [], rule.get("alert", rule.get("record")))

    def test_objectives_have_a_budget_and_every_window(self):
        recorded = {}
        for rule in rules():
            if "objective" in rule.get("labels", {}):
                recorded.setdefault(rule["labels"]["objective"], set()).add(rule["record"])
        windows = {f"objective:errors:ratio_rate{window}" for window in ("5m", "30m", "1h", "6h", "3d")}
        table = re.findall(r"^\| `(\w+)` \|", (DOCS / "operations/alerts.md").read_text(), re.MULTILINE)
        self.assertEqual(set(recorded), set(table))
        for objective, names in recorded.items():
            events = {f"objective:events:increase{window}" for window in ("1h", "6h", "3d")}
            floor = {"objective:budget:ratio", "objective:errors:minimum"}
            self.assertEqual(names, windows | events | floor, objective)

    def test_every_service_is_expected_and_scraped(self):
        names = {service.name for service in topology.services()}
        expected = {rule["labels"]["service_name"] for rule in rules() if rule.get("record") == "storefront:expected"}
        self.assertEqual(expected, names)
        settings = yaml.safe_load((PROMETHEUS / "prometheus.yaml").read_text())
        (job,) = (job for job in settings["scrape_configs"] if job["job_name"] == "services")
        scraped = {name for group in job["dns_sd_configs"] for name in group["names"]}
        self.assertEqual(scraped, {f"{name}-admin" for name in names})
        links = set(load_compose()["services"]["prometheus"]["links"])
        self.assertEqual(links, {f"{name}:{name}-admin" for name in names})

    def test_all_rule_files_are_deployed(self):
        files = yaml.safe_load((PROMETHEUS / "kustomization.yaml").read_text())["configMapGenerator"][0]["files"]
        self.assertEqual(set(files), {file.name for file in PROMETHEUS.glob("*.yaml")} - {"kustomization.yaml"})

    def test_unknown_names_and_labels_are_reported(self):
        known = series()
        self.assertEqual(unknown("sum(rate(storefront_order_placed_total[5m]))", known), [])
        self.assertEqual(unknown("sum(storefront_orders_placed_total)", known), ["storefront_orders_placed_total"])
        self.assertEqual(unknown('up{servise="a"}', known), ["up{servise}"])
        self.assertEqual(unknown("max by (servise) (up)", known), ["servise"])


class DashboardsTest(unittest.TestCase):
    """The Grafana dashboards."""

    def test_files_match_the_generator(self):
        result = subprocess.run(
            [sys.executable, GRAFANA / "dashboards.py", "--check"], capture_output=True, text=True
        )
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_dashboards_query_existing_metrics(self):
        known = series()
        for name, dashboard in dashboards().items():
            for query in queries(dashboard):
                self.assertEqual(unknown(query, known), [], f"{name}: {query}")

    def test_every_documented_metric_is_shown(self):
        expressions = " ".join(query for dashboard in dashboards().values() for query in queries(dashboard))
        for name in documented_metrics():
            self.assertRegex(expressions, rf"\b{name}(_bucket|_count)?\b")

    def test_data_sources_are_provisioned(self):
        text = (GRAFANA / "provisioning/datasources/storefront.yaml").read_text()
        sources = {source["uid"] for source in yaml.safe_load(text)["datasources"]}
        for name, dashboard in dashboards().items():
            used = {target["datasource"]["uid"] for panel in dashboard["panels"] for target in panel["targets"]}
            self.assertLessEqual(used, sources, name)

    def test_dashboards_link_to_every_service_and_dashboard(self):
        for dashboard in dashboards().values():
            links = {link["url"] for link in dashboard["links"]}
            for service in topology.services():
                self.assertIn(f"/d/service?var-service={service.name}", links)
            for name in ("overview", "servers", "business", "bus"):
                self.assertIn(f"/d/{name}", links)
        self.assertEqual({dashboard["uid"] for dashboard in dashboards().values()}, set(dashboards()))

    def test_panels_link_to_traces_and_logs(self):
        for name in ("overview", "service", "servers", "business", "bus"):
            links = [
                link["title"]
                for panel in dashboards()[name]["panels"]
                for link in panel.get("fieldConfig", {}).get("defaults", {}).get("links", [])
            ]
            self.assertIn("Traces", links, name)
            self.assertIn("Logs", links, name)

    def test_panels_do_not_overlap(self):
        for name, dashboard in dashboards().items():
            occupied = set()
            for panel in dashboard["panels"]:
                position = panel["gridPos"]
                self.assertLessEqual(position["x"] + position["w"], 24, f"{name}: {panel['title']}")
                cells = {
                    (x, y)
                    for x in range(position["x"], position["x"] + position["w"])
                    for y in range(position["y"], position["y"] + position["h"])
                }
                self.assertEqual(cells & occupied, set(), f"{name}: {panel['title']}")
                occupied |= cells

    def test_dashboards_are_mounted(self):
        provider = yaml.safe_load((GRAFANA / "provisioning/dashboards/storefront.yaml").read_text())["providers"][0]
        folder = provider["options"]["path"]
        mounts = load_compose()["services"]["grafana"]["volumes"]
        self.assertIn(f"./grafana/dashboards:{folder}:ro", mounts)
        generators = yaml.safe_load((GRAFANA / "kustomization.yaml").read_text())["configMapGenerator"]
        files = {file for generator in generators for file in generator["files"]}
        self.assertLessEqual({f"dashboards/{name}.json" for name in dashboards()}, files)
        self.assertIn(folder, (topology.ROOT / "k8s/components/observability/grafana.yaml").read_text())
