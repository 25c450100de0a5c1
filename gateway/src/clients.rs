//! The services behind the gateway.

use kit::{caller::CallerKeys, grpc::Client, metrics::Metrics};
use proto::{
    account::v1::account_service_client::AccountServiceClient,
    cart::v1::cart_service_client::CartServiceClient,
    catalog::v1::catalog_service_client::CatalogServiceClient,
    content::v1::content_service_client::ContentServiceClient,
    inquiry::v1::inquiry_service_client::InquiryServiceClient,
    order::v1::order_service_client::OrderServiceClient,
};

use crate::config::Config;

/// A client for each service. Cheap to clone: a call clones the client that it uses.
#[derive(Clone)]
pub(crate) struct Clients {
    pub(crate) catalog: CatalogServiceClient<Client>,
    pub(crate) account: AccountServiceClient<Client>,
    pub(crate) cart: CartServiceClient<Client>,
    pub(crate) order: OrderServiceClient<Client>,
    pub(crate) inquiry: InquiryServiceClient<Client>,
    pub(crate) content: ContentServiceClient<Client>,
}

impl Clients {
    /// Clients at the addresses of the settings; they connect when they are first used.
    pub(crate) fn new(config: &Config, metrics: &Metrics) -> anyhow::Result<Self> {
        let client = |address: &str| {
            let keys: CallerKeys = config.process.caller_keys.clone();
            Client::new(address, "gateway", keys).map(|client| client.with_metrics(metrics))
        };
        Ok(Self {
            catalog: CatalogServiceClient::new(client(&config.catalog_url)?),
            account: AccountServiceClient::new(client(&config.account_url)?),
            cart: CartServiceClient::new(client(&config.cart_url)?),
            order: OrderServiceClient::new(client(&config.order_url)?),
            inquiry: InquiryServiceClient::new(client(&config.inquiry_url)?),
            content: ContentServiceClient::new(client(&config.content_url)?),
        })
    }
}
