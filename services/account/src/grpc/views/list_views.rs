//! Returns the views of a screen that the caller sees.

use kit::{caller::StaffMember, failure::Failure};
use proto::account::v1::{ListViewsRequest, ListViewsResponse};

use super::{State, parse_screen};
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffMember { user, .. }: StaffMember,
    request: ListViewsRequest,
) -> Result<ListViewsResponse, Failure> {
    let screen = parse_screen(&request.screen)?;
    let views = store::view::list(&mut *state.pool.acquire().await?, screen, user).await?;
    Ok(ListViewsResponse {
        views: views.into_iter().map(Into::into).collect(),
    })
}
