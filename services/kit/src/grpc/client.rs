//! The gRPC client: load balancing, caller claims, tracing, deadlines, and retries of unsent calls.

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
use tokio::{sync::Notify, time::Instant};
use tonic::{Status, body::Body, transport};
use tower::{Service, ServiceExt as _};
use tracing::Instrument as _;

use super::{
    LimitedClient,
    client_tls::Authorities,
    deadline,
    endpoints::Endpoints,
    resolver::{self, SystemLookup},
    response,
    retry::{has_timed_out, is_unsent},
    server,
};
use crate::{
    caller::{Caller, Signer},
    metrics::Metrics,
    settings::GrpcSettings,
    telemetry::propagation,
};

/// Timeout of a call outside of a request with a deadline.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// Part of the remaining time kept for the response, so that the caller learns which call timed out.
const DEADLINE_MARGIN: Duration = Duration::from_millis(50);

/// Backoff between attempts of an unsent call, during which the resolver removes the unreachable address.
const BACKOFF: [Duration; 3] = [
    Duration::from_millis(20),
    Duration::from_millis(80),
    Duration::from_millis(250),
];

/// A channel to one service, for the generated clients. Cheap to clone.
///
/// The caller is the [`Caller`] in the request's extensions (see [`on_behalf_of`]), else this service.
#[derive(Clone)]
pub struct Client {
    endpoints: Endpoints,
    /// Notifies the resolver of an unreachable address.
    unreachable: Arc<Notify>,
    signer: Signer,
    timeout: Duration,
    metrics: Option<Metrics>,
}

/// Error of an address that cannot be called.
#[derive(Debug, thiserror::Error)]
pub enum InvalidAddress {
    /// It is no list of `https://host:port` or `http://host:port`.
    #[error("invalid service address {0}: expected https://host:port, several separated by commas")]
    Malformed(String),
    /// It is neither encrypted nor a loopback address.
    #[error("{0} is not encrypted: use https://host:port, or allow it with GRPC_ALLOW_PLAIN=true")]
    Plain(String),
    /// It is encrypted, but no authority is set.
    #[error("{0} needs GRPC_CA_FILE, the authority of the services' certificates")]
    NoAuthority(String),
    /// The authority cannot be read.
    #[error("cannot read the authority of the services' certificates, {file}")]
    UnreadableAuthority {
        /// File of the authority.
        file: String,
        /// Cause.
        source: std::io::Error,
    },
}

/// Creates a request on behalf of a caller.
pub fn on_behalf_of<T>(caller: &Caller, message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.extensions_mut().insert(caller.clone());
    request
}

impl Client {
    /// Creates a channel to `https://host:port` or `http://host:port`, or to several such addresses with one scheme separated
    /// by commas. Connects on first use, to all IP addresses of each host. With TLS, each must present a certificate of the host.
    ///
    /// # Errors
    ///
    /// Fails if an address is invalid, is not encrypted although the settings require it, or the authority cannot be read.
    pub fn new(address: &str, signer: Signer, settings: &GrpcSettings) -> Result<Self, InvalidAddress> {
        let authorities = address
            .split(',')
            .map(|address| resolver::Authority::try_from(&address.parse().ok()?).ok())
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| InvalidAddress::Malformed(address.to_owned()))?;
        let trusted = trusted(address, &authorities, settings)?;
        let (endpoints, sender) = Endpoints::new();
        let unreachable = Arc::new(Notify::new());
        let resolving = resolver::run(
            SystemLookup,
            authorities,
            trusted,
            sender,
            Arc::clone(&unreachable),
        );
        tokio::spawn(resolving);
        Ok(Self {
            endpoints,
            unreachable,
            signer,
            timeout: DEFAULT_TIMEOUT,
            metrics: None,
        })
    }

    /// Sets the maximum duration of a call, by default 5 s; the deadline of the current request may shorten it.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Creates a generated client with the maximum message sizes.
    pub fn rpcs<C: LimitedClient>(self) -> C {
        C::with_limits(self)
    }

    /// Records the duration of each call.
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
        // The call waits for an endpoint and its connection under its deadline.
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
        let timeout = deadline::remaining().map_or(self.timeout, |left| {
            left.saturating_sub(DEADLINE_MARGIN).min(self.timeout)
        });
        let traceparent = span.in_scope(propagation::current_traceparent);
        let headers = [
            (deadline::HEADER, Some(deadline::format(timeout))),
            (propagation::TRACEPARENT, traceparent),
        ];
        for (name, value) in headers {
            if let Some(value) = value.and_then(|value| HeaderValue::try_from(value).ok()) {
                request.headers_mut().insert(name, value);
            }
        }
        let client = self.clone();
        let metrics = self.metrics.clone();
        let call = async move {
            let started = Instant::now();
            let response = match tokio::time::timeout(timeout, client.send(&method, request)).await {
                Ok(Err(SendError::TimedOut)) | Err(_) => Err(Status::deadline_exceeded(format!(
                    "{method} took longer than {timeout:?}"
                ))),
                Ok(Err(SendError::Failed(status))) => Err(status),
                Ok(Ok(response)) => Ok(response),
            };
            let code = response.as_ref().map_or_else(Status::code, server::code);
            server::record_code(&tracing::Span::current(), code);
            if let Some(metrics) = metrics {
                metrics.instruments().rpc_called(&method, code, started.elapsed());
            }
            response
        };
        Box::pin(call.instrument(span))
    }
}

impl Client {
    /// Signs and sends a call, and retries it while it was not sent. Buffers the message for that: all rpcs are unary.
    async fn send(self, method: &str, request: Request<Body>) -> Result<Response<Body>, SendError> {
        let (mut parts, body) = request.into_parts();
        let message = body.collect().await.map_err(SendError::Failed)?.to_bytes();
        let caller = parts.extensions.remove::<Caller>();
        let now = crate::clock::now();
        self.signer
            .sign(&mut parts.headers, caller.as_ref(), method, &message, now);
        for delay in BACKOFF {
            match self
                .endpoints
                .next()
                .await
                .oneshot(rebuild(&parts, &message))
                .await
            {
                Err(error) if is_unsent(&error) => self.unreachable.notify_one(),
                result => return into_response(result),
            }
            tokio::time::sleep(delay).await;
        }
        into_response(
            self.endpoints
                .next()
                .await
                .oneshot(rebuild(&parts, &message))
                .await,
        )
    }
}

/// Returns the authorities of encrypted addresses; `None` for addresses without encryption, if the settings allow it.
fn trusted(
    address: &str,
    authorities: &[resolver::Authority],
    settings: &GrpcSettings,
) -> Result<Option<Authorities>, InvalidAddress> {
    let encrypted = authorities.iter().filter(|one| one.is_encrypted()).count();
    if encrypted == 0 {
        if settings.grpc_allow_plain || authorities.iter().all(resolver::Authority::is_loopback) {
            return Ok(None);
        }
        return Err(InvalidAddress::Plain(address.to_owned()));
    }
    if encrypted < authorities.len() {
        return Err(InvalidAddress::Malformed(address.to_owned()));
    }
    let file = settings
        .grpc_ca_file
        .as_deref()
        .ok_or_else(|| InvalidAddress::NoAuthority(address.to_owned()))?;
    let authorities = Authorities::read(file).map_err(|source| InvalidAddress::UnreadableAuthority {
        file: file.display().to_string(),
        source,
    })?;
    Ok(Some(authorities))
}

/// Why a call has no response.
#[derive(Debug)]
enum SendError {
    /// The time of its `grpc-timeout` is over. The channel reports that by itself, mostly just before the client's timer, as the header
    /// has whole milliseconds.
    TimedOut,
    Failed(Status),
}

fn into_response(result: Result<Response<Body>, transport::Error>) -> Result<Response<Body>, SendError> {
    result.map(response::require_status).map_err(|error| {
        if has_timed_out(&error) {
            SendError::TimedOut
        } else {
            SendError::Failed(response::unavailable(&error))
        }
    })
}

fn rebuild(parts: &Parts, message: &Bytes) -> Request<Body> {
    Request::from_parts(parts.clone(), Body::new(Full::new(message.clone())))
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use tonic::transport::Endpoint;

    use super::*;

    /// The system accepts connections to the listener, and nobody answers them.
    #[tokio::test]
    async fn a_call_that_is_not_answered_in_its_time_has_timed_out_and_is_not_unavailable() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let channel = Endpoint::from_shared(address).unwrap().connect_lazy();
        let mut request = Request::new(Body::empty());
        let timeout = deadline::format(Duration::from_millis(20));
        request
            .headers_mut()
            .insert(deadline::HEADER, timeout.parse().unwrap());
        let error = into_response(channel.oneshot(request).await).unwrap_err();
        assert!(matches!(error, SendError::TimedOut), "{error:?}");
    }
}
