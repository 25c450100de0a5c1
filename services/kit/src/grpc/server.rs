//! What happens to every rpc before and after its handler.
//!
//! The layer continues the caller's trace, verifies who calls, bounds the time, and runs the handler in a task of
//! its own: a client that goes away does not stop halfway what was begun.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use time::OffsetDateTime;
use tokio::time::Instant;
use tonic::{Status, body::Body};
use tower::{Layer, Service};
use tracing::Instrument as _;

use super::deadline;
use crate::{
    caller::{self, CallerKeys},
    telemetry::propagation,
};

/// The longest that any rpc may take.
const LONGEST: Duration = Duration::from_secs(10);

/// See the module.
#[derive(Clone)]
pub struct RequestLayer {
    keys: CallerKeys,
}

impl RequestLayer {
    /// A layer that verifies callers with these keys.
    pub const fn new(keys: CallerKeys) -> Self {
        Self { keys }
    }
}

impl<S> Layer<S> for RequestLayer {
    type Service = RequestService<S>;

    fn layer(&self, inner: S) -> RequestService<S> {
        RequestService {
            inner,
            keys: self.keys.clone(),
        }
    }
}

/// See the module.
#[derive(Clone)]
pub struct RequestService<S> {
    inner: S,
    keys: CallerKeys,
}

impl<S> Service<Request<Body>> for RequestService<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        // The clone takes the place of the service that was polled ready.
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);

        let method = request.uri().path().trim_start_matches('/').to_owned();
        let verified = request
            .headers()
            .get(caller::METADATA)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| self.keys.verify(value, OffsetDateTime::now_utc()));
        if let Some(caller) = verified {
            request.extensions_mut().insert(caller);
        }

        if is_probe(&method) {
            return Box::pin(async move { inner.call(request).await });
        }
        let span = tracing::info_span!(
            "rpc",
            otel.name = method,
            otel.kind = "server",
            rpc.system = "grpc",
            rpc.method = method,
            trace_id = tracing::field::Empty,
        );
        let traceparent = request
            .headers()
            .get(propagation::TRACEPARENT)
            .and_then(|value| value.to_str().ok());
        propagation::continue_trace(&span, traceparent);
        let allowed = deadline::read(request.headers()).map_or(LONGEST, |timeout| timeout.min(LONGEST));
        let handler = deadline::DEADLINE.scope(Instant::now() + allowed, async move {
            match tokio::time::timeout(allowed, inner.call(request)).await {
                Ok(Ok(response)) => response,
                Ok(Err(impossible)) => match impossible {},
                Err(_) => {
                    tracing::warn!(allowed = ?allowed, "the deadline passed");
                    Status::deadline_exceeded("the deadline passed").into_http()
                }
            }
        });
        let task = tokio::spawn(handler.instrument(span));
        Box::pin(async move {
            Ok(task.await.unwrap_or_else(|error| {
                tracing::error!(%error, "a handler panicked");
                Status::internal("").into_http()
            }))
        })
    }
}

/// Health and reflection are asked all the time: no span, no task.
fn is_probe(method: &str) -> bool {
    method.starts_with("grpc.")
}
