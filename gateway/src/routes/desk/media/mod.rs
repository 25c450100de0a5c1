//! Pictures and files.

mod attached;
mod calls;
mod picture;
mod record;
mod upload;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(super) use attached::check_files;
pub(in crate::routes) use calls::attachment;
pub(super) use picture::Pictures;
pub(in crate::routes) use record::refused;
pub(in crate::routes) use upload::{MAX_PIECE, MediaLimit, PIECE_TIMEOUT};

/// Reason of the failure for a malformed id.
const NOT_FOUND: &str = "MEDIA.NOT_FOUND";

/// Returns the calls. The service checks the permission of the kind.
pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::new(Requirement::ANY_ROLE, routes!(calls::get_media)),
        Call::new(Requirement::ANY_ROLE, routes!(calls::create_media)),
        Call::new(
            Requirement::permission(Permission::MediaPicture),
            routes!(calls::fetch_media),
        ),
        Call::new(
            Requirement::permission(Permission::MediaPicture),
            routes!(calls::delete_media),
        ),
    ]
}

/// Returns the calls whose bodies take as long as the connection needs.
pub(super) fn upload_calls() -> Vec<Call> {
    vec![
        Call::new(Requirement::ANY_ROLE, routes!(upload::upload_media)),
        Call::new(Requirement::ANY_ROLE, routes!(upload::append_media)),
        Call::new(
            Requirement::permission(Permission::MediaFile),
            routes!(calls::get_media_content),
        ),
    ]
}
