//! Calls to other services: balanced, signed, traced, never without a deadline, and made again where they did not leave.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderValue, Request, Response, request::Parts};
use http_body_util::{BodyExt as _, Full};
use time::OffsetDateTime;
use tokio::{sync::Notify, time::Instant};
use tonic::{
    Status,
    body::Body,
    transport::{self, Channel},
};
use tower::{Service, ServiceExt as _};
use tracing::Instrument as _;

use super::{deadline, resolver, response, server, unsent::is_unsent};
use crate::{
    caller::{self, Caller, CallerKeys},
    metrics::Metrics,
    telemetry::propagation,
};

/// The longest that a call may take where the request that it serves has no deadline.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// Time kept for the answer to travel back, so that the caller hears which call was late.
const MARGIN: Duration = Duration::from_millis(50);

/// The waits before a call that has not left is made again; in them the address that took no call is left out.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(20),
    Duration::from_millis(80),
    Duration::from_millis(250),
];

/// A channel to one service, for the generated clients. Cheap to clone.
///
/// A call speaks as the [`Caller`] in the request's extensions (see [`on_behalf_of`]), else as this service itself.
#[derive(Clone)]
pub struct Client {
    channel: Channel,
    /// Told where an address took no call.
    unreached: Arc<Notify>,
    keys: CallerKeys,
    own: Caller,
    longest: Duration,
    metrics: Option<Metrics>,
}

/// An address that is no `http://host:port`, or no list of them.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no address of a service: expected http://host:port, several parted by commas")]
pub struct InvalidAddress(String);

/// A request that speaks for a visitor.
pub fn on_behalf_of<T>(caller: &Caller, message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.extensions_mut().insert(caller.clone());
    request
}

impl Client {
    /// A channel to the service at `http://host:port`, or at several such addresses parted by commas; connects when it
    /// is first used, to all addresses of each host.
    pub fn new(address: &str, own_name: &str, keys: CallerKeys) -> Result<Self, InvalidAddress> {
        let authorities = address
            .split(',')
            .map(|address| resolver::Authority::try_from(&address.parse().ok()?).ok())
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| InvalidAddress(address.to_owned()))?;
        let (channel, changes) = Channel::balance_channel(64);
        let unreached = Arc::new(Notify::new());
        tokio::spawn(resolver::run(authorities, changes, Arc::clone(&unreached)));
        Ok(Self {
            channel,
            unreached,
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
    pub fn with_metrics(mut self, metrics: &Metrics) -> Self {
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
            otel.status_code = tracing::field::Empty,
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
        let (channel, unreached) = (self.channel.clone(), Arc::clone(&self.unreached));
        let metrics = self.metrics.clone();
        let call = async move {
            let began = Instant::now();
            let answer = match tokio::time::timeout(timeout, send(channel, &unreached, request)).await {
                Ok(answer) => answer,
                Err(_) => Err(Status::deadline_exceeded(format!(
                    "{method} took longer than {timeout:?}"
                ))),
            };
            let code = answer.as_ref().map_or_else(Status::code, server::code);
            server::note(&tracing::Span::current(), code);
            if let Some(metrics) = metrics {
                metrics.instruments().rpc_called(&method, code, began.elapsed());
            }
            answer
        };
        Box::pin(call.instrument(span))
    }
}

/// Sends a call, and sends it again for as long as it was not taken. Its message is held for that: all rpcs are unary.
async fn send(
    channel: Channel,
    unreached: &Notify,
    request: Request<Body>,
) -> Result<Response<Body>, Status> {
    let (parts, body) = request.into_parts();
    let message = body.collect().await?.to_bytes();
    for pause in PAUSES {
        match channel.clone().oneshot(again(&parts, &message)).await {
            Err(error) if is_unsent(&error) => unreached.notify_one(),
            answered => return heard(answered),
        }
        tokio::time::sleep(pause).await;
    }
    heard(channel.oneshot(again(&parts, &message)).await)
}

fn heard(answered: Result<Response<Body>, transport::Error>) -> Result<Response<Body>, Status> {
    match answered {
        Ok(answer) => Ok(response::whole(answer)),
        Err(error) => Err(response::outage(&error)),
    }
}

fn again(parts: &Parts, message: &Bytes) -> Request<Body> {
    Request::from_parts(parts.clone(), Body::new(Full::new(message.clone())))
}
