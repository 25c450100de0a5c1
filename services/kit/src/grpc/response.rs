//! Maps errors of connections to `UNAVAILABLE`, and of responses that are too large to `INTERNAL`.
//!
//! tonic maps HTTP/2 error codes to different statuses: `NO_ERROR` to `Internal`, `ENHANCE_YOUR_CALM` to
//! `ResourceExhausted`. Neither comes from the service, and the same call may succeed on another connection.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::Response;
use http_body::{Body as _, Frame};
use http_body_util::BodyExt as _;
use tonic::{Code, Status, body::Body};

use crate::failure::error_chain;

/// Header or trailer with the status of a call.
const GRPC_STATUS: &str = "grpc-status";

/// Returns the status of a call whose connection failed.
pub(super) fn unavailable(error: &(dyn std::error::Error + 'static)) -> Status {
    Status::unavailable(error_chain(error))
}

/// Wraps the body so that it fails as unavailable if it ends without a status.
pub(super) fn require_status(response: Response<Body>) -> Response<Body> {
    let has_status = response.headers().contains_key(GRPC_STATUS);
    response.map(|body| Body::new(StatusRequired { body, has_status }))
}

/// Returns the response, or `INTERNAL` if its message cannot be encoded because it is too large. Encodes the message.
pub(super) async fn require_encodable(response: Response<Body>) -> Response<Body> {
    if response.body().is_end_stream() {
        return response;
    }
    let (parts, mut body) = response.into_parts();
    let first = body.frame().await;
    let status = match &first {
        // A success starts with its message, and a failure of the handler has no body.
        Some(Ok(frame)) => frame.trailers_ref().and_then(Status::from_header_map),
        _ => None,
    };
    if let Some(status) = status.filter(|status| status.code() != Code::Ok) {
        tracing::error!(cause = status.message(), "response cannot be encoded");
        return Status::internal("").into_http();
    }
    Response::from_parts(parts, Body::new(Peeked { first, rest: body }))
}

/// A body whose first frame was received.
struct Peeked {
    first: Option<Result<Frame<Bytes>, Status>>,
    rest: Body,
}

impl http_body::Body for Peeked {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => Pin::new(&mut self.rest).poll_frame(context),
        }
    }
}

/// A body that must end with a status.
struct StatusRequired {
    body: Body,
    /// Whether the status was received, which comes last.
    has_status: bool,
}

impl http_body::Body for StatusRequired {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let frame = match std::task::ready!(Pin::new(&mut self.body).poll_frame(context)) {
            Some(Ok(frame)) => {
                self.has_status |= frame.is_trailers();
                Some(Ok(frame))
            }
            Some(Err(status)) => {
                self.has_status = true;
                Some(Err(unavailable(&status)))
            }
            None if self.has_status => None,
            // HTTP/2 allows to end a truncated stream without an error.
            None => {
                self.has_status = true;
                Some(Err(Status::unavailable("response ended without a status")))
            }
        };
        Poll::Ready(frame)
    }
}
