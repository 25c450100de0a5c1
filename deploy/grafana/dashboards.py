"""Writes the dashboards: python3 deploy/grafana/dashboards.py. `--check` only says whether they are as written here."""

import json
import sys
from pathlib import Path
from urllib.parse import quote

FOLDER = Path(__file__).parent / "dashboards"
SERVICES = ("gateway", "catalog", "account", "cart", "order", "inquiry", "content", "notification")
PROMETHEUS = {"type": "prometheus", "uid": "prometheus"}
LOKI = {"type": "loki", "uid": "loki"}

REQUESTS = "http_server_request_duration_seconds"
RPCS = "rpc_server_call_duration_seconds"
CALLS = "rpc_client_call_duration_seconds"
OUR_FAULT = 'rpc_response_status_code=~"UNKNOWN|DEADLINE_EXCEEDED|UNIMPLEMENTED|INTERNAL|UNAVAILABLE|DATA_LOSS"'
RATE = "[$__rate_interval]"


def explore(title: str, source: str, query: dict) -> dict:
    """A link from a point of a graph to traces or logs of the time that is looked at."""
    pane = {"datasource": source, "queries": [{"refId": "A", **query}], "range": {"from": "FROM", "to": "TO"}}
    # Grafana fills in what stands in ${…}; everything else is part of an address.
    panes = quote(json.dumps({"a": pane}, separators=(",", ":")), safe="${}_.:")
    panes = panes.replace("FROM", "${__from}").replace("TO", "${__to}")
    return {"title": title, "url": f"/explore?schemaVersion=1&panes={panes}", "targetBlank": True}


def traces_and_logs(service: str) -> list[dict]:
    """Where a graph of a service leads."""
    traceql = f'{{resource.service.name=~"{service}"}}'
    return [
        explore("Traces", "tempo", {"queryType": "traceql", "query": traceql, "limit": 50}),
        explore("Logs", "loki", {"expr": f'{{service_name=~"{service}"}}'}),
    ]


def graph(title: str, *queries: tuple[str, str], unit: str = "short", why: str = "", links=(), top=None) -> dict:
    """Lines over time. A query is an expression and what its lines are called."""
    bounds = {"min": 0} if top is None else {"min": 0, "max": top}
    return {
        "type": "timeseries",
        "title": title,
        "description": why,
        "datasource": PROMETHEUS,
        "fieldConfig": {
            "defaults": {"unit": unit, "links": list(links), "custom": {"fillOpacity": 8}, **bounds},
            "overrides": [],
        },
        "options": {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}},
        "targets": [
            {"refId": chr(65 + at), "datasource": PROMETHEUS, "expr": expression, "legendFormat": name, "exemplar": True}
            for at, (expression, name) in enumerate(queries)
        ],
    }


def number(title: str, expression: str, unit: str = "short", why: str = "", bad_above=None, shows="") -> dict:
    """One number, red above a bound; or a label in its place."""
    steps = [{"color": "text", "value": None}]
    if bad_above is not None:
        steps = [{"color": "green", "value": None}, {"color": "red", "value": bad_above}]
    return {
        "type": "stat",
        "title": title,
        "description": why,
        "datasource": PROMETHEUS,
        "fieldConfig": {
            "defaults": {"unit": unit, "thresholds": {"mode": "absolute", "steps": steps}},
            "overrides": [],
        },
        "options": {"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "value", "textMode": "name" if shows else "value"},
        "targets": [{"refId": "A", "datasource": PROMETHEUS, "expr": expression, "legendFormat": shows or title}],
    }


def logs(title: str, query: str) -> dict:
    """Lines of the log, each of which leads to its trace."""
    return {
        "type": "logs",
        "title": title,
        "datasource": LOKI,
        "options": {"showTime": True, "wrapLogMessage": True, "enableLogDetails": True, "sortOrder": "Descending"},
        "targets": [{"refId": "A", "datasource": LOKI, "expr": query}],
    }


def alerts(title: str) -> dict:
    """What is firing."""
    expression = 'sum by (alertname, severity, service_name, objective) (ALERTS{alertstate="firing"})'
    return {
        "type": "table",
        "title": title,
        "description": "docs/operations/alerts.md says what to do.",
        "datasource": PROMETHEUS,
        "targets": [
            {"refId": "A", "datasource": PROMETHEUS, "expr": expression, "format": "table", "instant": True}
        ],
        "transformations": [{"id": "organize", "options": {"excludeByName": {"Time": True, "Value": True}}}],
    }


def quantiles(metric: str, matching: str = "", by: str = "") -> list[tuple[str, str]]:
    """The half, the 95th and the 99th of a hundred."""
    grouped = f"le, {by}" if by else "le"
    called = f"{{{{{by}}}}} " if by else ""
    return [
        (f"histogram_quantile({share}, sum by ({grouped}) (rate({metric}_bucket{{{matching}}}{RATE})))", called + name)
        for share, name in ((0.5, "half"), (0.95, "95 %"), (0.99, "99 %"))
    ]


def page(uid: str, title: str, rows: list[list[tuple[dict, int, int]]], variables=()) -> dict:
    """A dashboard. A row is panels with their width (of 24) and height."""
    panels, y = [], 0
    for row in rows:
        x = 0
        for panel, width, height in row:
            place = {"x": x, "y": y, "w": width, "h": height}
            panels.append({"id": len(panels) + 1, "gridPos": place, **panel})
            x += width
        y += max(height for _, _, height in row)
    pages = [
        {"title": name, "type": "link", "url": f"/d/{to}", "keepTime": True}
        for to, name in (("overview", "Overview"), ("business", "Business"), ("bus", "Bus"))
    ]
    services = [
        {"title": name, "type": "link", "url": f"/d/service?var-service={name}", "keepTime": True} for name in SERVICES
    ]
    return {
        "uid": uid,
        "title": title,
        "tags": ["storefront"],
        "schemaVersion": 41,
        "editable": False,
        "time": {"from": "now-3h", "to": "now"},
        "refresh": "30s",
        "links": pages + services,
        "templating": {"list": list(variables)},
        "panels": panels,
    }


def overview() -> dict:
    """How the shop is: traffic, errors, duration, saturation, and the objectives."""
    leads = traces_and_logs("gateway")
    errors = f'sum(rate({REQUESTS}_count{{http_response_status_code=~"5.."}}{RATE}))'
    budget = "1 - objective:errors:ratio_rate3d / on (objective) objective:budget:ratio"
    used = 'sum by (service_name) (db_client_connection_count{db_client_connection_state="used"})'
    return page(
        "overview",
        "Overview",
        [
            [
                (number("Requests in a second", f"sum(rate({REQUESTS}_count{RATE}))", "reqps"), 4, 4),
                (number("Failed", f"({errors} or vector(0)) / sum(rate({REQUESTS}_count{RATE}))", "percentunit", bad_above=0.001), 4, 4),
                (number("95 of 100 within", quantiles(REQUESTS)[1][0], "s", bad_above=0.5), 4, 4),
                (number("Orders today", "sum(increase(storefront_order_placed_total[24h]))"), 4, 4),
                (number("Oldest mail that waits", "max(storefront_mail_waiting_age_seconds)", "s", bad_above=900), 4, 4),
                (number("Dead letters", "sum(max by (messaging_consumer_group_name) (storefront_dead_letters))", bad_above=1), 4, 4),
            ],
            [
                (alerts("What is wrong"), 12, 7),
                (graph("Budget that is left, of three days", (budget, "{{objective}}"), unit="percentunit", top=1), 12, 7),
            ],
            [
                (graph("Traffic", (f"sum by (http_response_status_code) (rate({REQUESTS}_count{RATE}))", "{{http_response_status_code}}"), unit="reqps", links=leads), 8, 8),
                (graph("Errors", (f'sum by (http_route) (rate({REQUESTS}_count{{http_response_status_code=~"5.."}}{RATE}))', "{{http_route}}"), unit="reqps", links=leads), 8, 8),
                (graph("Duration", *quantiles(REQUESTS), unit="s", links=leads, why="A dot is a request: it leads to its trace."), 8, 8),
            ],
            [
                (graph("Requests at a time", ("sum by (instance) (http_server_active_requests)", "{{instance}}"), why="Above MAX_REQUESTS a gateway answers 503."), 8, 7),
                (graph("Connections to the databases", (f"{used} / sum by (service_name) (db_client_connection_max)", "{{service_name}}"), unit="percentunit", top=1), 8, 7),
                (graph("Rpcs that fail by our fault", (f"sum by (service_name) (rate({RPCS}_count{{{OUR_FAULT}}}{RATE}))", "{{service_name}}"), unit="reqps"), 8, 7),
            ],
        ],
    )


def service() -> dict:
    """One service; which one is chosen above."""
    variable = {
        "name": "service",
        "label": "Service",
        "type": "query",
        "datasource": PROMETHEUS,
        "query": {"query": 'label_values(up{job="services"}, service_name)', "refId": "A"},
        "current": {"text": "order", "value": "order"},
        "refresh": 1,
        "sort": 1,
    }
    own = 'service_name="$service"'
    leads = traces_and_logs("${service}")
    pool = f"sum by (db_client_connection_state) (db_client_connection_count{{{own}}})"
    return page(
        "service",
        "Service",
        [
            [
                (number("Processes", f'sum(up{{job="services",{own}}})'), 4, 4),
                (number("Rpcs in a second", f"sum(rate({RPCS}_count{{{own}}}{RATE}))", "reqps"), 5, 4),
                (number("95 of 100 rpcs within", quantiles(RPCS, own)[1][0], "s"), 5, 4),
                (number("Requests in a second", f"sum(rate({REQUESTS}_count{{{own}}}{RATE}))", "reqps", why="The gateway's."), 5, 4),
                (number("Version", f"count by (service_version) (target_info{{{own}}})", shows="{{service_version}}"), 5, 4),
            ],
            [
                (graph("Rpcs", (f"sum by (rpc_method) (rate({RPCS}_count{{{own}}}{RATE}))", "{{rpc_method}}"), unit="reqps", links=leads), 8, 8),
                (graph("Codes but OK", (f'sum by (rpc_response_status_code) (rate({RPCS}_count{{{own},rpc_response_status_code!="OK"}}{RATE}))', "{{rpc_response_status_code}}"), unit="reqps", links=leads), 8, 8),
                (graph("How long rpcs take", *quantiles(RPCS, own), unit="s", links=leads, why="A dot is an rpc: it leads to its trace."), 8, 8),
            ],
            [
                (graph("Requests by route (gateway)", (f"sum by (http_route) (rate({REQUESTS}_count{{{own}}}{RATE}))", "{{http_route}}"), unit="reqps", links=leads), 12, 8),
                (graph("95 of 100 requests within (gateway)", *quantiles(REQUESTS, own, "http_route")[1:2], unit="s", links=leads), 12, 8),
            ],
            [
                (graph("What it calls", (f"sum by (rpc_method) (rate({CALLS}_count{{{own}}}{RATE}))", "{{rpc_method}}"), unit="reqps", links=leads), 8, 8),
                (graph("95 of 100 calls within", *quantiles(CALLS, own, "rpc_method")[1:2], unit="s", links=leads), 8, 8),
                (graph("Connections to the database", (pool, "{{db_client_connection_state}}"), (f"sum(db_client_connection_max{{{own}}})", "most")), 8, 8),
            ],
            [(logs("Log: warnings and errors", '{service_name="$service"} | json | level=~"WARN|ERROR"'), 24, 10)],
        ],
        [variable],
    )


def business() -> dict:
    """What the shop is for."""
    placed = "sum(increase(storefront_order_placed_total[1h]))"
    value = "sum(increase(storefront_order_value_qepik_total[1h])) / 100"
    checkout = f'{REQUESTS}_count{{http_request_method="POST",http_route="/api/v1.0/orders"}}'
    leads = traces_and_logs("order")
    return page(
        "business",
        "Business",
        [
            [
                (number("Orders in 24 hours", "sum(increase(storefront_order_placed_total[24h]))"), 6, 4),
                (number("Their value", "sum(increase(storefront_order_value_qepik_total[24h])) / 100", "currencyAZN"), 6, 4),
                (number("Quotes in 24 hours", 'sum(increase(storefront_inquiry_received_total{kind="quote"}[24h]))'), 6, 4),
                (number("Carts that hold something", "max(storefront_carts_filled)"), 6, 4),
            ],
            [
                (graph("Orders in an hour", (placed, "orders"), links=leads), 12, 8),
                (graph("Value in an hour", (value, "AZN"), unit="currencyAZN"), 12, 8),
            ],
            [
                (graph("Tries to order, by answer", (f"sum by (http_response_status_code) (increase({checkout}[1h]))", "{{http_response_status_code}}"), links=leads, why="409: the price or the stock has changed. 5xx is ours."), 12, 8),
                (graph("Inquiries in an hour", ("sum by (kind) (increase(storefront_inquiry_received_total[1h]))", "{{kind}}"), links=traces_and_logs("inquiry")), 12, 8),
            ],
            [
                (graph("Pieces put into carts in an hour", ("sum(increase(storefront_cart_pieces_added_total[1h]))", "pieces")), 8, 8),
                (graph("Mail in an hour", ("sum by (outcome) (increase(storefront_mail_attempts_total[1h]))", "{{outcome}}"), ("max(storefront_mail_waiting)", "waiting now"), links=traces_and_logs("notification")), 8, 8),
                (graph("How long mail takes", *quantiles("storefront_mail_delay_seconds"), unit="s", links=traces_and_logs("notification")), 8, 8),
            ],
        ],
    )


def bus() -> dict:
    """Events from the outboxes to the consumers."""
    consumer, called = "messaging_consumer_group_name", "{{messaging_consumer_group_name}}"
    leads = traces_and_logs("cart|catalog|notification")
    took = quantiles("messaging_process_duration_seconds", "", consumer)[1:2]
    return page(
        "bus",
        "Bus",
        [
            [
                (number("NATS is reached by", "sum(storefront_bus_connected) / count(storefront_bus_connected)", "percentunit"), 6, 4),
                (number("Events that wait to be sent", "sum(max by (service_name) (storefront_outbox_events))", bad_above=1000), 6, 4),
                (number("Events to handle", f"sum(max by ({consumer}) (storefront_consumer_lag))", bad_above=100), 6, 4),
                (number("Dead letters", f"sum(max by ({consumer}) (storefront_dead_letters))", bad_above=1), 6, 4),
            ],
            [
                (graph("Sent", ("sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total[5m]))", "{{messaging_destination_name}}"), unit="reqps"), 12, 8),
                (graph("Delivered", (f"sum by ({consumer}) (rate(messaging_client_consumed_messages_total[5m]))", called), unit="reqps", links=leads), 12, 8),
            ],
            [
                (graph("How long the first in each outbox waits", ("max by (service_name) (storefront_outbox_age_seconds)", "{{service_name}}"), unit="s"), 8, 8),
                (graph("Events to handle", (f"max by ({consumer}) (storefront_consumer_lag)", called), links=leads), 8, 8),
                (graph("95 of 100 are handled within", *took, unit="s", links=leads, why="A dot is an event: it leads to its trace."), 8, 8),
            ],
            [
                (graph("Not handled, by why", (f'sum by ({consumer}, error_type) (rate(messaging_process_duration_seconds_count{{error_type!=""}}[5m]))', called + " {{error_type}}"), unit="reqps", links=leads), 8, 8),
                (graph("Put back to be tried again", (f"sum by ({consumer}) (rate(storefront_consumer_retries_total[5m]))", called), unit="reqps", links=leads), 8, 8),
                (graph("Set aside", (f"max by ({consumer}) (storefront_dead_letters)", called), (f"sum by ({consumer}) (increase(storefront_consumer_dead_letters_total[1h]))", called + " in the last hour"), links=leads), 8, 8),
            ],
        ],
    )


def main() -> None:
    """Writes or compares."""
    wrong = []
    for make in (overview, service, business, bus):
        path = FOLDER / f"{make.__name__}.json"
        text = json.dumps(make(), indent=2, ensure_ascii=False) + "\n"
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                wrong.append(path.name)
        else:
            path.write_text(text)
    if wrong:
        raise SystemExit(f"{', '.join(wrong)}: run python3 deploy/grafana/dashboards.py")


if __name__ == "__main__":
    main()
