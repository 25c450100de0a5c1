"""Generates the dashboards' JSON: python3 deploy/grafana/dashboards.py. `--check` fails if the files are out of date."""

import json
import sys
from pathlib import Path
from urllib.parse import quote

FOLDER = Path(__file__).parent / "dashboards"
# BEGIN GENERATED services (cargo xtask generate)
SERVICES = ("gateway", "catalog", "account", "cart", "order", "inquiry", "content", "notification")
# END GENERATED
PROMETHEUS = {"type": "prometheus", "uid": "prometheus"}
LOKI = {"type": "loki", "uid": "loki"}

REQUESTS = "http_server_request_duration_seconds"
RPCS = "rpc_server_call_duration_seconds"
CALLS = "rpc_client_call_duration_seconds"
SERVER_ERRORS = 'rpc_response_status_code=~"UNKNOWN|DEADLINE_EXCEEDED|UNIMPLEMENTED|INTERNAL|UNAVAILABLE|DATA_LOSS"'
RATE = "[$__rate_interval]"

# The callee is the package of the method: `catalog` of `storefront.catalog.v1.Catalog/List`.
CALL_ERRORS = (
    f"sum by (service_name, callee, rpc_response_status_code) (label_replace(rate({CALLS}_count{{{SERVER_ERRORS}}}{RATE}), "
    '"callee", "$1", "rpc_method", "(?:.+[.])?([a-z_]+)[.]v[0-9]+[.].*"))'
)


def journey(name: str, matchers: str, bound: str) -> tuple[str, str]:
    """A query for the share of a journey's requests that take at most `bound` seconds."""
    within = f'sum(rate({REQUESTS}_bucket{{{matchers},le="{bound}"}}[5m]))'
    return f"{within} / sum(rate({REQUESTS}_count{{{matchers}}}[5m]))", f"{name}, at most {bound} s"


JOURNEYS = [
    journey("browse", 'http_request_method="GET",http_route=~"/api/v1.0/products.*"', "0.5"),
    journey("cart", 'http_request_method!="GET",http_route=~"/api/v1.0/carts/.*"', "0.5"),
    journey("checkout", 'http_request_method="POST",http_route="/api/v1.0/orders"', "1.0"),
    journey("sign-in", 'http_request_method="POST",http_route=~"/api/v1.0/Auth/(register|sign-in)"', "1.0"),
]


def explore(title: str, source: str, query: dict) -> dict:
    """A data link to traces or logs for the dashboard's time range."""
    pane = {"datasource": source, "queries": [{"refId": "A", **query}], "range": {"from": "FROM", "to": "TO"}}
    # Grafana substitutes `${…}`; everything else is percent-encoded.
    panes = quote(json.dumps({"a": pane}, separators=(",", ":")), safe="${}_.:")
    panes = panes.replace("FROM", "${__from}").replace("TO", "${__to}")
    return {"title": title, "url": f"/explore?schemaVersion=1&panes={panes}", "targetBlank": True}


def traces_and_logs(service: str) -> list[dict]:
    """Data links to the traces and the logs of a service."""
    traceql = f'{{resource.service.name=~"{service}"}}'
    return [
        explore("Traces", "tempo", {"queryType": "traceql", "query": traceql, "limit": 50}),
        explore("Logs", "loki", {"expr": f'{{service_name=~"{service}"}}'}),
    ]


def timeseries(title: str, *queries: tuple[str, str], unit: str = "short", description: str = "", links=(), maximum=None) -> dict:
    """A time series panel. A query is a pair of expression and legend."""
    bounds = {"min": 0} if maximum is None else {"min": 0, "max": maximum}
    return {
        "type": "timeseries",
        "title": title,
        "description": description,
        "datasource": PROMETHEUS,
        "fieldConfig": {
            "defaults": {"unit": unit, "links": list(links), "custom": {"fillOpacity": 8}, **bounds},
            "overrides": [],
        },
        "options": {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}},
        "targets": [
            {"refId": chr(65 + index), "datasource": PROMETHEUS, "expr": expression, "legendFormat": legend, "exemplar": True}
            for index, (expression, legend) in enumerate(queries)
        ],
    }


def stat(title: str, expression: str, unit: str = "short", description: str = "", threshold=None, label="") -> dict:
    """A stat panel, red from `threshold` on. Shows `label` instead of the value if given."""
    steps = [{"color": "text", "value": None}]
    if threshold is not None:
        steps = [{"color": "green", "value": None}, {"color": "red", "value": threshold}]
    return {
        "type": "stat",
        "title": title,
        "description": description,
        "datasource": PROMETHEUS,
        "fieldConfig": {
            "defaults": {"unit": unit, "thresholds": {"mode": "absolute", "steps": steps}},
            "overrides": [],
        },
        "options": {"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "value", "textMode": "name" if label else "value"},
        "targets": [{"refId": "A", "datasource": PROMETHEUS, "expr": expression, "legendFormat": label or title}],
    }


def logs(title: str, query: str) -> dict:
    """A logs panel."""
    return {
        "type": "logs",
        "title": title,
        "datasource": LOKI,
        "options": {"showTime": True, "wrapLogMessage": True, "enableLogDetails": True, "sortOrder": "Descending"},
        "targets": [{"refId": "A", "datasource": LOKI, "expr": query}],
    }


def firing_alerts(title: str) -> dict:
    """A table of the firing alerts."""
    expression = 'sum by (alertname, severity, service_name, objective) (ALERTS{alertstate="firing"})'
    return {
        "type": "table",
        "title": title,
        "description": "Runbook: docs/operations/alerts.md.",
        "datasource": PROMETHEUS,
        "targets": [
            {"refId": "A", "datasource": PROMETHEUS, "expr": expression, "format": "table", "instant": True}
        ],
        "transformations": [{"id": "organize", "options": {"excludeByName": {"Time": True, "Value": True}}}],
    }


def quantiles(metric: str, matching: str = "", by: str = "") -> list[tuple[str, str]]:
    """Queries for p50, p95 and p99 of a histogram."""
    grouped = f"le, {by}" if by else "le"
    prefix = f"{{{{{by}}}}} " if by else ""
    return [
        (f"histogram_quantile({quantile}, sum by ({grouped}) (rate({metric}_bucket{{{matching}}}{RATE})))", prefix + legend)
        for quantile, legend in ((0.5, "p50"), (0.95, "p95"), (0.99, "p99"))
    ]


def dashboard(uid: str, title: str, rows: list[list[tuple[dict, int, int]]], variables=()) -> dict:
    """A dashboard. A row is a list of panels with their width (of 24) and height."""
    panels, y = [], 0
    for row in rows:
        x = 0
        for panel, width, height in row:
            position = {"x": x, "y": y, "w": width, "h": height}
            panels.append({"id": len(panels) + 1, "gridPos": position, **panel})
            x += width
        y += max(height for _, _, height in row)
    dashboards = [
        {"title": name, "type": "link", "url": f"/d/{target}", "keepTime": True}
        for target, name in (("overview", "Overview"), ("servers", "Servers"), ("business", "Business"), ("bus", "Event bus"))
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
        "links": dashboards + services,
        "templating": {"list": list(variables)},
        "panels": panels,
    }


def overview() -> dict:
    """Traffic, errors, latency, saturation and the objectives."""
    links = traces_and_logs("gateway")
    errors = f'sum(rate({REQUESTS}_count{{http_response_status_code=~"5.."}}{RATE}))'
    budget = "1 - objective:errors:ratio_rate3d / on (objective) objective:budget:ratio"
    used = 'sum by (db_client_connection_pool_name) (db_client_connection_count{db_client_connection_state="used"})'
    return dashboard(
        "overview",
        "Overview",
        [
            [
                (stat("Request rate", f"sum(rate({REQUESTS}_count{RATE}))", "reqps"), 4, 4),
                (stat("Error ratio", f"({errors} or vector(0)) / sum(rate({REQUESTS}_count{RATE}))", "percentunit", threshold=0.001), 4, 4),
                (stat("p95 latency", quantiles(REQUESTS)[1][0], "s", threshold=0.5), 4, 4),
                (stat("Orders, last 24 h", "sum(increase(storefront_order_placed_total[24h]))"), 4, 4),
                (stat("Oldest queued mail", "max(storefront_mail_waiting_age_seconds)", "s", threshold=900), 4, 4),
                (stat("Dead letters", "sum(max by (messaging_consumer_group_name) (storefront_dead_letters))", threshold=1), 4, 4),
            ],
            [
                (firing_alerts("Firing alerts"), 12, 7),
                (timeseries("Remaining error budget, last 3 days", (budget, "{{objective}}"), unit="percentunit", maximum=1), 12, 7),
            ],
            [
                (timeseries("Requests by status", (f"sum by (http_response_status_code) (rate({REQUESTS}_count{RATE}))", "{{http_response_status_code}}"), unit="reqps", links=links), 8, 8),
                (timeseries("Server errors by route", (f'sum by (http_route) (rate({REQUESTS}_count{{http_response_status_code=~"5.."}}{RATE}))', "{{http_route}}"), unit="reqps", links=links), 8, 8),
                (timeseries("Latency", *quantiles(REQUESTS), unit="s", links=links, description="A dot is an exemplar; click it to open its trace."), 8, 8),
            ],
            [
                (timeseries("Errors of outgoing calls, by caller, callee and code", (CALL_ERRORS, "{{service_name}} to {{callee}}: {{rpc_response_status_code}}"), unit="reqps", links=traces_and_logs("|".join(SERVICES))), 12, 8),
                (timeseries("Latency by journey, share within its objective", *JOURNEYS, unit="percentunit", maximum=1, links=links, description="Reads are most requests; each journey has a line of its own, so that the others do not hide it."), 12, 8),
            ],
            [
                (timeseries("Active requests", ("sum by (instance) (http_server_active_requests)", "{{instance}}"), ("sum by (instance) (rate(storefront_gateway_connections_rejected_total[5m]))", "{{instance}}: rejected connections per second"), description="A gateway instance answers 503 above MAX_REQUESTS, and closes connections above MAX_CONNECTIONS_PER_ADDRESS."), 8, 7),
                (timeseries("Database pool utilization", (f"{used} / sum by (db_client_connection_pool_name) (db_client_connection_max)", "{{db_client_connection_pool_name}}"), unit="percentunit", maximum=1), 8, 7),
                (timeseries("RPC server errors", (f"sum by (service_name) (rate({RPCS}_count{{{SERVER_ERRORS}}}{RATE}))", "{{service_name}}"), unit="reqps"), 8, 7),
            ],
            [
                (timeseries("Cache hits of the gateway", (f'sum by (cache) (rate(storefront_gateway_cache_lookups_total{{result="hit"}}{RATE})) / sum by (cache) (rate(storefront_gateway_cache_lookups_total{RATE}))', "{{cache}}"), unit="percentunit", maximum=1), 12, 7),
                (timeseries("Evictions of the gateway's caches", ("sum by (cache) (rate(storefront_gateway_cache_evictions_total[5m]))", "{{cache}}"), unit="reqps", description="Many evictions with few hits: raise CACHE_MIB."), 12, 7),
            ],
            [
                (timeseries("Proxies that are not trusted", ("max(storefront_gateway_unknown_proxies)", "addresses"), description="They forward most requests. The log of the gateway names them."), 24, 7),
            ],
            [
                (timeseries("Refusals for security", ("sum by (refusal) (increase(storefront_gateway_refusals_total[15m]))", "{{refusal}}"), description="In 15 minutes. The log of the gateway has each one."), 24, 7),
            ],
        ],
    )


def service() -> dict:
    """One service, selected by a variable."""
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
    links = traces_and_logs("${service}")
    pool = f"sum by (db_client_connection_pool_name, db_client_connection_state) (db_client_connection_count{{{own}}})"
    return dashboard(
        "service",
        "Service",
        [
            [
                (stat("Instances", f'sum(up{{job="services",{own}}})'), 4, 4),
                (stat("RPC rate", f"sum(rate({RPCS}_count{{{own}}}{RATE}))", "reqps"), 5, 4),
                (stat("RPC p95 latency", quantiles(RPCS, own)[1][0], "s"), 5, 4),
                (stat("HTTP request rate", f"sum(rate({REQUESTS}_count{{{own}}}{RATE}))", "reqps", description="Gateway only."), 5, 4),
                (stat("Version", f"count by (version, revision) (storefront_build_info{{{own}}} and on (instance) target_info)", label="{{version}} {{revision}}"), 5, 4),
            ],
            [
                (timeseries("RPCs by method", (f"sum by (rpc_method) (rate({RPCS}_count{{{own}}}{RATE}))", "{{rpc_method}}"), unit="reqps", links=links), 8, 8),
                (timeseries("RPC errors by code", (f'sum by (rpc_response_status_code) (rate({RPCS}_count{{{own},rpc_response_status_code!="OK"}}{RATE}))', "{{rpc_response_status_code}}"), unit="reqps", links=links), 8, 8),
                (timeseries("RPC latency", *quantiles(RPCS, own), unit="s", links=links, description="A dot is an exemplar; click it to open its trace."), 8, 8),
            ],
            [
                (timeseries("HTTP requests by route (gateway)", (f"sum by (http_route) (rate({REQUESTS}_count{{{own}}}{RATE}))", "{{http_route}}"), unit="reqps", links=links), 12, 8),
                (timeseries("HTTP p95 latency by route (gateway)", *quantiles(REQUESTS, own, "http_route")[1:2], unit="s", links=links), 12, 8),
            ],
            [
                (timeseries("Outgoing RPCs by method", (f"sum by (rpc_method) (rate({CALLS}_count{{{own}}}{RATE}))", "{{rpc_method}}"), unit="reqps", links=links), 8, 8),
                (timeseries("Outgoing RPC p95 latency", *quantiles(CALLS, own, "rpc_method")[1:2], unit="s", links=links), 8, 8),
                (timeseries("Database connections", (pool, "{{db_client_connection_pool_name}} {{db_client_connection_state}}"), (f"sum by (db_client_connection_pool_name) (db_client_connection_max{{{own}}})", "{{db_client_connection_pool_name}} max")), 8, 8),
            ],
            [(logs("Logs: warnings and errors", '{service_name="$service"} | json | level=~"WARN|ERROR"'), 24, 10)],
        ],
        [variable],
    )


def business() -> dict:
    """Orders, inquiries, carts and mail."""
    placed = "sum(increase(storefront_order_placed_total[1h]))"
    value = "sum(increase(storefront_order_value_qepik_total[1h])) / 100"
    checkout = f'{REQUESTS}_count{{http_request_method="POST",http_route="/api/v1.0/orders"}}'
    links = traces_and_logs("order")
    return dashboard(
        "business",
        "Business",
        [
            [
                (stat("Orders, last 24 h", "sum(increase(storefront_order_placed_total[24h]))"), 6, 4),
                (stat("Order value, last 24 h", "sum(increase(storefront_order_value_qepik_total[24h])) / 100", "currencyAZN"), 6, 4),
                (stat("Quote requests, last 24 h", 'sum(increase(storefront_inquiry_received_total{kind="quote"}[24h]))'), 6, 4),
                (stat("Non-empty carts", "max(storefront_carts_filled)"), 6, 4),
            ],
            [
                (timeseries("Orders per hour", (placed, "orders"), ("sum(increase(storefront_order_lapsed_total[1h]))", "lapsed"), ("sum(increase(storefront_order_rejected_total[1h]))", "rejected by a limit"), links=links), 12, 8),
                (timeseries("Order value per hour", (value, "AZN"), unit="currencyAZN"), 12, 8),
            ],
            [
                (timeseries("Orders whose sums differ from their payments", ("max(storefront_order_differing_sums)", "orders"), description="Compared each night."), 12, 7),
                (timeseries("Pieces held by unpaid orders of one", ("max by (by) (storefront_order_held_pieces)", "{{by}}"), description="The account and the client address that hold the most."), 12, 7),
            ],
            [
                (timeseries("Checkout requests per hour, by status", (f"sum by (http_response_status_code) (increase({checkout}[1h]))", "{{http_response_status_code}}"), links=links, description="409: price or stock changed. 5xx: server error."), 12, 8),
                (timeseries("Inquiries per hour", ("sum by (kind) (increase(storefront_inquiry_received_total[1h]))", "{{kind}}"), links=traces_and_logs("inquiry")), 12, 8),
            ],
            [
                (timeseries("Items added to carts per hour", ("sum(increase(storefront_cart_pieces_added_total[1h]))", "items")), 8, 8),
                (timeseries("Mail attempts per hour", ("sum by (outcome) (increase(storefront_mail_attempts_total[1h]))", "{{outcome}}"), ("max(storefront_mail_waiting)", "queued now"), links=traces_and_logs("notification")), 8, 8),
                (timeseries("Mail delay", *quantiles("storefront_mail_delay_seconds"), unit="s", links=traces_and_logs("notification")), 8, 8),
            ],
        ],
    )


def bus() -> dict:
    """Events from the outboxes to the consumers."""
    consumer, legend = "messaging_consumer_group_name", "{{messaging_consumer_group_name}}"
    links = traces_and_logs("cart|catalog|notification")
    processing = quantiles("messaging_process_duration_seconds", "", consumer)[1:2]
    return dashboard(
        "bus",
        "Event bus",
        [
            [
                (stat("Connected to NATS", "sum(storefront_bus_connected) / count(storefront_bus_connected)", "percentunit"), 6, 4),
                (stat("Unpublished events", "sum(max by (service_name) (storefront_outbox_events))", threshold=1000), 6, 4),
                (stat("Pending events", f"sum(max by ({consumer}) (storefront_consumer_lag))", threshold=100), 6, 4),
                (stat("Dead letters", f"sum(max by ({consumer}) (storefront_dead_letters))", threshold=1), 6, 4),
            ],
            [
                (timeseries("Published events", ("sum by (messaging_destination_name) (rate(messaging_client_sent_messages_total[5m]))", "{{messaging_destination_name}}"), unit="reqps"), 12, 8),
                (timeseries("Delivered events", (f"sum by ({consumer}) (rate(messaging_client_consumed_messages_total[5m]))", legend), unit="reqps", links=links), 12, 8),
            ],
            [
                (timeseries("Outbox age", ("max by (service_name) (storefront_outbox_age_seconds)", "{{service_name}}"), unit="s"), 8, 8),
                (timeseries("Consumer lag", (f"max by ({consumer}) (storefront_consumer_lag)", legend), links=links), 8, 8),
                (timeseries("p95 processing time", *processing, unit="s", links=links, description="A dot is an exemplar; click it to open its trace."), 8, 8),
            ],
            [
                (timeseries("Processing errors by type", (f'sum by ({consumer}, error_type) (rate(messaging_process_duration_seconds_count{{error_type!=""}}[5m]))', legend + " {{error_type}}"), unit="reqps", links=links), 8, 8),
                (timeseries("Retries", (f"sum by ({consumer}) (rate(storefront_consumer_retries_total[5m]))", legend), unit="reqps", links=links), 8, 8),
                (timeseries("Dead letters", (f"max by ({consumer}) (storefront_dead_letters)", legend), (f"sum by ({consumer}) (increase(storefront_consumer_dead_letters_total[1h]))", legend + " (last hour)"), links=links), 8, 8),
            ],
        ],
    )


def servers() -> dict:
    """PostgreSQL, the pooler, NATS, the entrance, the telemetry pipeline and the containers."""
    own = 'namespace="storefront"'
    container = "{{pod}} {{container}}"
    streams = "jetstream_stream_total_bytes / (jetstream_stream_limit_bytes > 0)"
    throttled = f"sum by (pod, container) (rate(container_cpu_cfs_throttled_periods_total{{{own}}}{RATE})) / sum by (pod, container) (rate(container_cpu_cfs_periods_total{{{own}}}{RATE}))"
    volumes = f"max by (persistentvolumeclaim) (1 - kubelet_volume_stats_available_bytes{{{own}}} / kubelet_volume_stats_capacity_bytes{{{own}}})"
    components = "Empty without the component {}."
    return dashboard(
        "servers",
        "Servers",
        [
            [
                (stat("Services that reach their database", 'sum(max by (service_name) (storefront_database_up{path="direct"})) / count(max by (service_name) (storefront_database_up{path="direct"}))', "percentunit"), 6, 4),
                (stat("PostgreSQL primaries", "count(cnpg_pg_replication_in_recovery == 0)", description=components.format("postgres-cluster")), 6, 4),
                (stat("Nodes that are not ready", 'count(max by (node) (kube_node_status_condition{condition="Ready",status="true"}) == 0) or vector(0)', threshold=1), 6, 4),
                (stat("Certificate at the public address", 'min(probe_ssl_earliest_cert_expiry{job="shop-probe"}) - time()', "s", description=components.format("probes")), 6, 4),
            ],
            [
                (timeseries("Database reached, directly and through the pooler", ("max by (service_name, path) (storefront_database_up)", "{{service_name}} {{path}}"), ("max by (service_name) (storefront_serving_from_copy)", "{{service_name}} from its copy"), maximum=1, links=traces_and_logs("catalog|account|cart|order|inquiry|content|notification")), 8, 8),
                (timeseries("PostgreSQL connections by database", ("sum by (datname) (cnpg_backends_total)", "{{datname}}"), ('max(cnpg_pg_settings_setting{name="max_connections"})', "max_connections"), description=components.format("postgres-cluster")), 8, 8),
                (timeseries("Sessions that wait for locks", ("max by (instance) (cnpg_backends_waiting_total)", "{{instance}}"), description=components.format("postgres-cluster")), 8, 8),
            ],
            [
                (timeseries("Oldest transaction", ("max by (datname) (cnpg_backends_max_tx_duration_seconds)", "{{datname}}"), unit="s", description=components.format("postgres-cluster")), 8, 8),
                (timeseries("Replication lag", ("max by (instance) (cnpg_pg_replication_lag)", "{{instance}}"), ("max(cnpg_pg_replication_streaming_replicas)", "streaming replicas"), unit="s", description=components.format("postgres-cluster")), 8, 8),
                (timeseries("Waiting in the pooler", ("sum by (database) (cnpg_pgbouncer_pools_cl_waiting)", "{{database}} waiting"), ("sum by (database) (cnpg_pgbouncer_pools_cl_active)", "{{database}} active"), ("max(cnpg_pgbouncer_pools_maxwait)", "longest wait, s"), description=components.format("postgres-cluster")), 8, 8),
            ],
            [
                (timeseries("Stream size, share of its limit", (f"max by (stream_name) ({streams})", "{{stream_name}}"), unit="percentunit", maximum=1, description=components.format("nats-metrics")), 8, 8),
                (timeseries("Messages in the stream", ("max by (stream_name) (jetstream_stream_total_messages)", "{{stream_name}}"), description=components.format("nats-metrics")), 8, 8),
                (timeseries("NATS storage by server", ("jetstream_server_total_message_bytes / jetstream_server_max_storage", "{{server_name}}"), unit="percentunit", maximum=1, description=components.format("nats-metrics")), 8, 8),
            ],
            [
                (timeseries("Probes", ("probe_success", "{{job}}"), maximum=1, description="The public address through ingress controller and certificate; the cluster's name server. " + components.format("probes")), 8, 8),
                (timeseries("Duration of the probes", ("probe_duration_seconds", "{{job}}"), unit="s", description=components.format("probes")), 8, 8),
                (timeseries("Answering instances, by job", ("sum by (job) (up)", "{{job}}")), 8, 8),
            ],
            [
                (timeseries("Queues of the collector", ("sum by (exporter) (otelcol_exporter_queue_size)", "{{exporter}}"), ("max(otelcol_exporter_queue_capacity)", "capacity"), description="A growing queue: its store does not answer."), 8, 8),
                (timeseries("Spans per second, by service", (f"sum by (service_name) (rate(traces_span_metrics_calls_total{RATE}))", "{{service_name}}"), unit="reqps"), 8, 8),
                (timeseries("Volumes", (volumes, "{{persistentvolumeclaim}}"), unit="percentunit", maximum=1, description=components.format("cluster-metrics")), 8, 8),
            ],
            [
                (timeseries("CPU by container", (f"sum by (pod, container) (rate(container_cpu_usage_seconds_total{{{own}}}{RATE}))", container), description=components.format("cluster-metrics")), 8, 8),
                (timeseries("Throttled periods", (throttled, container), unit="percentunit", maximum=1, description=components.format("cluster-metrics")), 8, 8),
                (timeseries("Memory by container", (f"max by (pod, container) (container_memory_working_set_bytes{{{own}}})", container), (f"sum by (pod, container) (increase(kube_pod_container_status_restarts_total{{{own}}}[1h]))", container + " restarts"), unit="bytes", description=components.format("cluster-metrics")), 8, 8),
            ],
        ],
    )


def main() -> None:
    """Writes the files, or compares them."""
    stale = []
    for make in (overview, service, servers, business, bus):
        path = FOLDER / f"{make.__name__}.json"
        text = json.dumps(make(), indent=2, ensure_ascii=False) + "\n"
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                stale.append(path.name)
        else:
            path.write_text(text)
    if stale:
        raise SystemExit(f"{', '.join(stale)}: run python3 deploy/grafana/dashboards.py")


if __name__ == "__main__":
    main()
