//! A load balancer for two gateways with readiness checks.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    response::Response,
};
use http::{StatusCode, header};

/// Interval between readiness checks.
const INTERVAL: Duration = Duration::from_millis(100);

struct Gateway {
    url: String,
    ready: AtomicBool,
}

struct Inner {
    gateways: [Gateway; 2],
    served: AtomicUsize,
    client: reqwest::Client,
}

/// A running load balancer.
pub(crate) struct Proxy {
    url: String,
    inner: Arc<Inner>,
    tasks: tokio::task::JoinSet<()>,
}

impl Proxy {
    /// Starts a load balancer for two gateways.
    pub(crate) async fn start(urls: [String; 2]) -> Self {
        let inner = Arc::new(Inner {
            gateways: urls.map(|url| Gateway {
                url,
                ready: AtomicBool::new(true),
            }),
            served: AtomicUsize::new(0),
            client: reqwest::Client::new(),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(forward).with_state(Arc::clone(&inner));
        let mut tasks = tokio::task::JoinSet::new();
        tasks.spawn(check_readiness(Arc::clone(&inner)));
        tasks.spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, inner, tasks }
    }

    /// Returns its URL, without a trailing slash.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the number of served requests.
    pub(crate) fn served(&self) -> usize {
        assert_eq!(self.tasks.len(), 2);
        self.inner.served.load(Ordering::SeqCst)
    }
}

/// Updates the readiness of the gateways.
async fn check_readiness(inner: Arc<Inner>) {
    loop {
        for gateway in &inner.gateways {
            let response = inner
                .client
                .get(format!("{}/health/ready", gateway.url))
                .send()
                .await;
            let ready = response.is_ok_and(|response| response.status() == StatusCode::OK);
            gateway.ready.store(ready, Ordering::SeqCst);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Forwards a request to the ready gateways in turn, without retries; 502 on failure.
async fn forward(State(inner): State<Arc<Inner>>, request: Request) -> Response {
    let index = inner.served.load(Ordering::SeqCst);
    let ready: Vec<_> = inner
        .gateways
        .iter()
        .filter(|gateway| gateway.ready.load(Ordering::SeqCst))
        .collect();
    let response = match ready.len() {
        0 => bad_gateway("no gateway is ready"),
        count => send(&inner.client, &ready[index % count].url, request)
            .await
            .unwrap_or_else(|error| bad_gateway(&format!("{error:?}"))),
    };
    inner.served.fetch_add(1, Ordering::SeqCst);
    response
}

async fn send(client: &reqwest::Client, gateway: &str, request: Request) -> reqwest::Result<Response> {
    let (mut parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap();
    parts.headers.remove(header::HOST);
    let upstream = client
        .request(parts.method, format!("{gateway}{}", parts.uri))
        .headers(parts.headers)
        .body(body)
        .send()
        .await?;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = upstream.status();
    *response.headers_mut() = upstream.headers().clone();
    for hop in [header::CONNECTION, header::TRANSFER_ENCODING] {
        response.headers_mut().remove(hop);
    }
    *response.body_mut() = upstream.bytes().await?.into();
    Ok(response)
}

fn bad_gateway(text: &str) -> Response {
    let mut response = Response::new(Body::from(format!("{text:?}")));
    *response.status_mut() = StatusCode::BAD_GATEWAY;
    response
}
