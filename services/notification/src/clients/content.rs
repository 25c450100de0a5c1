//! Client of the content service.

use std::time::Duration;

use kit::grpc::{Client, with_timeout};
use proto::content::v1::{
    GetShopTermsRequest, ListStoresRequest, ShopTerms, content_service_client::ContentServiceClient,
};

use super::send_error;
use crate::mail::SendError;

/// Name of the service in stored reasons.
const SERVICE: &str = "the stores";

/// Timeout of the shop's terms, without which a mail is sent too.
const TERMS_TIMEOUT: Duration = Duration::from_secs(2);

pub(crate) struct ContentClient(ContentServiceClient<Client>);

impl ContentClient {
    pub(super) fn new(client: Client) -> Self {
        Self(client.rpcs())
    }

    /// Returns the shop's terms; `None` if they are not set, or if the service does not respond within two seconds.
    pub(crate) async fn shop_terms(&self) -> Option<ShopTerms> {
        let mut rpcs = self.0.clone();
        let response = with_timeout(TERMS_TIMEOUT, rpcs.get_shop_terms(GetShopTermsRequest {})).await;
        response.ok()?.into_inner().terms
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
