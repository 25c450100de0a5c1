//! Returns a size of a picture.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
};
use proto::content::v1::{GetPictureRequest, GetPictureResponse, PictureFormat};

use super::State;
use crate::media::files::{self, unavailable};

/// Length of a hash.
const HASH_LENGTH: usize = 32;

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: GetPictureRequest,
) -> Result<GetPictureResponse, Failure> {
    let missing = || Failure::new(Code::NotFound);
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if request.hash.len() != HASH_LENGTH || !request.hash.bytes().all(is_digit) {
        return Err(missing());
    }
    let extension = match request.format() {
        PictureFormat::Avif => "avif",
        PictureFormat::Webp => "webp",
        PictureFormat::Jpeg => "jpg",
        PictureFormat::Unspecified => return Err(missing()),
    };
    let path = files::size(&request.hash, request.width, extension);
    let mut content = state.files.get(&path).await.map_err(unavailable)?;
    if content.is_none() && request.format() == PictureFormat::Jpeg {
        // A picture of which nothing is cut off has one JPEG.
        let whole = files::size(&request.hash, 50, extension);
        content = state.files.get(&whole).await.map_err(unavailable)?;
    }
    Ok(GetPictureResponse {
        content: content.ok_or_else(missing)?.into(),
    })
}
