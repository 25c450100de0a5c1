//! Gateway: creates the photo of a customer, to which its bytes are appended.

use std::time::Duration;

use kit::{
    caller::Caller, failure::Failure, limits::Limit, validation::FieldErrors, vocabulary::content::MediaKind,
};
use proto::content::v1::{CreatePhotoRequest, CreatePhotoResponse};

use super::{State, convert};
use crate::{error::ContentError, store};

/// Limit of the photos that customers upload for one conversation, which keeps 40.
const PER_CONVERSATION: Limit = Limit::new("photos", 80, Duration::from_hours(24));

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: CreatePhotoRequest,
) -> Result<CreatePhotoResponse, Failure> {
    let mut errors = FieldErrors::default();
    let number = errors.line::<1, 20>("quoteNumber", &request.quote_number);
    let name = errors.line::<1, 200>("name", &request.name);
    let (number, name) = errors.finish((number, name))?;
    let mut connection = state.pool.acquire().await?;
    PER_CONVERSATION.count(&mut connection, &number).await??;
    let id = store::media::insert(&mut connection, MediaKind::Photo, &name, None, &number).await?;
    let media = store::media::find(&mut connection, &[id]).await?.pop();
    Ok(CreatePhotoResponse {
        media: Some(convert(media.ok_or(ContentError::MediaNotFound)?)),
    })
}
