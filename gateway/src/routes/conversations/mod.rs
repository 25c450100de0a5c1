//! The customer's side of conversations: a link opens them, without a session.

mod calls;
mod conversation;
mod photos;
mod view;

use axum::middleware::from_fn;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) use calls::MAX_PHOTOS;
pub(super) use conversation::{MessageSide, Photo, missing, side};
pub(super) use photos::{check as check_media, respond as respond_photo};

use crate::{layers::limits, state::AppState};

/// Returns the calls.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(calls::view_conversation))
        .routes(routes!(calls::write_message))
        .routes(routes!(photos::view_photo))
}

/// Returns the call whose body has a file.
pub(super) fn upload_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(photos::upload_photo))
        .route_layer(from_fn(limits::upload_timeout))
}
