//! Gateway: returns the content of a file, with the quotes and orders that have it.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{GetFileRequest, GetFileResponse};

use super::{State, get_media_content::read, parse_id};
use crate::{
    consumers::{OFFER_FILES, ORDER_FILES, QUOTE_FILES},
    error::ContentError,
    store,
};

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
    let numbers = |kinds: &[&str]| {
        let of_kinds = users.iter().filter(|user| kinds.contains(&user.kind.as_str()));
        of_kinds.map(|user| user.code.clone()).collect()
    };
    Ok(GetFileResponse {
        media: file.media,
        content: file.content,
        quote_numbers: numbers(&[QUOTE_FILES, OFFER_FILES]),
        order_numbers: numbers(&[ORDER_FILES]),
    })
}
