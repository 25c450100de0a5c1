//! Staff: deletes a prepared text.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::{Code, Failure},
};
use proto::inquiry::v1::{DeleteTemplateRequest, DeleteTemplateResponse};
use serde_json::json;

use super::State;
use crate::{error::InquiryError, inquiry::UpdateError, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteTemplateRequest,
) -> Result<DeleteTemplateResponse, Failure> {
    change::run(&state.pool, async |connection| {
        let template = store::template::lock(connection, &request.code)
            .await?
            .ok_or_else(|| Failure::new(Code::NotFound))?;
        if template.version != request.version {
            return Err(InquiryError::from(UpdateError::VersionChanged).into());
        }
        store::template::delete(connection, &request.code).await?;
        let detail = json!({"version": [template.version, null]});
        let effect = Effect::audited(&actor, "DeleteTemplate", request.code, detail);
        Ok::<_, Failure>(effect.with(DeleteTemplateResponse {}))
    })
    .await
}
