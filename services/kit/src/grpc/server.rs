//! The server layer around all rpc handlers.
//!
//! It continues the caller's trace, verifies the caller and what the claim was signed for, enforces the deadline and records metrics. Each handler runs in
//! its own task, so that a disconnecting client does not cancel it halfway.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full, Limited};
use tokio::time::Instant;
use tonic::{Code, Status, body::Body};
use tower::{Layer, Service};
use tracing::Instrument as _;

use super::{deadline, limits::MAX_REQUEST_BODY, response};
use crate::{
    caller::{SignedClaim, Verifier},
    copies,
    metrics::{Metrics, instruments},
    telemetry::propagation,
};

/// Maximum duration of an rpc.
const MAX_TIMEOUT: Duration = Duration::from_secs(10);

/// The layer that creates [`RequestService`].
#[derive(Clone)]
pub struct RequestLayer {
    verifier: Verifier,
    metrics: Metrics,
}

impl RequestLayer {
    /// Creates a layer with the verifier of this service.
    pub const fn new(verifier: Verifier, metrics: Metrics) -> Self {
        Self { verifier, metrics }
    }
}

impl<S> Layer<S> for RequestLayer {
    type Service = RequestService<S>;

    fn layer(&self, inner: S) -> RequestService<S> {
        RequestService {
            inner,
            verifier: self.verifier.clone(),
            metrics: self.metrics.clone(),
        }
    }
}

/// A service that verifies, bounds and measures each rpc.
#[derive(Clone)]
pub struct RequestService<S> {
    inner: S,
    verifier: Verifier,
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

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        // The service that was polled ready handles this request; its clone waits for the next one.
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);

        let method = request.uri().path().trim_start_matches('/').to_owned();
        if is_infrastructure(&method) {
            return Box::pin(async move { inner.call(request).await });
        }
        let claim = self
            .verifier
            .verify(request.headers(), &method, crate::clock::now());
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
        let timeout =
            deadline::parse(request.headers()).map_or(MAX_TIMEOUT, |requested| requested.min(MAX_TIMEOUT));
        let handler = copies::with_mark(deadline::DEADLINE.scope(Instant::now() + timeout, async move {
            let call = async {
                match with_caller(request, claim).await {
                    Ok(request) => inner.call(request).await,
                    Err(status) => Ok(status.into_http()),
                }
            };
            match tokio::time::timeout(timeout, call).await {
                Ok(Ok(response)) => response::require_encodable(response).await,
                Ok(Err(impossible)) => match impossible {},
                Err(_) => {
                    tracing::warn!(?timeout, "deadline exceeded");
                    Status::deadline_exceeded("deadline exceeded").into_http()
                }
            }
        }));
        let (started, metrics) = (Instant::now(), self.metrics.clone());
        let measured = {
            let (method, metrics) = (method.clone(), metrics.clone());
            async move {
                let response = handler.await;
                let code = code(&response);
                record_code(&tracing::Span::current(), code);
                metrics.instruments().rpc_served(&method, code, started.elapsed());
                response
            }
        };
        let task = tokio::spawn(measured.instrument(span.clone()));
        Box::pin(async move {
            Ok(task.await.unwrap_or_else(|error| {
                if error.is_cancelled() {
                    return Status::unavailable("process is shutting down").into_http();
                }
                let _in_trace = span.enter();
                tracing::error!(%error, "handler panicked");
                record_code(&span, Code::Internal);
                metrics
                    .instruments()
                    .rpc_served(&method, Code::Internal, started.elapsed());
                Status::internal("").into_http()
            }))
        })
    }
}

/// Adds the caller of a claim to the request. Buffers the body if the claim covers it; a body without a valid claim is left
/// to the handler. Adds no caller if the claim was signed for another body.
///
/// # Errors
///
/// Fails if the body is too large or ends early.
async fn with_caller(
    mut request: Request<Body>,
    claim: Option<SignedClaim>,
) -> Result<Request<Body>, Status> {
    let Some(claim) = claim else {
        return Ok(request);
    };
    let body = if claim.is_bound() {
        let body = buffer(std::mem::take(request.body_mut())).await?;
        *request.body_mut() = Body::new(Full::new(body.clone()));
        body
    } else {
        Bytes::new()
    };
    if let Some(caller) = claim.caller(&body) {
        request.extensions_mut().insert(caller);
    } else {
        tracing::warn!("the claim was signed for another request");
    }
    Ok(request)
}

/// Reads a body, at most [`MAX_REQUEST_BODY`] bytes of it.
async fn buffer(body: Body) -> Result<Bytes, Status> {
    match Limited::new(body, MAX_REQUEST_BODY).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) => Err(match error.downcast::<Status>() {
            Ok(status) => *status,
            // The code of tonic's own limit.
            Err(_) => Status::out_of_range("the request is too large"),
        }),
    }
}

/// Returns the code in the headers; `Ok` if absent, as only a success sends it in the trailers.
pub(super) fn code(response: &Response<Body>) -> Code {
    response
        .headers()
        .get(Status::GRPC_STATUS)
        .map_or(Code::Ok, |code| Code::from_bytes(code.as_bytes()))
}

/// Records the code in the span, and marks server errors.
pub(super) fn record_code(span: &tracing::Span, code: Code) {
    span.record("rpc.response.status_code", instruments::code_name(code));
    let is_server_error = matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    );
    if is_server_error {
        span.record("otel.status_code", "ERROR");
    }
}

/// Returns whether this is the health or reflection service, which needs no span or task.
fn is_infrastructure(method: &str) -> bool {
    method.starts_with("grpc.")
}
