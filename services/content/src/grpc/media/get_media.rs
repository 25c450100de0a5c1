//! Returns a picture or file, with what shows it.

use kit::{caller::StaffCaller, failure::Failure};
use proto::content::v1::{GetMediaRequest, GetMediaResponse, MediaUse};

use super::{State, convert, find, parse_id};
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetMediaRequest,
) -> Result<GetMediaResponse, Failure> {
    let id = parse_id(&request.media_id)?;
    let mut connection = state.pool.acquire().await?;
    let media = find(&mut connection, &actor, id).await?;
    let users = store::media::users(&mut connection, id).await?;
    let uses = users.into_iter().map(|user| MediaUse {
        kind: user.kind,
        code: user.code,
        name: Some(user.name.0.into()),
    });
    Ok(GetMediaResponse {
        media: Some(convert(media)),
        uses: uses.collect(),
    })
}
