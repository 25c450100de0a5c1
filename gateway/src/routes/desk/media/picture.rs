//! Pictures that records show.

use std::collections::HashMap;

use kit::{
    validation::INVALID,
    vocabulary::{ProtobufWord as _, content::MediaKind},
};
use proto::{
    catalog::v1::Image,
    content::v1::{ListMediaRequest, Media},
};

use crate::{desk::Member, error::ApiResult, state::AppState};

/// Message key of a picture whose sizes are not made, or cannot be.
const NOT_READY: &str = "MEDIA.NOT_READY";

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
        kit::pictures::of_media(media).ok_or(NOT_READY)
    }
}
