//! What stands before the gateways in a cluster: it asks each whether it is ready and sends requests to those that are.

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

/// How often a gateway is asked.
const INTERVAL: Duration = Duration::from_millis(100);

struct Gateway {
    url: String,
    ready: AtomicBool,
}

struct Inner {
    gateways: [Gateway; 2],
    taken: AtomicUsize,
    client: reqwest::Client,
}

/// See the module.
pub(crate) struct Proxy {
    url: String,
    inner: Arc<Inner>,
    tasks: tokio::task::JoinSet<()>,
}

impl Proxy {
    /// Starts it before two gateways.
    pub(crate) async fn start(urls: [String; 2]) -> Self {
        let inner = Arc::new(Inner {
            gateways: urls.map(|url| Gateway {
                url,
                ready: AtomicBool::new(true),
            }),
            taken: AtomicUsize::new(0),
            client: reqwest::Client::new(),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(forward).with_state(Arc::clone(&inner));
        let mut tasks = tokio::task::JoinSet::new();
        tasks.spawn(ask(Arc::clone(&inner)));
        tasks.spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, inner, tasks }
    }

    /// Its address, without a slash at the end.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// How many requests it has sent on and seen answered.
    pub(crate) fn taken(&self) -> usize {
        assert_eq!(self.tasks.len(), 2);
        self.inner.taken.load(Ordering::SeqCst)
    }
}

/// Keeps what is known of the gateways true.
async fn ask(inner: Arc<Inner>) {
    loop {
        for gateway in &inner.gateways {
            let answer = inner
                .client
                .get(format!("{}/health/ready", gateway.url))
                .send()
                .await;
            let ready = answer.is_ok_and(|answer| answer.status() == StatusCode::OK);
            gateway.ready.store(ready, Ordering::SeqCst);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Sends a request to a gateway that is ready, each in its turn; 502 where that fails. Nothing is sent twice.
async fn forward(State(inner): State<Arc<Inner>>, request: Request) -> Response {
    let turn = inner.taken.load(Ordering::SeqCst);
    let ready: Vec<_> = inner
        .gateways
        .iter()
        .filter(|gateway| gateway.ready.load(Ordering::SeqCst))
        .collect();
    let answer = match ready.len() {
        0 => problem("no gateway is ready"),
        count => send(&inner.client, &ready[turn % count].url, request)
            .await
            .unwrap_or_else(|error| problem(&format!("{error:?}"))),
    };
    inner.taken.fetch_add(1, Ordering::SeqCst);
    answer
}

async fn send(client: &reqwest::Client, gateway: &str, request: Request) -> reqwest::Result<Response> {
    let (mut parts, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap();
    parts.headers.remove(header::HOST);
    let answer = client
        .request(parts.method, format!("{gateway}{}", parts.uri))
        .headers(parts.headers)
        .body(body)
        .send()
        .await?;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    for hop in [header::CONNECTION, header::TRANSFER_ENCODING] {
        response.headers_mut().remove(hop);
    }
    *response.body_mut() = answer.bytes().await?.into();
    Ok(response)
}

fn problem(text: &str) -> Response {
    let mut response = Response::new(Body::from(format!("{text:?}")));
    *response.status_mut() = StatusCode::BAD_GATEWAY;
    response
}
