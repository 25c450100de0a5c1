//! Clients of the services behind the gateway.

mod catalog;
mod content;
mod designs;

use std::sync::Arc;

use kit::{
    caller::{self, Caller, Signer},
    grpc::Client,
    metrics::Metrics,
};
use proto::{
    account::v1::{
        account_service_client::AccountServiceClient, desk_service_client::DeskServiceClient,
        team_service_client::TeamServiceClient, view_service_client::ViewServiceClient,
    },
    cart::v1::cart_service_client::CartServiceClient,
    catalog::v1::{
        desk_catalog_service_client::DeskCatalogServiceClient,
        product_import_service_client::ProductImportServiceClient,
    },
    common::v1::{
        audit_service_client::AuditServiceClient, dead_letter_service_client::DeadLetterServiceClient,
    },
    content::v1::media_service_client::MediaServiceClient,
    inquiry::v1::{
        conversation_service_client::ConversationServiceClient, inbox_service_client::InboxServiceClient,
        inquiry_service_client::InquiryServiceClient, offer_service_client::OfferServiceClient,
        price_book_service_client::PriceBookServiceClient, template_service_client::TemplateServiceClient,
    },
    notification::v1::notification_service_client::NotificationServiceClient,
    order::v1::{
        desk_order_service_client::DeskOrderServiceClient,
        offer_order_service_client::OfferOrderServiceClient,
        order_link_service_client::OrderLinkServiceClient, order_service_client::OrderServiceClient,
    },
};

use crate::{
    cache::{Cache, CacheMetrics, Changes, Kept, Key, Topic, Weigh},
    config::Config,
};
pub(crate) use catalog::CatalogClient;
pub(crate) use content::ContentClient;
pub(crate) use designs::DesignClient;

/// One client for each service. Rpc methods take `&mut self`: a call clones the client, which is cheap.
pub(crate) struct Clients {
    pub(crate) catalog: CatalogClient,
    /// The rpcs of catalog for the desk.
    pub(crate) desk_catalog: DeskCatalogServiceClient<Client>,
    /// The rpcs of catalog for imports and exports of products.
    pub(crate) imports: ProductImportServiceClient<Client>,
    pub(crate) account: AccountServiceClient<Client>,
    /// The rpcs of account for the desk.
    pub(crate) desk: DeskServiceClient<Client>,
    /// The rpcs of account for the team of the desk.
    pub(crate) team: TeamServiceClient<Client>,
    /// The rpcs of account for saved views.
    pub(crate) views: ViewServiceClient<Client>,
    pub(crate) cart: CartServiceClient<Client>,
    pub(crate) order: OrderServiceClient<Client>,
    /// The rpcs of order for the desk.
    pub(crate) desk_order: DeskOrderServiceClient<Client>,
    /// The rpcs of order for orders from offers.
    pub(crate) offer_order: OfferOrderServiceClient<Client>,
    /// The rpcs of order for orders by a link.
    pub(crate) order_link: OrderLinkServiceClient<Client>,
    pub(crate) inquiry: InquiryServiceClient<Client>,
    /// The rpcs of inquiry for the desk.
    pub(crate) inbox: InboxServiceClient<Client>,
    /// The rpcs of inquiry for offers.
    pub(crate) offers: OfferServiceClient<Client>,
    /// The rpcs of inquiry for conversations.
    pub(crate) conversations: ConversationServiceClient<Client>,
    /// The rpcs of inquiry for designs.
    pub(crate) designs: DesignClient,
    /// The rpcs of inquiry for price books.
    pub(crate) price_books: PriceBookServiceClient<Client>,
    /// The rpcs of inquiry for prepared texts.
    pub(crate) templates: TemplateServiceClient<Client>,
    pub(crate) content: ContentClient,
    /// The rpcs of content for pictures and files.
    pub(crate) media: MediaServiceClient<Client>,
    pub(crate) notification: NotificationServiceClient<Client>,
    /// The audit logs of the services, by name of the service.
    pub(crate) audits: Vec<(&'static str, AuditServiceClient<Client>)>,
    /// The dead letters of the services, by name of the service.
    pub(crate) dead_letters: Vec<(&'static str, DeadLetterServiceClient<Client>)>,
}

impl Clients {
    /// Creates clients for the addresses of the settings. They connect when first used.
    pub(crate) fn new(config: &Config, metrics: &Metrics, cache: &CacheSettings) -> anyhow::Result<Self> {
        let client = |service, address| -> anyhow::Result<_> {
            let signer = Signer::new(caller::GATEWAY, service, &config.process.callers)?;
            Ok(Client::new(address, signer, &config.process.grpc)?.with_metrics(metrics))
        };
        let catalog = client("catalog", &config.catalog_url)?;
        let account = client("account", &config.account_url)?;
        let cart = client("cart", &config.cart_url)?;
        let inquiry = client("inquiry", &config.inquiry_url)?;
        let order = client("order", &config.order_url)?;
        let content = client("content", &config.content_url)?;
        let notification = client("notification", &config.notification_url)?;
        let anonymous = Caller::anonymous(config.default_language);
        let services = [
            ("account", account.clone()),
            ("inquiry", inquiry.clone()),
            ("order", order.clone()),
            ("catalog", catalog.clone()),
            ("content", content.clone()),
            ("notification", notification.clone()),
            ("cart", cart.clone()),
        ];
        Ok(Self {
            audits: services
                .iter()
                .map(|(service, client)| (*service, client.clone().rpcs()))
                .collect(),
            dead_letters: services
                .into_iter()
                .map(|(service, client)| (service, client.rpcs()))
                .collect(),
            desk_catalog: catalog.clone().rpcs(),
            imports: catalog.clone().rpcs(),
            catalog: CatalogClient::new(catalog.rpcs(), anonymous.clone(), cache),
            account: account.clone().rpcs(),
            desk: account.clone().rpcs(),
            team: account.clone().rpcs(),
            views: account.rpcs(),
            cart: cart.rpcs(),
            order: order.clone().rpcs(),
            desk_order: order.clone().rpcs(),
            offer_order: order.clone().rpcs(),
            order_link: order.rpcs(),
            inquiry: inquiry.clone().rpcs(),
            inbox: inquiry.clone().rpcs(),
            offers: inquiry.clone().rpcs(),
            conversations: inquiry.clone().rpcs(),
            designs: DesignClient::new(inquiry.clone().rpcs(), anonymous.clone(), cache),
            price_books: inquiry.clone().rpcs(),
            templates: inquiry.rpcs(),
            media: content.clone().rpcs(),
            content: ContentClient::new(content.rpcs(), anonymous, cache),
            notification: notification.rpcs(),
        })
    }
}

/// State that the caches of the clients share.
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
        K: Key,
        V: Weigh + Send + Sync + 'static,
    {
        Cache::new(name, self.max_bytes / divisor, &self.changes, &self.metrics)
    }

    /// Creates a store with a fraction of the bytes, of values for when their service does not answer.
    fn kept<V>(&self, name: &'static str, divisor: u64) -> Kept<V>
    where
        V: Weigh + Send + Sync + 'static,
    {
        Kept::new(
            self.max_bytes / divisor,
            &self.changes,
            self.metrics.lookups(name),
        )
    }
}
