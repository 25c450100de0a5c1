//! Creates a picture that is fetched from an address in the background.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    validation::{INVALID, TOO_LONG},
};
use proto::content::v1::{FetchMediaRequest, FetchMediaResponse};

use super::{State, convert};
use crate::{media::fetch, store};

/// Maximum length of an address, in bytes.
const MAX_URL: usize = 2_000;

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: FetchMediaRequest,
) -> Result<FetchMediaResponse, Failure> {
    if request.url.len() > MAX_URL {
        return Err(Failure::invalid_field("url", TOO_LONG));
    }
    let url = fetch::parse(request.url.trim()).ok_or_else(|| Failure::invalid_field("url", INVALID))?;
    let segments = url.path_segments().and_then(|mut segments| segments.next_back());
    let name: String = segments.unwrap_or_default().chars().take(200).collect();
    let author = match caller.user() {
        Some(user) => user.to_string(),
        None => String::new(),
    };
    let mut connection = state.pool.acquire().await?;
    let known = store::media::find_fetched(&mut connection, url.as_str()).await?;
    let id = match known {
        Some(id) => id,
        None => store::media::insert_fetched(&mut connection, &name, url.as_str(), &author).await?,
    };
    let media = store::media::find(&mut connection, &[id]).await?.pop();
    let media = media.ok_or_else(|| Failure::new(Code::Unavailable))?;
    Ok(FetchMediaResponse {
        media: Some(convert(media)),
    })
}
