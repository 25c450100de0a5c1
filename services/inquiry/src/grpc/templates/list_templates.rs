//! Staff: returns all prepared texts.

use kit::{caller::StaffCaller, failure::Failure};
use proto::inquiry::v1::{ListTemplatesRequest, ListTemplatesResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    _: ListTemplatesRequest,
) -> Result<ListTemplatesResponse, Failure> {
    let templates = store::template::list(&mut *state.pool.acquire().await?).await?;
    Ok(ListTemplatesResponse {
        templates: templates.into_iter().map(Into::into).collect(),
    })
}
