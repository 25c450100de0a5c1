//! Bounds on concurrency and time.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, StatusCode, header};
use hyper::body::{Frame, SizeHint};
use kit::failure::{Code, Failure};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// Time limit for all calls to services that one request makes.
pub(crate) const SERVICES_TIMEOUT: Duration = Duration::from_millis(1_600);

/// Time limit for calls to services that are slow under load: hashing a password, placing an order.
pub(crate) const SLOW_SERVICES_TIMEOUT: Duration = Duration::from_millis(1_800);

/// Time limit for a request, including the arrival of its body.
const REQUEST_TIMEOUT: Duration = Duration::from_millis(1_900);

/// Maximum size of a part of a response that the server takes at once, in bytes.
const MAX_PIECE: usize = 16 * 1024;

/// Bounds the time of a request: it is answered within two seconds, also while a service hangs.
pub(crate) async fn timeout(
    State(services_timeout): State<Duration>,
    request: Request,
    next: Next,
) -> Response {
    let work = kit::grpc::with_timeout(services_timeout, next.run(request));
    within(REQUEST_TIMEOUT, "the request timed out", work).await
}

/// Time limit for a paper or file that the gateway computes: the layout of 500 parts takes seconds of a processor that others
/// use too.
const PAPER_TIMEOUT: Duration = Duration::from_secs(20);

/// Bounds the time of a request for a computed paper. Its services have as long as those of other requests, so that one that
/// hangs is noticed as soon.
pub(crate) async fn paper_timeout(request: Request, next: Next) -> Response {
    let work = kit::grpc::with_timeout(SERVICES_TIMEOUT, next.run(request));
    within(PAPER_TIMEOUT, "the paper timed out", work).await
}

/// Time limit for a request with a file.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(2);

/// Bounds the time of a request with a file, which may come over a slow connection.
pub(crate) async fn upload_timeout(request: Request, next: Next) -> Response {
    within(UPLOAD_TIMEOUT, "the upload timed out", next.run(request)).await
}

async fn within(limit: Duration, cause: &'static str, work: impl Future<Output = Response>) -> Response {
    tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
        ApiError::from(Failure::new(Code::Unavailable).with_source(cause)).into_response()
    })
}

/// Bounds the number of concurrent requests: above it, 503 at once. A request ends with the body of its response.
pub(crate) async fn shed_load(
    State(permits): State<Arc<Semaphore>>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(permit) = permits.try_acquire_owned() else {
        tracing::warn!("too many concurrent requests, request rejected");
        let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
        return (StatusCode::SERVICE_UNAVAILABLE, retry_after).into_response();
    };
    let response = next.run(request).await;
    if response.extensions().get::<LongLived>().is_some() {
        return response;
    }
    with_permit(response, permit)
}

/// Marks a response whose body lasts long and has a limit of its own: it does not count as a concurrent request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LongLived;

/// Returns the response with a permit that its body holds.
pub(crate) fn with_permit(response: Response, permit: OwnedSemaphorePermit) -> Response {
    response.map(|body| {
        Body::new(PermittedBody {
            body,
            rest: Bytes::new(),
            permit: Some(permit),
        })
    })
}

/// A body that holds a permit until it is read to its end or dropped.
///
/// It is read in small pieces: the server takes the next one when the client has taken most of those before.
struct PermittedBody {
    body: Body,
    /// The part of the last frame that is not yet read.
    rest: Bytes,
    permit: Option<OwnedSemaphorePermit>,
}

impl PermittedBody {
    fn next_piece(&mut self) -> Frame<Bytes> {
        let length = self.rest.len().min(MAX_PIECE);
        Frame::data(self.rest.split_to(length))
    }
}

impl HttpBody for PermittedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if !self.rest.is_empty() {
            return Poll::Ready(Some(Ok(self.next_piece())));
        }
        let frame = match std::task::ready!(Pin::new(&mut self.body).poll_frame(context)) {
            Some(Ok(frame)) => frame,
            end => {
                self.permit = None;
                return Poll::Ready(end);
            }
        };
        Poll::Ready(Some(Ok(match frame.into_data() {
            Ok(data) => {
                self.rest = data;
                self.next_piece()
            }
            Err(trailers) => trailers,
        })))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (hint, rest) = (
            self.body.size_hint(),
            u64::try_from(self.rest.len()).unwrap_or(u64::MAX),
        );
        let mut sum = SizeHint::new();
        sum.set_lower(hint.lower().saturating_add(rest));
        if let Some(upper) = hint.upper().and_then(|upper| upper.checked_add(rest)) {
            sum.set_upper(upper);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use axum::{
        Router,
        middleware::{from_fn, from_fn_with_state},
        routing::get,
    };
    use tower::ServiceExt as _;

    use super::*;

    /// Returns the status of a request that computes for some time, behind the limit of a route.
    async fn status(limit: impl FnOnce(Router) -> Router, work: Duration) -> StatusCode {
        let routes = Router::new().route(
            "/",
            get(move || async move {
                tokio::time::sleep(work).await;
            }),
        );
        let request = Request::builder().body(Body::empty()).unwrap();
        limit(routes).oneshot(request).await.unwrap().status()
    }

    #[tokio::test(start_paused = true)]
    async fn papers_have_longer_than_other_requests_and_a_limit_too() {
        let request = |routes: Router| routes.route_layer(from_fn_with_state(SERVICES_TIMEOUT, timeout));
        let paper = |routes: Router| routes.route_layer(from_fn(paper_timeout));
        let [seconds, minute] = [Duration::from_secs(8), Duration::from_mins(1)];
        assert_eq!(status(request, seconds).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(status(paper, seconds).await, StatusCode::OK);
        assert_eq!(status(paper, minute).await, StatusCode::SERVICE_UNAVAILABLE);
    }
}
