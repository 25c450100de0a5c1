"""Alerts and dashboards ask for what there is, and each alert leads to what to do.

What the rules do, promtool tests: `cargo xtask test --only alerts`.
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

# What Prometheus makes by itself, and what the collector counts in traces.
FOREIGN = {"up": {"job", "instance", "service_name"}, "ALERTS": {"alertname", "alertstate", "severity"}}

# What the query language itself has.
WORDS = set(
    "sum rate increase max min count by on and or unless without group_left histogram_quantile vector "
    "label_values".split()
)


def measured() -> dict[str, tuple[str, set[str]]]:
    """The table of docs/telemetry.md: kind and labels by name."""
    found = {}
    for line in (DOCS / "telemetry.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 7 and cells[1].startswith("`"):
            found[cells[1].strip("`")] = (cells[2], set(re.findall(r"`(\w+)`", cells[3])))
    return found


def series() -> dict[str, set[str]]:
    """Everything that can be asked for, with its labels."""
    found = dict(FOREIGN)
    for name, (kind, labels) in measured().items():
        ends = ("_bucket", "_count", "_sum") if kind == "histogram" else ("",)
        for end in ends:
            found[name + end] = labels | {"service_name", "instance", "job"} | ({"le"} if end == "_bucket" else set())
    for rule in rules():
        if "record" in rule:
            found.setdefault(rule["record"], set()).update(rule.get("labels", {}))
    return found


def rules() -> list[dict]:
    """All recording and alerting rules."""
    files = sorted(PROMETHEUS.glob("*.rules.yaml"))
    return [rule for file in files for group in yaml.safe_load(file.read_text())["groups"] for rule in group["rules"]]


def alerts() -> list[dict]:
    """Those that alert."""
    return [rule for rule in rules() if "alert" in rule]


def pages() -> dict[str, dict]:
    """The dashboards by name."""
    return {file.stem: json.loads(file.read_text()) for file in sorted((GRAFANA / "dashboards").glob("*.json"))}


def queries(dashboard: dict) -> list[str]:
    """What a dashboard asks Prometheus."""
    asked = [
        target["expr"]
        for panel in dashboard["panels"]
        for target in panel["targets"]
        if target["datasource"]["uid"] == "prometheus"
    ]
    return asked + [variable["query"]["query"] for variable in dashboard["templating"]["list"]]


def unknown(expression: str, known: dict[str, set[str]]) -> list[str]:
    """The names in an expression that nothing has, and the labels that their names do not have."""
    wrong = []
    selectors = re.findall(r"([a-zA-Z_:][\w:]*)\{([^}]*)\}", expression)
    for name, matchers in selectors:
        labels = set(re.findall(r"(\w+)\s*(?:=~|!=|!~|=)", re.sub(r'"[^"]*"', '""', matchers)))
        wrong += [f"{name}{{{label}}}" for label in labels - known.get(name, set())]
    # What is left without texts, labels, groupings, durations and numbers are names.
    rest = re.sub(r'"[^"]*"', "", expression)
    rest = re.sub(r"\{[^}]*\}|\[[^\]]*\]", " ", rest)
    grouped = re.findall(r"\b(?:by|on|without|group_left)\s*\(([^)]*)\)", rest)
    rest = re.sub(r"\b(?:by|on|without|group_left)\s*\([^)]*\)", " ", rest)
    rest = re.sub(r"label_values\((.*),\s*\w+\)", r"\1", rest)
    names = set(re.findall(r"[a-zA-Z_:][\w:]*", rest)) - WORDS
    wrong += sorted(names - set(known))
    labels = {label.strip() for group in grouped for label in group.split(",")} - {""}
    everywhere = set().union(*known.values())
    return wrong + sorted(labels - everywhere)


class AlertsTest(unittest.TestCase):
    """What somebody is woken by."""

    def test_each_has_its_place_in_the_runbook_and_nothing_else_has(self):
        text = (DOCS / "operations/alerts.md").read_text()
        headings = re.findall(r"^### (\w+)$", text, re.MULTILINE)
        self.assertEqual(sorted(headings), sorted(rule["alert"] for rule in alerts()))
        for rule in alerts():
            place = f"docs/operations/alerts.md#{rule['alert'].lower()}"
            self.assertEqual(rule["annotations"]["runbook_url"], place)
            chapter = text.split(f"### {rule['alert']}\n")[1].split("\n#")[0].lower()
            for part in ("**meaning**", "**diagnosis**", "**mitigation**"):
                self.assertIn(part, chapter, rule["alert"])

    def test_each_says_what_it_is_and_how_urgent(self):
        for rule in alerts():
            self.assertIn(rule["labels"]["severity"], ("page", "ticket"), rule["alert"])
            self.assertTrue(rule["annotations"]["summary"], rule["alert"])

    def test_each_is_seen_to_come_by_a_test_of_its_own(self):
        firing = set()
        for file in (PROMETHEUS / "tests").glob("*.yaml"):
            for test in yaml.safe_load(file.read_text())["tests"]:
                firing |= {one["alertname"] for one in test.get("alert_rule_test", []) if one["exp_alerts"]}
        self.assertEqual(firing, {rule["alert"] for rule in alerts()})

    def test_rules_ask_for_what_there_is(self):
        known = series()
        for rule in rules():
            self.assertEqual(unknown(rule["expr"], known), [], rule.get("alert", rule.get("record")))

    def test_each_objective_has_a_budget_and_every_window(self):
        recorded = {}
        for rule in rules():
            if "objective" in rule.get("labels", {}):
                recorded.setdefault(rule["labels"]["objective"], set()).add(rule["record"])
        windows = {f"objective:errors:ratio_rate{window}" for window in ("5m", "30m", "1h", "6h", "3d")}
        table = re.findall(r"^\| `(\w+)` \|", (DOCS / "operations/alerts.md").read_text(), re.MULTILINE)
        self.assertEqual(set(recorded), set(table))
        for objective, names in recorded.items():
            self.assertEqual(names, windows | {"objective:budget:ratio"}, objective)

    def test_every_service_is_expected_and_looked_for(self):
        names = {service.name for service in topology.services()}
        expected = {rule["labels"]["service_name"] for rule in rules() if rule.get("record") == "storefront:expected"}
        self.assertEqual(expected, names)
        settings = yaml.safe_load((PROMETHEUS / "prometheus.yaml").read_text())
        (job,) = (job for job in settings["scrape_configs"] if job["job_name"] == "services")
        looked_for = {name for group in job["dns_sd_configs"] for name in group["names"]}
        self.assertEqual(looked_for, {f"{name}-admin" for name in names})
        links = set(load_compose()["services"]["prometheus"]["links"])
        self.assertEqual(links, {f"{name}:{name}-admin" for name in names})

    def test_all_rules_are_deployed(self):
        files = yaml.safe_load((PROMETHEUS / "kustomization.yaml").read_text())["configMapGenerator"][0]["files"]
        self.assertEqual(set(files), {file.name for file in PROMETHEUS.glob("*.yaml")} - {"kustomization.yaml"})

    def test_a_name_or_label_that_there_is_not_is_found(self):
        known = series()
        self.assertEqual(unknown("sum(rate(storefront_order_placed_total[5m]))", known), [])
        self.assertEqual(unknown("sum(storefront_orders_placed_total)", known), ["storefront_orders_placed_total"])
        self.assertEqual(unknown('up{servise="a"}', known), ["up{servise}"])
        self.assertEqual(unknown("max by (servise) (up)", known), ["servise"])


class DashboardsTest(unittest.TestCase):
    """What somebody looks at."""

    def test_they_are_what_the_script_makes(self):
        outcome = subprocess.run(
            [sys.executable, GRAFANA / "dashboards.py", "--check"], capture_output=True, text=True
        )
        self.assertEqual(outcome.returncode, 0, outcome.stderr)

    def test_they_ask_for_what_there_is(self):
        known = series()
        for name, dashboard in pages().items():
            for query in queries(dashboard):
                # `$__rate_interval` is a duration, `$service` stands in a text.
                self.assertEqual(unknown(query, known), [], f"{name}: {query}")

    def test_every_name_of_the_page_is_looked_at(self):
        asked = " ".join(query for dashboard in pages().values() for query in queries(dashboard))
        for name in measured():
            self.assertRegex(asked, rf"\b{name}(_bucket|_count)?\b")

    def test_sources_are_those_of_the_provisioning(self):
        text = (GRAFANA / "provisioning/datasources/storefront.yaml").read_text()
        sources = {source["uid"] for source in yaml.safe_load(text)["datasources"]}
        for name, dashboard in pages().items():
            used = {target["datasource"]["uid"] for panel in dashboard["panels"] for target in panel["targets"]}
            self.assertLessEqual(used, sources, name)

    def test_each_service_has_its_link_and_its_page(self):
        for dashboard in pages().values():
            links = {link["url"] for link in dashboard["links"]}
            for service in topology.services():
                self.assertIn(f"/d/service?var-service={service.name}", links)
            for name in ("overview", "business", "bus"):
                self.assertIn(f"/d/{name}", links)
        self.assertEqual({dashboard["uid"] for dashboard in pages().values()}, set(pages()))

    def test_graphs_lead_to_traces_and_logs(self):
        for name in ("overview", "service", "business", "bus"):
            leads = [
                link["title"]
                for panel in pages()[name]["panels"]
                for link in panel.get("fieldConfig", {}).get("defaults", {}).get("links", [])
            ]
            self.assertIn("Traces", leads, name)
            self.assertIn("Logs", leads, name)

    def test_panels_lie_beside_each_other(self):
        for name, dashboard in pages().items():
            taken = set()
            for panel in dashboard["panels"]:
                place = panel["gridPos"]
                self.assertLessEqual(place["x"] + place["w"], 24, f"{name}: {panel['title']}")
                cells = {
                    (x, y)
                    for x in range(place["x"], place["x"] + place["w"])
                    for y in range(place["y"], place["y"] + place["h"])
                }
                self.assertEqual(cells & taken, set(), f"{name}: {panel['title']}")
                taken |= cells

    def test_grafana_finds_them(self):
        provider = yaml.safe_load((GRAFANA / "provisioning/dashboards/storefront.yaml").read_text())["providers"][0]
        folder = provider["options"]["path"]
        mounts = load_compose()["services"]["grafana"]["volumes"]
        self.assertIn(f"./grafana/dashboards:{folder}:ro", mounts)
        generators = yaml.safe_load((GRAFANA / "kustomization.yaml").read_text())["configMapGenerator"]
        files = {file for generator in generators for file in generator["files"]}
        self.assertLessEqual({f"dashboards/{name}.json" for name in pages()}, files)
        self.assertIn(folder, (topology.ROOT / "k8s/components/observability/grafana.yaml").read_text())
