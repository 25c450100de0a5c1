//! Which failed calls never reached a handler, so that any of them may be made again.

use std::error::Error;

/// Whether the connection could not be made, the call never left this process, or the other side refused the stream as
/// one that it has not looked at (RFC 9113, sections 6.8 and 8.7).
pub(super) fn is_unsent(error: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(error), |&error| error.source()).any(|cause| {
        cause.is::<tonic::ConnectError>()
            || cause
                .downcast_ref::<hyper::Error>()
                .is_some_and(hyper::Error::is_canceled)
            || cause.downcast_ref::<h2::Error>().is_some_and(is_refused)
    })
}

fn is_refused(error: &h2::Error) -> bool {
    let reason = error.reason();
    error.is_remote()
        && (reason == Some(h2::Reason::REFUSED_STREAM)
            || (error.is_go_away() && reason == Some(h2::Reason::NO_ERROR)))
}
