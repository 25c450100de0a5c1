//! Pictures that records show.

use std::collections::HashMap;

use kit::{
    validation::INVALID,
    vocabulary::{
        ProtobufWord as _,
        content::{MediaKind, MediaState},
    },
};
use proto::{
    catalog::v1::Image,
    content::v1::{ListMediaRequest, Media},
};

use super::record::path;
use crate::{desk::Member, error::ApiResult, state::AppState};

/// Message key of a picture whose sizes are not made, or cannot be.
const NOT_READY: &str = "MEDIA.NOT_READY";

/// Width of the file that names a picture, if it has that size, in pixels.
const MIDDLE_WIDTH: u32 = 768;

/// Media by their ids.
pub(in crate::routes::desk) struct Pictures(HashMap<String, Media>);

impl Pictures {
    /// Reads media; does nothing without ids.
    pub(in crate::routes::desk) async fn load(
        state: &AppState,
        member: &Member,
        media_ids: Vec<String>,
    ) -> ApiResult<Self> {
        if media_ids.is_empty() {
            return Ok(Self(HashMap::new()));
        }
        let request = member.request(ListMediaRequest { media_ids });
        let found = state
            .clients
            .media
            .clone()
            .list_media(request)
            .await?
            .into_inner();
        let media = found.media.into_iter().map(|media| (media.id.clone(), media));
        Ok(Self(media.collect()))
    }

    /// Returns a picture, named by its middle size, with the pixels of its largest one.
    ///
    /// # Errors
    ///
    /// Fails with a message key if there is no such picture or it is not ready.
    pub(in crate::routes::desk) fn find(&self, id: &str) -> Result<Image, &'static str> {
        let media = self.0.get(id).ok_or(INVALID)?;
        if MediaKind::known(media.kind) != Some(MediaKind::Picture) {
            return Err(INVALID);
        }
        let is_ready = MediaState::known(media.state) == Some(MediaState::Ready);
        let largest = media.sizes.last().filter(|_| is_ready).ok_or(NOT_READY)?;
        let middle = media.sizes.iter().find(|size| size.width == MIDDLE_WIDTH);
        Ok(Image {
            url: path(&media.hash, middle.unwrap_or(largest).width, "webp"),
            width: largest.width,
            height: largest.height,
            placeholder: media.placeholder.clone(),
            ..Image::default()
        })
    }
}
