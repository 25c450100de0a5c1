//! Deletes the change of a text or a picture of the home page, for staff. Without one there is nothing to delete.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::content::v1::{ContentKind, DeleteHomeTextRequest, DeleteHomeTextResponse};

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    publication::differences,
    store::{self, media::HOME},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteHomeTextRequest,
) -> Result<DeleteHomeTextResponse, Failure> {
    let (key, expected) = (request.key, validation::version(request.version)?);
    change::run(&state.pool, async |connection| {
        let text = store::home_text::lock(connection, &key).await?;
        if expected != text.as_ref().map(|text| text.version) {
            return Err(Failure::from(ContentError::VersionConflict));
        }
        let Some(text) = text else {
            return Ok(Effect::none().with(DeleteHomeTextResponse {}));
        };
        store::home_text::delete(connection, &key).await?;
        store::media::remove_user(connection, HOME, &key).await?;
        events::content_changed(connection, ContentKind::Home, &key).await?;
        let detail = differences(Some(&text.attributes), None);
        Ok(Effect::audited(&actor, "DeleteHomeText", key, detail).with(DeleteHomeTextResponse {}))
    })
    .await
}
