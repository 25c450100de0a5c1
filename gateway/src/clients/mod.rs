//! Clients of the services behind the gateway.

mod catalog;
mod content;

use std::{hash::Hash, sync::Arc};

use kit::{
    caller::{self, Caller, Signer},
    grpc::Client,
    metrics::Metrics,
};
use proto::{
    account::v1::{
        account_service_client::AccountServiceClient, desk_service_client::DeskServiceClient,
        team_service_client::TeamServiceClient,
    },
    cart::v1::cart_service_client::CartServiceClient,
    inquiry::v1::{inbox_service_client::InboxServiceClient, inquiry_service_client::InquiryServiceClient},
    order::v1::{
        desk_order_service_client::DeskOrderServiceClient, order_service_client::OrderServiceClient,
    },
};

use crate::{
    cache::{Cache, CacheMetrics, Changes, Topic, Weigh},
    config::Config,
};
pub(crate) use catalog::CatalogClient;
pub(crate) use content::ContentClient;

/// One client for each service. Rpc methods take `&mut self`: a call clones the client, which is cheap.
pub(crate) struct Clients {
    pub(crate) catalog: CatalogClient,
    pub(crate) account: AccountServiceClient<Client>,
    /// The rpcs of account for the desk.
    pub(crate) desk: DeskServiceClient<Client>,
    /// The rpcs of account for the team of the desk.
    pub(crate) team: TeamServiceClient<Client>,
    pub(crate) cart: CartServiceClient<Client>,
    pub(crate) order: OrderServiceClient<Client>,
    /// The rpcs of order for the desk.
    pub(crate) desk_order: DeskOrderServiceClient<Client>,
    pub(crate) inquiry: InquiryServiceClient<Client>,
    /// The rpcs of inquiry for the desk.
    pub(crate) inbox: InboxServiceClient<Client>,
    pub(crate) content: ContentClient,
}

impl Clients {
    /// Creates clients for the addresses of the settings. They connect when first used.
    pub(crate) fn new(config: &Config, metrics: &Metrics, cache: &CacheSettings) -> anyhow::Result<Self> {
        let client = |service, address| -> anyhow::Result<_> {
            let signer = Signer::new(caller::GATEWAY, service, &config.process.callers)?;
            Ok(Client::new(address, signer)?.with_metrics(metrics))
        };
        let account = client("account", &config.account_url)?;
        let inquiry = client("inquiry", &config.inquiry_url)?;
        let order = client("order", &config.order_url)?;
        let anonymous = Caller::anonymous(config.default_language);
        Ok(Self {
            catalog: CatalogClient::new(
                client("catalog", &config.catalog_url)?.rpcs(),
                anonymous.clone(),
                cache,
            ),
            account: account.clone().rpcs(),
            desk: account.clone().rpcs(),
            team: account.rpcs(),
            cart: client("cart", &config.cart_url)?.rpcs(),
            order: order.clone().rpcs(),
            desk_order: order.rpcs(),
            inquiry: inquiry.clone().rpcs(),
            inbox: inquiry.rpcs(),
            content: ContentClient::new(client("content", &config.content_url)?.rpcs(), anonymous, cache),
        })
    }
}

/// What the caches of the clients share.
pub(crate) struct CacheSettings {
    /// Maximum size of all these caches in bytes.
    pub(crate) max_bytes: u64,
    pub(crate) changes: Arc<Changes<Topic>>,
    pub(crate) metrics: CacheMetrics,
}

impl CacheSettings {
    /// Creates a cache with a fraction of the bytes.
    fn cache<K, V>(&self, name: &'static str, divisor: u64) -> Cache<K, V>
    where
        K: Clone + Eq + Hash + Send + Sync + 'static,
        V: Weigh + Send + Sync + 'static,
    {
        Cache::new(name, self.max_bytes / divisor, &self.changes, &self.metrics)
    }
}
