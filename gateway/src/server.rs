//! The gateway as a whole: the API, the pages and the listener.

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
    Config, api_docs, conditional,
    error::ApiError,
    extract, headers, health, invalidation,
    layers::{errors, farewell, load, observe, origin},
    pages::{self, Pages},
    routes,
    state::AppState,
};

/// How long a client may take to send a request's head, also on a connection that it keeps open.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// Good compression at a speed that a request can wait for; the web app's own files come compressed already.
const COMPRESSION: CompressionLevel = CompressionLevel::Precise(4);

/// A gateway that is bound, but does not serve yet.
pub struct Server {
    listener: Listener,
    admin: Admin,
    app: Router,
    state: AppState,
    bus: async_nats::Client,
    shutdown: Shutdown,
}

impl Server {
    /// Binds the ports and starts connecting. Neither NATS nor any service needs to be there yet. Readiness ends when
    /// the shutdown is announced, [`Server::run`] when it is due.
    pub async fn build(config: &Config, shutdown: impl Into<Shutdown>) -> anyhow::Result<Self> {
        let shutdown = shutdown.into();
        let state = AppState::new(config)?;
        Ok(Self {
            listener: Listener::bind(config.listen(), config.max_connections).await?,
            admin: Admin::bind(config.process.admin_address, state.metrics.clone()).await?,
            app: app(config, &state, shutdown.draining.clone())?,
            bus: invalidation::connect(&config.process.nats_url, &state).await?,
            state,
            shutdown,
        })
    }

    /// Where it listens; with port 0 in the settings, the port that was picked.
    pub const fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// Serves until that is over, then finishes what was begun.
    pub async fn run(self) -> anyhow::Result<()> {
        let stopping = self.shutdown.stopping;
        let listening = tokio::spawn(invalidation::listen(self.bus, self.state, stopping.clone()));
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
                    tracing::debug!(%error, "a connection has ended");
                }
                drop(permit);
            });
        }
        drop(self.listener);
        if tokio::time::timeout(DRAIN_TIMEOUT, connections.shutdown())
            .await
            .is_err()
        {
            tracing::warn!("some connections were still open");
        }
        listening.await?;
        admin.await?;
        Ok(())
    }
}

/// One connection with a bound on how long each request's head may take.
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
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
}

/// Everything that answers, with what surrounds it.
pub(crate) fn app(config: &Config, state: &AppState, stopping: CancellationToken) -> anyhow::Result<Router> {
    let places = Arc::new(Semaphore::new(config.max_requests));
    let pages = Pages::load(config, state, routes::api()?.with_state(state.clone()))?;
    let is_secure = config.public_url.is_secure();
    Ok(Router::new()
        .merge(api(state, &places)?)
        .fallback_service(shop_pages(pages, &places))
        .layer(CompressionLayer::new().quality(COMPRESSION))
        // Probes are never turned away.
        .merge(health::routes(stopping.clone()))
        .layer(from_fn_with_state(stopping, farewell::part))
        .layer(from_fn_with_state(is_secure, headers::protect))
        .layer(from_fn_with_state(
            observe::Requests::new(&state.metrics),
            observe::record,
        )))
}

fn api(state: &AppState, places: &Arc<Semaphore>) -> anyhow::Result<Router> {
    let not_found = || async { ApiError::not_found() };
    Ok(routes::api()?
        .merge(api_docs::routes())
        .route("/api", any(not_found))
        .route("/api/", any(not_found))
        .route("/api/{*rest}", any(not_found))
        .layer(DefaultBodyLimit::max(extract::LIMIT))
        .layer(RequestBodyLimitLayer::new(extract::LIMIT))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(state.clone(), origin::check))
        .layer(from_fn_with_state(Arc::clone(places), load::shed))
        .layer(from_fn(conditional::not_modified))
        .layer(from_fn_with_state(state.clone(), errors::render))
        .with_state(state.clone()))
}

fn shop_pages(pages: Pages, places: &Arc<Semaphore>) -> Router {
    pages::routes(pages)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(Arc::clone(places), load::shed))
        .layer(from_fn(conditional::not_modified))
}

/// The panic itself was logged where it happened, by the default hook.
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
    async fn serves_until_it_is_told_to_stop() {
        let config = config(
            "http://127.0.0.1:8080",
            &["--listen=127.0.0.1:0", "--nats-url=nats://127.0.0.1:1"],
        );
        let stop = CancellationToken::new();
        let server = Server::build(&config, stop.clone()).await.unwrap();
        let address = format!("http://{}/health/ready", server.address());
        let running = tokio::spawn(server.run());
        let answer = reqwest::get(&address).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        stop.cancel();
        running.await.unwrap().unwrap();
        assert!(reqwest::get(&address).await.is_err());
    }

    #[tokio::test]
    async fn is_not_ready_once_it_was_told_to_stop() {
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
    async fn every_pascal_case_path_has_a_lower_case_alias() {
        let gateway = Gateway::start();
        for path in [
            "Auth/sign-in",
            "Auth/register",
            "Auth/sign-out",
            "Auth/forgot-password",
            "Auth/reset-password",
            "Sessions/validate-session",
            "ProductInquiries/submit",
            "CatalogueDownloads",
        ] {
            for spelling in [path.to_owned(), path.to_lowercase()] {
                let answer = gateway
                    .send("PUT", &format!("/api/v1.0/{spelling}"), &[], "")
                    .await;
                assert_eq!(answer.status(), 405, "{spelling}");
                assert_eq!(answer.headers()["allow"], "POST", "{spelling}");
            }
        }
    }
}
