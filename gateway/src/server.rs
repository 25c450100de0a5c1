//! The server: routes, middleware and the listener.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, DefaultBodyLimit},
    middleware::{from_fn, from_fn_with_state},
    routing::any,
};
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
use tokio::{net::TcpStream, sync::Semaphore};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;
use tower_http::{
    CompressionLevel, catch_panic::CatchPanicLayer, compression::CompressionLayer,
    limit::RequestBodyLimitLayer,
};

use crate::{
    Config, api_docs,
    csrf::{self, AllowedOrigins},
    error::ApiError,
    extract::MAX_BODY_SIZE,
    health,
    invalidation::Invalidation,
    layers::{errors, etag, limits, observe, security_headers},
    pages::{self, Pages},
    routes,
    state::AppState,
};

/// Time limit for a request's head, also while a kept-alive connection is idle.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Compression level of responses, chosen for speed; the web app's files are compressed at build time.
const COMPRESSION: CompressionLevel = CompressionLevel::Precise(4);

/// A gateway that is bound but does not serve yet.
pub struct Server {
    listener: Listener,
    admin: Admin,
    app: Router,
    invalidation: Invalidation,
    shutdown: Shutdown,
}

impl Server {
    /// Binds the ports and starts connecting. NATS and the services need not be available yet. Readiness ends when the
    /// shutdown is announced, [`Server::run`] when it is due.
    pub async fn build(config: &Config, shutdown: impl Into<Shutdown>) -> anyhow::Result<Self> {
        let shutdown = shutdown.into();
        let state = AppState::new(config)?;
        Ok(Self {
            listener: Listener::bind(config.listen(), config.max_connections).await?,
            admin: Admin::bind(config.process.admin_address, state.metrics.clone()).await?,
            app: app(config, &state, shutdown.draining.clone())?,
            invalidation: Invalidation::connect(&config.process.nats, &state).await?,
            shutdown,
        })
    }

    /// Returns the bound address, with the actual port if the settings have port 0.
    pub const fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// Serves until the shutdown is due, then drains connections.
    pub async fn run(self) -> anyhow::Result<()> {
        let stopping = self.shutdown.stopping;
        let invalidation = tokio::spawn(self.invalidation.run(stopping.clone()));
        let connections = GracefulShutdown::new();
        tracing::info!(address = %self.listener.address(), admin = %self.admin.address(), "serving");
        let admin = tokio::spawn(self.admin.run(stopping.clone()));
        loop {
            let Connection { stream, peer, permit } = tokio::select! {
                connection = self.listener.accept() => connection,
                () = stopping.cancelled() => break,
            };
            let served = connections.watch(serve(stream, peer, self.app.clone()));
            tokio::spawn(async move {
                if let Err(error) = served.await {
                    tracing::debug!(%error, "connection failed");
                }
                drop(permit);
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
    app: Router,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    let service = service_fn(move |request: http::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        app.clone().oneshot(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
}

/// Builds all routes with their middleware.
pub(crate) fn app(config: &Config, state: &AppState, stopping: CancellationToken) -> anyhow::Result<Router> {
    let permits = Arc::new(Semaphore::new(config.max_requests));
    let pages = Pages::load(config, state, routes::api()?.with_state(state.clone()))?;
    let is_secure = config.public_url.is_secure();
    Ok(Router::new()
        .merge(api(config, state, &permits)?)
        .fallback_service(shop_pages(pages, &permits))
        .layer(CompressionLayer::new().quality(COMPRESSION))
        // Probes have no load limit.
        .merge(health::routes(stopping.clone()))
        .layer(from_fn_with_state(stopping, health::close_connections))
        .layer(from_fn_with_state(is_secure, security_headers::set))
        .layer(from_fn_with_state(
            observe::RequestMetrics::new(&state.metrics),
            observe::record,
        )))
}

fn api(config: &Config, state: &AppState, permits: &Arc<Semaphore>) -> anyhow::Result<Router> {
    let origins = Arc::new(AllowedOrigins::new(config.public_url.origins()));
    let not_found = || async { ApiError::not_found() };
    Ok(routes::api()?
        .merge(api_docs::routes())
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .layer(DefaultBodyLimit::max(MAX_BODY_SIZE))
        .layer(RequestBodyLimitLayer::new(MAX_BODY_SIZE))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(origins, csrf::check_origin))
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
        .layer(from_fn_with_state(state.clone(), errors::render))
        .with_state(state.clone()))
}

fn shop_pages(pages: Pages, permits: &Arc<Semaphore>) -> Router {
    pages::routes(pages)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(permits), limits::shed_load))
        .layer(from_fn(etag::not_modified))
}

/// Responds after a panic, whose message the default hook has logged.
fn panicked(_: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    use axum::response::IntoResponse as _;
    tracing::error!("a handler panicked");
    http::StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;

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
        let response = reqwest::get(&address).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        stop.cancel();
        running.await.unwrap().unwrap();
        assert!(reqwest::get(&address).await.is_err());
    }

    #[tokio::test]
    async fn is_live_but_not_ready_while_shutting_down() {
        let config = config("http://127.0.0.1:8080", &[]);
        let stopping = CancellationToken::new();
        stopping.cancel();
        let state = Gateway::start().state;
        let app = app(&config, &state, stopping).unwrap();
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
