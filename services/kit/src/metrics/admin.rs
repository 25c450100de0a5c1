//! The HTTP server of `/metrics` and `/health`, on its own port.

use std::{convert::Infallible, net::SocketAddr, time::Duration};

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
    metrics: Metrics,
    ready: Option<Ready>,
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
            metrics,
            ready: None,
        })
    }

    /// Serves the readiness at `/health/ready` too, for probes that cannot call the gRPC port.
    #[must_use]
    pub(crate) fn with_readiness(self, ready: Ready) -> Self {
        Self {
            ready: Some(ready),
            ..self
        }
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
            let served = serve(stream, self.metrics.clone(), self.ready.clone());
            tokio::spawn(async move {
                if !matches!(tokio::time::timeout(TIMEOUT, served).await, Ok(Ok(()))) {
                    tracing::debug!("admin connection failed or timed out");
                }
                drop(permit);
            });
        }
    }
}

async fn serve(stream: TcpStream, metrics: Metrics, ready: Option<Ready>) -> Result<(), hyper::Error> {
    let service = service_fn(move |request: Request<Incoming>| {
        let response = respond(request.method(), request.uri().path(), &metrics, ready.as_ref());
        async move { Ok::<_, Infallible>(response) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service)
        .await
}

fn respond(method: &Method, path: &str, metrics: &Metrics, ready: Option<&Ready>) -> Response<Full<Bytes>> {
    let (status, content_type, body) = match (method, path) {
        (&Method::GET, "/metrics") => match metrics.encode() {
            Ok(text) => (StatusCode::OK, OPEN_METRICS, text),
            Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "text/plain", String::new()),
        },
        (&Method::GET, "/health") => (StatusCode::OK, "text/plain", "alive\n".to_owned()),
        (&Method::GET, "/health/ready") => match ready.map(Ready::get) {
            Some(true) => (StatusCode::OK, "text/plain", "ready\n".to_owned()),
            Some(false) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "text/plain",
                "not ready\n".to_owned(),
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

    #[test]
    fn serves_the_readiness_of_a_service() {
        let (metrics, ready) = (Metrics::new("cart"), Ready::default());
        let status = |method| respond(&method, "/health/ready", &metrics, Some(&ready)).status();
        assert_eq!(status(Method::GET), 503);
        ready.set(true);
        assert_eq!(status(Method::GET), 200);
        assert_eq!(status(Method::POST), 405);
    }

    #[test]
    fn serves_get_requests_of_known_paths() {
        let metrics = Metrics::new("cart");
        for (method, path, status) in [
            (Method::GET, "/metrics", 200),
            (Method::GET, "/health", 200),
            (Method::POST, "/metrics", 405),
            (Method::GET, "/", 404),
            (Method::GET, "/health/ready", 404),
        ] {
            assert_eq!(
                respond(&method, path, &metrics, None).status(),
                status,
                "{method} {path}"
            );
        }
    }
}
