//! An answer whose connection breaks.
//!
//! tonic makes of each reason of HTTP/2 a status of its own: a server that had no time to answer a ping ends the
//! connection with `NO_ERROR`, which becomes `Internal`, and one that was sent too many cancelled calls says
//! `ENHANCE_YOUR_CALM`, which becomes `ResourceExhausted`, as if the visitor had tried too often. No service has said
//! any of this: whatever happens to the connection is an outage, and the same call may succeed on another one.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::Response;
use http_body::Frame;
use tonic::{Status, body::Body};

use crate::failure::error_chain;

/// What the service itself says about how a call went.
const STATUS: &str = "grpc-status";

/// The status of a call whose connection broke.
pub(super) fn outage(error: &(dyn std::error::Error + 'static)) -> Status {
    Status::unavailable(error_chain(error))
}

/// The answer, whose body is an outage where it breaks off.
pub(super) fn whole(answer: Response<Body>) -> Response<Body> {
    let has_status = answer.headers().contains_key(STATUS);
    answer.map(|body| Body::new(Whole { body, has_status }))
}

/// See [`whole`].
struct Whole {
    body: Body,
    /// Whether the service has said how the call went, which it does last.
    has_status: bool,
}

impl http_body::Body for Whole {
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
                Some(Err(outage(&status)))
            }
            None if self.has_status => None,
            // HTTP/2 may end an answer halfway as if it were whole.
            None => {
                self.has_status = true;
                Some(Err(Status::unavailable("the answer broke off")))
            }
        };
        Poll::Ready(frame)
    }
}
