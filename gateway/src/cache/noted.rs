//! The age of data that responses are made of without a cache.

use std::cell::Cell;

use time::OffsetDateTime;

tokio::task_local! {
    /// Time of the oldest stale data that services answered the current request with.
    static SINCE: Cell<Option<OffsetDateTime>>;
}

/// Notes the time of a response's data for the response to the current request, if its service answered from a copy.
pub(crate) fn note_age<T>(response: &tonic::Response<T>) {
    let Some(at) = kit::copies::stale_since(response.metadata()) else {
        return;
    };
    // Tasks in the background answer no request.
    let _ = SINCE.try_with(|since| since.set(Some(since.get().map_or(at, |other| other.min(at)))));
}

/// Runs a handler; returns its output with the time of the oldest stale data that it was made of.
pub(crate) async fn with_age<T>(handler: impl Future<Output = T>) -> (T, Option<OffsetDateTime>) {
    let handled = async {
        let output = handler.await;
        (output, SINCE.with(Cell::get))
    };
    SINCE.scope(Cell::new(None), handled).await
}
