//! Maximum message sizes, the same for all services.

use proto::{account, cart, catalog, common, content, inquiry, notification, order};

use super::Client;

/// Maximum size of a request in bytes.
const MAX_REQUEST_SIZE: usize = 1024 * 1024;

/// Maximum size of a request's body in bytes: a message with its compression flag and length.
pub(super) const MAX_REQUEST_BODY: usize = MAX_REQUEST_SIZE + 5;

/// Maximum size of a response in bytes. Pages of 1,000 products take up to 4 MiB.
const MAX_RESPONSE_SIZE: usize = 16 * 1024 * 1024;

/// A generated server.
pub trait LimitedServer: Sized {
    /// Sets the maximum message sizes.
    #[must_use]
    fn with_limits(self) -> Self;
}

/// A generated client.
pub trait LimitedClient: Sized {
    /// Creates a client with the maximum message sizes.
    fn with_limits(client: Client) -> Self;
}

macro_rules! limit {
    ($($package:ident: $server_module:ident::$server:ident, $client_module:ident::$client:ident;)+) => {
        $(
            impl<T> LimitedServer for $package::v1::$server_module::$server<T> {
                fn with_limits(self) -> Self {
                    self.max_decoding_message_size(MAX_REQUEST_SIZE)
                        .max_encoding_message_size(MAX_RESPONSE_SIZE)
                }
            }

            impl LimitedClient for $package::v1::$client_module::$client<Client> {
                fn with_limits(client: Client) -> Self {
                    Self::new(client)
                        .max_encoding_message_size(MAX_REQUEST_SIZE)
                        .max_decoding_message_size(MAX_RESPONSE_SIZE)
                }
            }
        )+
    };
}

limit! {
    account: account_service_server::AccountServiceServer, account_service_client::AccountServiceClient;
    account: desk_service_server::DeskServiceServer, desk_service_client::DeskServiceClient;
    account: team_service_server::TeamServiceServer, team_service_client::TeamServiceClient;
    account: view_service_server::ViewServiceServer, view_service_client::ViewServiceClient;
    cart: cart_service_server::CartServiceServer, cart_service_client::CartServiceClient;
    catalog: catalog_service_server::CatalogServiceServer, catalog_service_client::CatalogServiceClient;
    common: audit_service_server::AuditServiceServer, audit_service_client::AuditServiceClient;
    common: dead_letter_service_server::DeadLetterServiceServer, dead_letter_service_client::DeadLetterServiceClient;
    content: content_service_server::ContentServiceServer, content_service_client::ContentServiceClient;
    content: media_service_server::MediaServiceServer, media_service_client::MediaServiceClient;
    inquiry: conversation_service_server::ConversationServiceServer, conversation_service_client::ConversationServiceClient;
    inquiry: design_service_server::DesignServiceServer, design_service_client::DesignServiceClient;
    inquiry: inbox_service_server::InboxServiceServer, inbox_service_client::InboxServiceClient;
    inquiry: inquiry_service_server::InquiryServiceServer, inquiry_service_client::InquiryServiceClient;
    inquiry: offer_service_server::OfferServiceServer, offer_service_client::OfferServiceClient;
    inquiry: price_book_service_server::PriceBookServiceServer, price_book_service_client::PriceBookServiceClient;
    inquiry: template_service_server::TemplateServiceServer, template_service_client::TemplateServiceClient;
    notification: notification_service_server::NotificationServiceServer, notification_service_client::NotificationServiceClient;
    order: order_service_server::OrderServiceServer, order_service_client::OrderServiceClient;
    catalog: desk_catalog_service_server::DeskCatalogServiceServer, desk_catalog_service_client::DeskCatalogServiceClient;
    catalog: product_import_service_server::ProductImportServiceServer, product_import_service_client::ProductImportServiceClient;
    order: desk_order_service_server::DeskOrderServiceServer, desk_order_service_client::DeskOrderServiceClient;
    order: offer_order_service_server::OfferOrderServiceServer, offer_order_service_client::OfferOrderServiceClient;
    order: order_link_service_server::OrderLinkServiceServer, order_link_service_client::OrderLinkServiceClient;
}
