//! The causes of failed calls: those that are safe to retry, and those whose time was over.

use std::error::Error;

use tonic::TimeoutExpired;

/// Returns whether a failed call never reached a handler: the connection failed, the call was not sent, or the server
/// refused the stream unprocessed (RFC 9113, sections 6.8 and 8.7).
pub(super) fn is_unsent(error: &(dyn Error + 'static)) -> bool {
    sources(error).any(|source| {
        source.is::<tonic::ConnectError>()
            || source
                .downcast_ref::<hyper::Error>()
                .is_some_and(hyper::Error::is_canceled)
            || source.downcast_ref::<h2::Error>().is_some_and(is_refused)
    })
}

/// Returns whether the channel gave up a call because the time of its `grpc-timeout` was over.
pub(super) fn has_timed_out(error: &(dyn Error + 'static)) -> bool {
    sources(error).any(<dyn Error>::is::<TimeoutExpired>)
}

/// Returns an error and its sources.
fn sources<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

fn is_refused(error: &h2::Error) -> bool {
    let reason = error.reason();
    error.is_remote()
        && (reason == Some(h2::Reason::REFUSED_STREAM)
            || (error.is_go_away() && reason == Some(h2::Reason::NO_ERROR)))
}
