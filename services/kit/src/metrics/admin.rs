//! The HTTP server of `/metrics` and `/health`, on its own port.

use std::{convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::Metrics;
use crate::{
    health::Ready,
    listener::{Connection, Listener},
};

/// Maximum number of open connections; Prometheus needs one.
const MAX_CONNECTIONS: usize = 8;

/// Maximum duration of a connection, which serves one request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Content type of the `OpenMetrics` text format.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A bound port that does not serve yet.
pub struct Admin {
    listener: Listener,
    pages: Pages,
}

/// Returns lines for the operator.
type Details = Arc<dyn Fn() -> String + Send + Sync>;

/// Contents of the pages.
#[derive(Clone)]
struct Pages {
    metrics: Metrics,
    ready: Option<Ready>,
    details: Option<Details>,
}

impl Admin {
    /// Binds the port; port 0 picks a free port.
    ///
    /// # Errors
    ///
    /// Fails if the address is in use or cannot be bound.
    pub async fn bind(address: SocketAddr, metrics: Metrics) -> std::io::Result<Self> {
        Ok(Self {
            listener: Listener::bind(address, MAX_CONNECTIONS).await?,
            pages: Pages {
                metrics,
                ready: None,
                details: None,
            },
        })
    }

    /// Adds lines for the operator to `/health`.
    #[must_use]
    pub fn with_details(mut self, details: impl Fn() -> String + Send + Sync + 'static) -> Self {
        self.pages.details = Some(Arc::new(details));
        self
    }

    /// Serves the readiness at `/health/ready` too, for probes that cannot call the gRPC port.
    #[must_use]
    pub(crate) fn with_readiness(mut self, ready: Ready) -> Self {
        self.pages.ready = Some(ready);
        self
    }

    /// Returns the bound address.
    pub const fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// Answers until the token is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        loop {
            let Connection { stream, permit, .. } = tokio::select! {
                connection = self.listener.accept() => connection,
                () = stop.cancelled() => return,
            };
            let served = serve(stream, self.pages.clone());
            tokio::spawn(async move {
                if !matches!(tokio::time::timeout(TIMEOUT, served).await, Ok(Ok(()))) {
                    tracing::debug!("admin connection failed or timed out");
                }
                drop(permit);
            });
        }
    }
}

async fn serve(stream: TcpStream, pages: Pages) -> Result<(), hyper::Error> {
    let service = service_fn(move |request: Request<Incoming>| {
        let response = respond(request.method(), request.uri().path(), &pages);
        async move { Ok::<_, Infallible>(response) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

fn respond(method: &Method, path: &str, pages: &Pages) -> Response<Full<Bytes>> {
    let ready = pages.ready.as_ref();
    let (status, content_type, body) = match (method, path) {
        (&Method::GET, "/metrics") => match pages.metrics.encode() {
            Ok(text) => (StatusCode::OK, OPEN_METRICS, text),
            Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "text/plain", String::new()),
        },
        (&Method::GET, "/health") => {
            let details = pages.details.as_ref().map(|details| details());
            let text = format!("alive\n{}", details.unwrap_or_default());
            (StatusCode::OK, "text/plain", text)
        }
        (&Method::GET, "/health/ready") => match ready.map(Ready::get) {
            Some(state) if state.is_ready() => (StatusCode::OK, "text/plain", state.text().to_owned()),
            Some(state) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "text/plain",
                state.text().to_owned(),
            ),
            None => (StatusCode::NOT_FOUND, "text/plain", String::new()),
        },
        (_, "/metrics" | "/health" | "/health/ready") => {
            (StatusCode::METHOD_NOT_ALLOWED, "text/plain", String::new())
        }
        _ => (StatusCode::NOT_FOUND, "text/plain", String::new()),
    };
    let mut response = Response::new(Full::from(body));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, http::HeaderValue::from_static(content_type));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::health::HealthState;

    fn pages() -> Pages {
        Pages {
            metrics: Metrics::new("cart"),
            ready: None,
            details: None,
        }
    }

    #[test]
    fn serves_the_readiness_of_a_service() {
        let ready = Ready::default();
        let pages = Pages {
            ready: Some(ready.clone()),
            ..pages()
        };
        let status = |method| respond(&method, "/health/ready", &pages).status();
        assert_eq!(status(Method::GET), 503);
        ready.set(HealthState::PoolerAway);
        assert_eq!(status(Method::GET), 503);
        ready.set(HealthState::FromCopy);
        assert_eq!(status(Method::GET), 200);
        assert_eq!(status(Method::POST), 405);
    }

    #[tokio::test]
    async fn adds_lines_for_the_operator() {
        let pages = Pages {
            details: Some(Arc::new(|| "10.0.0.1 is no trusted proxy\n".to_owned())),
            ..pages()
        };
        let body = respond(&Method::GET, "/health", &pages).into_body();
        let text = http_body_util::BodyExt::collect(body).await.unwrap().to_bytes();
        assert_eq!(text, "alive\n10.0.0.1 is no trusted proxy\n");
    }

    #[test]
    fn serves_get_requests_of_known_paths() {
        for (method, path, status) in [
            (Method::GET, "/metrics", 200),
            (Method::GET, "/health", 200),
            (Method::POST, "/metrics", 405),
            (Method::GET, "/", 404),
            (Method::GET, "/health/ready", 404),
        ] {
            assert_eq!(
                respond(&method, path, &pages()).status(),
                status,
                "{method} {path}"
            );
        }
    }
}
