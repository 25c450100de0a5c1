//! Calls to other services: balanced, signed, traced and never without a deadline.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use http::{HeaderValue, Request, Response};
use time::OffsetDateTime;
use tokio::time::Instant;
use tonic::{Status, body::Body, transport::Channel};
use tower::{Service, ServiceExt as _};
use tracing::Instrument as _;

use super::{deadline, resolver, server};
use crate::{
    caller::{self, Caller, CallerKeys},
    metrics::{Metrics, instruments},
    telemetry::propagation,
};

/// The longest that a call may take where the request that it serves has no deadline.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time kept for the answer to travel back, so that the caller hears which call was late.
const MARGIN: Duration = Duration::from_millis(50);

/// A channel to one service, for the generated clients. Cheap to clone.
///
/// A call speaks as the [`Caller`] in the request's extensions (see [`on_behalf_of`]), else as this service itself.
#[derive(Clone)]
pub struct Client {
    channel: Channel,
    keys: CallerKeys,
    own: Caller,
    longest: Duration,
    metrics: Option<Metrics>,
}

/// An address that is no `http://host:port`.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no address of a service: expected http://host:port")]
pub struct BadAddress(String);

/// A request that speaks for a visitor.
pub fn on_behalf_of<T>(caller: &Caller, message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.extensions_mut().insert(caller.clone());
    request
}

impl Client {
    /// A channel to the service at `http://host:port`; connects when it is first used, to all addresses of the host.
    pub fn new(address: &str, own_name: &str, keys: CallerKeys) -> Result<Self, BadAddress> {
        let authority = address
            .parse::<http::Uri>()
            .ok()
            .and_then(|uri| resolver::Authority::try_from(&uri).ok())
            .ok_or_else(|| BadAddress(address.to_owned()))?;
        let (channel, changes) = Channel::balance_channel(64);
        tokio::spawn(resolver::run(authority, changes));
        Ok(Self {
            channel,
            keys,
            own: Caller::service(own_name),
            longest: DEFAULT_TIMEOUT,
            metrics: None,
        })
    }

    /// The same channel with another bound for calls that serve no request with a deadline of its own.
    #[must_use]
    pub const fn with_timeout(mut self, longest: Duration) -> Self {
        self.longest = longest;
        self
    }

    /// The same channel, whose calls are measured.
    #[must_use]
    pub fn measured(mut self, metrics: &Metrics) -> Self {
        self.metrics = Some(metrics.clone());
        self
    }
}

impl Service<Request<Body>> for Client {
    type Response = Response<Body>;
    type Error = Status;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Status>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        // A balancer without an endpoint is never ready: waiting for it belongs under the call's deadline.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let method = request.uri().path().trim_start_matches('/').to_owned();
        let span = tracing::info_span!(
            "call",
            otel.name = method,
            otel.kind = "client",
            rpc.system.name = "grpc",
            rpc.method = method,
            rpc.response.status_code = tracing::field::Empty,
        );
        let timeout =
            deadline::remaining().map_or(self.longest, |left| left.saturating_sub(MARGIN).min(self.longest));
        let caller = request.extensions_mut().remove::<Caller>();
        let signed = self
            .keys
            .sign(caller.as_ref().unwrap_or(&self.own), OffsetDateTime::now_utc());
        let traceparent = span.in_scope(propagation::current_traceparent);
        let headers = [
            (caller::METADATA, Some(signed)),
            (deadline::HEADER, Some(deadline::write(timeout))),
            (propagation::TRACEPARENT, traceparent),
        ];
        for (name, value) in headers {
            if let Some(value) = value.and_then(|value| HeaderValue::try_from(value).ok()) {
                request.headers_mut().insert(name, value);
            }
        }
        let channel = self.channel.clone();
        let metrics = self.metrics.clone();
        let call = async move {
            let began = Instant::now();
            let answer = match tokio::time::timeout(timeout, channel.oneshot(request)).await {
                Ok(answer) => answer.map_err(|error| Status::from_error(Box::new(error))),
                Err(_) => Err(Status::deadline_exceeded(format!(
                    "{method} took longer than {timeout:?}"
                ))),
            };
            let code = answer.as_ref().map_or_else(Status::code, server::code);
            tracing::Span::current().record("rpc.response.status_code", instruments::name(code));
            if let Some(metrics) = metrics {
                metrics.instruments().rpc_called(&method, code, began.elapsed());
            }
            answer
        };
        Box::pin(call.instrument(span))
    }
}
