//! Appends a part of a file.

use kit::{
    caller::StaffCaller,
    domain::EventId,
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::catalog::v1::{AppendUploadRequest, AppendUploadResponse};

use super::State;
use crate::{import::MAX_SIZE, store};

/// Maximum size of a part in bytes.
const MAX_PART: usize = 512 * 1024;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AppendUploadRequest,
) -> Result<AppendUploadResponse, Failure> {
    let mut errors = FieldErrors::default();
    let upload: Option<EventId> = errors.parse("uploadId", &request.upload_id);
    errors.ensure(
        (0..MAX_SIZE).contains(&request.position),
        "position",
        OUT_OF_RANGE,
    );
    errors.ensure((1..=MAX_PART).contains(&request.data.len()), "data", OUT_OF_RANGE);
    let upload = errors.finish(upload)?;
    let mut connection = state.pool.acquire().await?;
    let author = actor.to_string();
    store::import::append_upload(&mut connection, upload, request.position, &request.data, &author).await?;
    Ok(AppendUploadResponse {})
}
