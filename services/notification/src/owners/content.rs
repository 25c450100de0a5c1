//! What a letter asks the stores.

use kit::grpc::Client;
use proto::content::v1::{ListStoresRequest, content_service_client::ContentServiceClient};

use super::setback;
use crate::mail::Setback;

/// Its name in reasons.
const OWNER: &str = "the stores";

/// The stores, as far as letters need them.
pub(crate) struct Stores(ContentServiceClient<Client>);

impl Stores {
    pub(super) fn new(client: Client) -> Self {
        Self(ContentServiceClient::new(client))
    }

    /// Where the catalogue is. A letter that leads there waits until the staff has said where.
    pub(crate) async fn catalogue(&self) -> Result<String, Setback> {
        let answer = self.0.clone().list_stores(ListStoresRequest {}).await;
        let answer = answer.map_err(|status| setback(OWNER, "the stores are gone", &status))?;
        Some(answer.into_inner().catalogue_url)
            .filter(|address| !address.is_empty())
            .ok_or_else(|| Setback::NotNow("nobody has said where the catalogue is".to_owned()))
    }
}
