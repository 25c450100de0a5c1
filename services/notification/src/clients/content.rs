//! Client of the content service.

use kit::grpc::Client;
use proto::content::v1::{ListStoresRequest, content_service_client::ContentServiceClient};

use super::send_error;
use crate::mail::SendError;

/// Name of the service in stored reasons.
const SERVICE: &str = "the stores";

pub(crate) struct ContentClient(ContentServiceClient<Client>);

impl ContentClient {
    pub(super) fn new(client: Client) -> Self {
        Self(client.rpcs())
    }

    /// Returns the URL of the brochure; a transient error while the staff has not set it.
    pub(crate) async fn catalogue_url(&self) -> Result<String, SendError> {
        let response = self.0.clone().list_stores(ListStoresRequest {}).await;
        let response = response.map_err(|status| send_error(SERVICE, "the stores are gone", &status))?;
        Some(response.into_inner().catalogue_url)
            .filter(|url| !url.is_empty())
            .ok_or_else(|| SendError::Transient("nobody has said where the catalogue is".to_owned()))
    }
}
