//! What happens to every rpc before and after its handler.
//!
//! The layer continues the caller's trace, verifies who calls, bounds and measures the time, and runs the handler in a task of
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
use tonic::{Code, Status, body::Body};
use tower::{Layer, Service};
use tracing::Instrument as _;

use super::deadline;
use crate::{
    caller::{self, CallerKeys},
    metrics::{Metrics, instruments},
    telemetry::propagation,
};

/// The longest that any rpc may take.
const LONGEST: Duration = Duration::from_secs(10);

/// See the module.
#[derive(Clone)]
pub struct RequestLayer {
    keys: CallerKeys,
    metrics: Metrics,
}

impl RequestLayer {
    /// A layer that verifies callers with these keys.
    pub const fn new(keys: CallerKeys, metrics: Metrics) -> Self {
        Self { keys, metrics }
    }
}

impl<S> Layer<S> for RequestLayer {
    type Service = RequestService<S>;

    fn layer(&self, inner: S) -> RequestService<S> {
        RequestService {
            inner,
            keys: self.keys.clone(),
            metrics: self.metrics.clone(),
        }
    }
}

/// See the module.
#[derive(Clone)]
pub struct RequestService<S> {
    inner: S,
    keys: CallerKeys,
    metrics: Metrics,
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
            rpc.system.name = "grpc",
            rpc.method = method,
            rpc.response.status_code = tracing::field::Empty,
            otel.status_code = tracing::field::Empty,
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
        let (began, metrics) = (Instant::now(), self.metrics.clone());
        let measured = {
            let (method, metrics) = (method.clone(), metrics.clone());
            async move {
                let response = handler.await;
                let code = code(&response);
                note(&tracing::Span::current(), code);
                metrics.instruments().rpc_served(&method, code, began.elapsed());
                response
            }
        };
        let task = tokio::spawn(measured.instrument(span.clone()));
        Box::pin(async move {
            Ok(task.await.unwrap_or_else(|error| {
                if error.is_cancelled() {
                    return Status::unavailable("the process is stopping").into_http();
                }
                let _in_trace = span.enter();
                tracing::error!(%error, "a handler panicked");
                note(&span, Code::Internal);
                metrics
                    .instruments()
                    .rpc_served(&method, Code::Internal, began.elapsed());
                Status::internal("").into_http()
            }))
        })
    }
}

/// How an rpc has ended. The code of a success comes after the message, where no failure stands any more.
pub(super) fn code(response: &Response<Body>) -> Code {
    response
        .headers()
        .get(Status::GRPC_STATUS)
        .map_or(Code::Ok, |code| Code::from_bytes(code.as_bytes()))
}

/// Writes the code into the span, and whether it is our fault.
/// Writes down how a call ended.
pub(super) fn note(span: &tracing::Span, code: Code) {
    span.record("rpc.response.status_code", instruments::name(code));
    let is_ours = matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    );
    if is_ours {
        span.record("otel.status_code", "ERROR");
    }
}

/// Health and reflection are asked all the time: no span, no task.
fn is_probe(method: &str) -> bool {
    method.starts_with("grpc.")
}
