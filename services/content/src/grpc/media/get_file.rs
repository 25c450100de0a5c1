//! Gateway: returns the content of a file, with the quotes that have it.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{GetFileRequest, GetFileResponse};

use super::{State, get_media_content::read, parse_id};
use crate::{consumers::QUOTE_FILES, error::ContentError, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: GetFileRequest,
) -> Result<GetFileResponse, Failure> {
    let id = parse_id(&request.media_id)?;
    let mut connection = state.pool.acquire().await?;
    let media = store::media::find(&mut connection, &[id]).await?.pop();
    let users = store::media::users(&mut connection, id).await?;
    drop(connection);
    let file = read(state, media.ok_or(ContentError::MediaNotFound)?).await?;
    let quotes = users.into_iter().filter(|user| user.kind == QUOTE_FILES);
    Ok(GetFileResponse {
        media: file.media,
        content: file.content,
        quote_numbers: quotes.map(|quote| quote.code).collect(),
    })
}
