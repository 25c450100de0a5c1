//! The server: routes, middleware and the listener.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulConnection, GracefulShutdown},
};
use kit::{
    lifecycle::{DRAIN_TIMEOUT, Shutdown},
    listener::{Connection, Listener},
    metrics::admin::Admin,
};
use tokio::net::TcpStream;

use crate::{
    Config,
    app::App,
    connections::{self, ConnectionLimit},
    invalidation::Invalidation,
    state::AppState,
};

/// Maximum size of a request's head, and of the part of a response that waits for the client, in bytes.
const MAX_BUFFER: usize = 64 * 1024;

/// A gateway that is bound but does not serve yet.
pub struct Server {
    listener: Listener,
    connection_limit: Arc<ConnectionLimit>,
    timeouts: Timeouts,
    admin: Admin,
    app: App,
    /// Whether there are pages to make before the first request is served.
    has_pages: bool,
    invalidation: Invalidation,
    shutdown: Shutdown,
}

/// Time limits of a connection.
#[derive(Clone, Copy)]
struct Timeouts {
    /// For a request's head, also while a kept-alive connection is idle.
    header: Duration,
    /// For a client that takes nothing of a response.
    write: Duration,
}

impl Server {
    /// Binds the ports and starts connecting. NATS and the services need not be available yet. Readiness ends when the
    /// shutdown is announced, [`Server::run`] when it is due.
    pub async fn build(config: &Config, shutdown: impl Into<Shutdown>) -> anyhow::Result<Self> {
        config.check_keys()?;
        let shutdown = shutdown.into();
        let state = AppState::new(config)?;
        Ok(Self {
            listener: Listener::bind(config.listen(), config.max_connections).await?,
            connection_limit: ConnectionLimit::new(
                config.max_connections_per_address,
                config.trusted_proxies.clone(),
                &state.metrics,
            ),
            timeouts: Timeouts {
                header: config.header_timeout,
                write: config.write_timeout,
            },
            admin: {
                let admin = Admin::bind(config.process.admin_address, state.metrics.clone()).await?;
                let state = state.clone();
                admin.with_details(move || state.unknown_proxies.details())
            },
            app: App::new(config, &state, shutdown.draining.clone())?,
            has_pages: config.web_dist.is_some(),
            invalidation: Invalidation::connect(&config.process.nats, &state).await?,
            shutdown,
        })
    }

    /// Returns the bound address, with the actual port if the settings have port 0.
    pub const fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// Serves until the shutdown is due, then drains connections. Requests that come while the home pages are made wait, five
    /// seconds at most.
    pub async fn run(self) -> anyhow::Result<()> {
        let stopping = self.shutdown.stopping;
        let invalidation = tokio::spawn(self.invalidation.run(stopping.clone()));
        let connections = GracefulShutdown::new();
        let (address, admin_address) = (self.listener.address(), self.admin.address());
        let admin = tokio::spawn(self.admin.run(stopping.clone()));
        if self.has_pages {
            tokio::select! {
                () = self.app.prepare() => {}
                () = stopping.cancelled() => {}
            }
        }
        tracing::info!(%address, admin = %admin_address, "serving");
        loop {
            let Connection { stream, peer, permit } = tokio::select! {
                connection = self.listener.accept() => connection,
                () = stopping.cancelled() => break,
            };
            let Ok(address_permit) = self.connection_limit.acquire(peer) else {
                tracing::debug!("too many connections of an address, connection closed");
                continue;
            };
            let served = connections.watch(serve(stream, peer, self.app.clone(), self.timeouts));
            tokio::spawn(async move {
                if let Err(error) = served.await {
                    tracing::debug!(%error, "connection failed");
                }
                drop((permit, address_permit));
            });
        }
        drop(self.listener);
        if tokio::time::timeout(DRAIN_TIMEOUT, connections.shutdown())
            .await
            .is_err()
        {
            tracing::warn!("drain timed out with open connections");
        }
        invalidation.await?;
        admin.await?;
        Ok(())
    }
}

/// Serves one connection.
fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    app: App,
    timeouts: Timeouts,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    let service = service_fn(move |request: http::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let app = app.clone();
        async move { app.respond(request).await }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.header)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(
            TokioIo::new(connections::with_write_timeout(stream, timeouts.write)),
            service,
        )
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpSocket,
    };
    use tokio_util::sync::{CancellationToken, DropGuard};

    use super::*;
    use crate::testing::{Gateway, config};

    #[tokio::test]
    async fn serves_until_shutdown() {
        let config = config(
            "http://127.0.0.1:8080",
            &["--listen=127.0.0.1:0", "--nats-url=nats://127.0.0.1:1"],
        );
        let stop = CancellationToken::new();
        let server = Server::build(&config, stop.clone()).await.unwrap();
        let address = format!("http://{}/health/ready", server.address());
        let running = tokio::spawn(server.run());
        local::install_crypto();
        let response = reqwest::get(&address).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        stop.cancel();
        running.await.unwrap().unwrap();
        assert!(reqwest::get(&address).await.is_err());
    }

    /// A gateway on a free port with settings for few and impatient connections.
    async fn start(settings: &[&str]) -> (SocketAddr, DropGuard) {
        let arguments = [
            &["--listen=127.0.0.1:0", "--nats-url=nats://127.0.0.1:1"],
            settings,
        ]
        .concat();
        let config = config("http://127.0.0.1:8080", &arguments);
        let stop = CancellationToken::new();
        let server = Server::build(&config, stop.clone()).await.unwrap();
        let address = server.address();
        tokio::spawn(server.run());
        (address, stop.drop_guard())
    }

    /// Connects from a loopback address, and sends a text.
    async fn send(source: [u8; 4], address: SocketAddr, text: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((source, 0).into()).unwrap();
        // Small, so that the kernel takes little of a response that the test does not read.
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// Reads until the gateway closes the connection, in order or not; fails after five seconds.
    async fn read_to_end(mut stream: TcpStream) -> Vec<u8> {
        let mut received = Vec::new();
        let closed = tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut received));
        let _ = closed.await.unwrap();
        received
    }

    /// Returns the status of a request by another client.
    async fn status(address: SocketAddr, path: &str) -> u16 {
        let request = format!("GET {path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n");
        let response = read_to_end(send([127, 0, 0, 9], address, &request).await).await;
        let line = String::from_utf8_lossy(&response);
        line.split(' ').nth(1).unwrap().parse().unwrap()
    }

    const SMALL: &str = "/api/v1.0/openapi.json";
    const LARGE: &str = "/api/docs/swagger-ui-bundle.js";

    #[tokio::test]
    async fn reader_that_takes_nothing_holds_its_permit_until_it_is_cut_off() {
        let (address, _stop) = start(&["--max-requests=1", "--write-timeout-seconds=1"]).await;
        assert_eq!(status(address, SMALL).await, 200);
        // Several large responses exceed what the kernel buffers.
        let requests = format!("GET {LARGE} HTTP/1.1\r\nhost: shop\r\n\r\n").repeat(16);
        let reader = send([127, 0, 0, 1], address, &requests).await;
        let becomes = async |expected| {
            while status(address, SMALL).await != expected {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let limit = Duration::from_secs(5);
        tokio::time::timeout(limit, becomes(503)).await.unwrap();
        assert_eq!(status(address, "/health/live").await, 200);
        tokio::time::timeout(limit, becomes(200)).await.unwrap();
        let received = String::from_utf8_lossy(&read_to_end(reader).await).into_owned();
        assert!(received.matches("HTTP/1.1 200 OK").count() < 16);
    }

    #[tokio::test]
    async fn slow_heads_and_bodies_end_while_others_are_served() {
        let (address, _stop) = start(&["--header-timeout-seconds=1"]).await;
        let head = send([127, 0, 0, 1], address, "GET / HTTP/1.1\r\nhost:").await;
        let body = "POST /api/v1.0/contacts/submit HTTP/1.1\r\nhost: shop\r\n\
                    content-type: application/json\r\ncontent-length: 10\r\n\r\n{";
        let body = send([127, 0, 0, 1], address, body).await;
        assert_eq!(status(address, SMALL).await, 200);
        let (head, body) = tokio::join!(read_to_end(head), read_to_end(body));
        assert!(!head.starts_with(b"HTTP/1.1 200"), "{head:?}");
        assert!(body.starts_with(b"HTTP/1.1 503"), "{body:?}");
    }

    #[tokio::test]
    async fn address_with_too_many_connections_gets_no_more_until_one_closes() {
        let (address, _stop) = start(&["--max-connections-per-address=2"]).await;
        let probe = "GET /health/live HTTP/1.1\r\nhost: shop\r\n\r\n";
        let mut open = Vec::new();
        for _ in 0..2 {
            let mut stream = send([127, 0, 0, 1], address, probe).await;
            assert_ne!(stream.read(&mut [0; 64]).await.unwrap(), 0);
            open.push(stream);
        }
        let closed_at_once = send([127, 0, 0, 1], address, "").await;
        assert_eq!(read_to_end(closed_at_once).await, b"");
        assert_eq!(status(address, "/health/live").await, 200);
        open.pop();
        let served = async {
            loop {
                let mut stream = send([127, 0, 0, 1], address, probe).await;
                if matches!(stream.read(&mut [0; 64]).await, Ok(1..)) {
                    break;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(5), served)
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn is_live_but_not_ready_while_shutting_down() {
        let config = config("http://127.0.0.1:8080", &[]);
        let stopping = CancellationToken::new();
        stopping.cancel();
        let state = Gateway::start().state;
        let app = App::new(&config, &state, stopping).unwrap();
        let gateway = Gateway { app, state };
        assert_eq!(gateway.send("GET", "/health/ready", &[], "").await.status(), 503);
        assert_eq!(gateway.send("GET", "/health/live", &[], "").await.status(), 200);
    }

    #[tokio::test]
    async fn pascal_case_paths_have_lower_case_aliases() {
        let gateway = Gateway::start();
        for path in [
            "Auth/sign-in",
            "Auth/register",
            "Auth/sign-out",
            "Auth/forgot-password",
            "Auth/reset-password",
            "Auth/verify-email",
            "Auth/verify-email/send",
            "Sessions/validate-session",
            "ProductInquiries/submit",
            "CatalogueDownloads",
        ] {
            for spelling in [path.to_owned(), path.to_lowercase()] {
                let response = gateway
                    .send("PUT", &format!("/api/v1.0/{spelling}"), &[], "")
                    .await;
                assert_eq!(response.status(), 405, "{spelling}");
                assert_eq!(response.headers()["allow"], "POST", "{spelling}");
            }
        }
    }
}
