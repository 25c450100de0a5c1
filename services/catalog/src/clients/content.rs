//! Client of the content service.

use std::collections::BTreeMap;

use kit::{
    failure::{Code, Failure},
    grpc::Client,
    pictures::of_shown_media,
};
use proto::content::v1::{
    FetchMediaRequest, ListMediaRequest, Media, MediaState, media_service_client::MediaServiceClient,
};
use tonic::Status;

use crate::product::Image;

/// Client of the content service.
#[derive(Clone)]
pub(crate) struct Content(MediaServiceClient<Client>);

/// State of a picture.
#[derive(Debug, Clone)]
pub(crate) enum Picture {
    /// It is being fetched or converted.
    Waiting,
    /// It can be shown; its AVIF files may follow.
    Ready(Image),
    /// It cannot be fetched or converted, with a message key.
    Failed(String),
}

impl Content {
    /// Wraps a generated client.
    pub(crate) const fn new(client: MediaServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Asks for the picture at an address to be fetched; returns its id, or the message key of the reason why it is not. Asking
    /// again has no further effect.
    ///
    /// # Errors
    ///
    /// Fails if the service does not answer.
    pub(crate) async fn fetch(&self, url: &str) -> Result<Result<String, String>, Status> {
        let request = FetchMediaRequest { url: url.to_owned() };
        let status = match self.0.clone().fetch_media(request).await {
            Ok(response) => return Ok(Ok(response.into_inner().media.unwrap_or_default().id)),
            Err(status) => status,
        };
        let failure = Failure::from_status(&status);
        let refused = failure.fields.first().filter(|_| failure.code == Code::Invalid);
        let (_, key) = refused.ok_or(status)?;
        Ok(Err(key.clone()))
    }

    /// Returns the states of pictures by their ids; those that do not exist are left out.
    ///
    /// # Errors
    ///
    /// Fails if the service does not answer.
    pub(crate) async fn find(&self, media_ids: Vec<String>) -> Result<BTreeMap<String, Picture>, Status> {
        let found = self.0.clone().list_media(ListMediaRequest { media_ids }).await?;
        let found = found.into_inner().media.into_iter();
        Ok(found.map(|media| (media.id.clone(), state(&media))).collect())
    }
}

fn state(media: &Media) -> Picture {
    match of_shown_media(media) {
        Some(image) => Picture::Ready(Image {
            media_id: media.id.clone(),
            ..image.into()
        }),
        None if media.state() == MediaState::Failed => Picture::Failed(media.failure.clone()),
        None => Picture::Waiting,
    }
}
