//! Fetches the pictures of an applied import again that could not be fetched.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    vocabulary::catalog::ImportState,
};
use proto::catalog::v1::{RetryImportPicturesRequest, RetryImportPicturesResponse};
use serde_json::json;

use super::{State, convert, find, lock, parse_id, wrong_state};
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: RetryImportPicturesRequest,
) -> Result<RetryImportPicturesResponse, Failure> {
    let id = parse_id(&request.id)?;
    let import = change::run(&state.pool, async |connection| {
        let import = lock(connection, id).await?;
        if import.state != ImportState::Applied {
            return Err(wrong_state());
        }
        store::import_picture::retry(connection, id).await?;
        let detail = json!({ "pictures": import.failed_pictures });
        let effect = Effect::audited(&actor, "RetryImportPictures", id.to_string(), detail);
        Ok::<_, Failure>(effect.with(find(connection, id).await?))
    })
    .await?;
    Ok(RetryImportPicturesResponse {
        import: Some(convert::import(import)),
    })
}
