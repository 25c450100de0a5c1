//! Trace propagation through a checkout.

use reqwest::Method;
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, Span, TraceSink, eventually_within};

/// Trace and span id of the `traceparent` header.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const SPAN: &str = "b7ad6b7169203331";

/// Services and span names of the trace, between gateway and cart.
const INNER_SPANS: [(&str, &str); 8] = [
    ("order", "CreateOrder"),
    ("catalog", "ReserveStock"),
    ("account", "GetDiscount"),
    ("catalog", "created process"),
    ("notification", "created process"),
    ("notification", "send mail order_received"),
    ("notification", "send mail shop_order"),
    ("order", "GetOrderForMail"),
];

#[tokio::test]
async fn checkout_is_one_trace_from_the_browser_to_the_cart_and_the_mail() {
    let sink = TraceSink::start().await;
    let options = ShopOptions {
        otlp: Some(sink.endpoint().to_owned()),
        ..ShopOptions::default()
    };
    let shop = Shop::start(options).await;
    let product = shop.product("SK-1", 10_000, 0, Some(3)).await;
    let leyla = shop.customer("leyla").await;
    // A bucket keeps its latest exemplar only, which must not be that of the greeting.
    let patience = std::time::Duration::from_secs(30);
    eventually_within(patience, "the greeting is sent", || async {
        let scrape = shop.scrape("notification").await;
        let sent = scrape.value("storefront_mail_delay_seconds_count", &[])?;
        (sent >= 1.0).then_some(())
    })
    .await;
    assert_eq!(leyla.add_to_cart(product, 1).await.status, 200);
    let mut order = Browser::order(&leyla.user_id().await, &[(product, 1)]);
    order["expectedTotal"] = json!(100);
    let traceparent = format!("00-{TRACE}-{SPAN}-00");
    let headers = [("Idempotency-Key", "key"), ("traceparent", traceparent.as_str())];
    let response = leyla.send(Method::POST, "orders", Some(&order), &headers).await;
    assert_eq!(response.status, 200, "{response:?}");
    let number = response.body["data"]["orderNumber"].as_str().unwrap();
    let log = shop.full_log("order");
    let placed = log.lines().find(|line| line.contains("order placed"));
    assert!(
        placed.is_some_and(|line| line.contains(TRACE) && line.contains(number)),
        "the order's log leads from {number} to the trace: {log}"
    );

    let find = |spans: &[Span], service: &str, name: &str| {
        spans
            .iter()
            .find(|span| span.service.contains(service) && span.name.contains(name))
            .cloned()
    };
    let (spans, first, last) = eventually_within(patience, "all spans are received", || async {
        let spans = sink.spans();
        let first = find(&spans, "gateway", "/orders")?;
        let last = find(&spans, "cart", "storefront.order.created process")?;
        // Other processes export the inner spans independently.
        INNER_SPANS
            .iter()
            .all(|(service, name)| find(&spans, service, name).is_some())
            .then_some((spans, first, last))
    })
    .await;

    assert_eq!(hexadecimal(&first.trace_id), TRACE);
    assert_eq!(hexadecimal(&first.parent_span_id), SPAN);
    assert_eq!(first.trace_id, last.trace_id, "{spans:?}");
    let trace: Vec<_> = spans
        .iter()
        .filter(|span| span.trace_id == first.trace_id)
        .collect();
    for (service, name) in INNER_SPANS {
        assert!(
            trace
                .iter()
                .any(|span| span.service.contains(service) && span.name.contains(name)),
            "{service} {name} is missing in the trace: {trace:?}"
        );
    }
    // Follows the parents from the consumer to the gateway.
    let mut span = &last;
    while let Some(parent) = trace.iter().find(|parent| parent.span_id == span.parent_span_id) {
        span = parent;
    }
    assert!(
        span.service.contains("gateway"),
        "the chain ends at {span:?}: {trace:?}"
    );

    // Metrics have the trace as exemplar.
    for (service, name) in [
        ("gateway", "http_server_request_duration_seconds_bucket"),
        ("order", "rpc_server_call_duration_seconds_bucket"),
        ("cart", "messaging_process_duration_seconds_bucket"),
        ("notification", "storefront_mail_delay_seconds_bucket"),
    ] {
        let scrape = shop.scrape(service).await;
        assert!(scrape.has_exemplar(name, TRACE), "{service}: {scrape}");
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
