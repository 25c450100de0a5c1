//! Deletes a picture or file that nothing shows.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::content::v1::{DeleteMediaRequest, DeleteMediaResponse};
use serde_json::json;

use super::{State, find, parse_id};
use crate::{error::ContentError, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteMediaRequest,
) -> Result<DeleteMediaResponse, Failure> {
    let id = parse_id(&request.media_id)?;
    change::run(&state.pool, async |connection| {
        store::media::lock(connection, id).await?;
        let media = find(connection, &actor, id).await?;
        if !store::media::users(connection, id).await?.is_empty() {
            return Err(Failure::from(ContentError::MediaInUse));
        }
        // The collector deletes the content.
        store::media::delete(connection, id).await?;
        let detail = json!({ "name": [media.name, null] });
        Ok(Effect::audited(&actor, "DeleteMedia", id.to_string(), detail).with(DeleteMediaResponse {}))
    })
    .await
}
