//! Every call is answered within two seconds, also while a service behind it hangs.

use std::time::Duration;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use kit::failure::{Code, Failure};

use crate::error::ApiError;

/// What the services behind a call have together.
pub(crate) const USUAL: Duration = Duration::from_millis(1_600);

/// For work that takes a while under load: hashing a password, placing an order.
pub(crate) const LONG: Duration = Duration::from_millis(1_800);

/// What a call has as a whole, its body's arrival included.
const WHOLE: Duration = Duration::from_millis(1_900);

/// Bounds a call.
pub(crate) async fn bound(State(services): State<Duration>, request: Request, next: Next) -> Response {
    let work = kit::grpc::with_timeout(services, next.run(request));
    tokio::time::timeout(WHOLE, work).await.unwrap_or_else(|_| {
        ApiError::from(Failure::new(Code::Unavailable).with_source("the call took too long")).into_response()
    })
}
