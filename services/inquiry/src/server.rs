//! Assembly of the server.

use std::sync::Arc;

use kit::{keyed_mutex::KeyedMutex, service::Service};
use proto::inquiry::v1::{
    conversation_service_server::ConversationServiceServer, design_service_server::DesignServiceServer,
    inbox_service_server::InboxServiceServer, inquiry_service_server::InquiryServiceServer,
    offer_service_server::OfferServiceServer, price_book_service_server::PriceBookServiceServer,
    template_service_server::TemplateServiceServer,
};

use crate::{
    Config, DEFINITION, adoption,
    clients::{account::Staff, catalog::Catalog, order::Orders},
    consumers::{
        EndBrochureRequest, EndCompleted, HandOver, ReleaseAbandoned, ReleaseCancelled, TakeHours,
        WinOrdered, WipeClosedAccount,
    },
    contact_totals,
    grpc::State,
    metrics::InquiryMetrics,
    offer_ends,
    price_book::FirstBook,
    price_books, reminders, retention, working_hours,
};

/// Builds the service and binds its listener.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let client = service
        .client("catalog", &config.catalog_url)?
        .with_timeout(config.call_timeout());
    let account = service
        .client("account", &config.account_url)?
        .with_timeout(config.call_timeout());
    let orders = service
        .client("order", &config.order_url)?
        .with_timeout(config.call_timeout());
    let orders = Orders::new(orders.rpcs());
    let state = Arc::new(State {
        pool: service.pool().clone(),
        catalog: Catalog::new(client.rpcs()),
        staff: Staff::new(account.rpcs()),
        orders: orders.clone(),
        metrics: InquiryMetrics::new(service.metrics()),
        promise_minutes: config.desk_promise_minutes,
        offer_keys: config.offer_keys.clone(),
        offer_locks: KeyedMutex::default(),
        offer_days: config.offer_days,
        offer_free_share: config.offer_free_percent,
        first_book: FirstBook::read(config.rules_price_book.as_deref())?,
    });
    let sweep_interval = config.offer_sweep_interval();
    let promise_minutes = config.desk_promise_minutes;
    let days = config.retention_days;
    Ok(service
        .grpc(InquiryServiceServer::from_arc(Arc::clone(&state)))
        .grpc(InboxServiceServer::from_arc(Arc::clone(&state)))
        .grpc(ConversationServiceServer::from_arc(Arc::clone(&state)))
        .grpc(OfferServiceServer::from_arc(Arc::clone(&state)))
        .grpc(DesignServiceServer::from_arc(Arc::clone(&state)))
        .grpc(PriceBookServiceServer::from_arc(Arc::clone(&state)))
        .grpc(TemplateServiceServer::from_arc(state))
        .consumer(WipeClosedAccount)
        .consumer(WinOrdered)
        .consumer(ReleaseCancelled)
        .consumer(ReleaseAbandoned)
        .consumer(EndCompleted)
        .consumer(HandOver)
        .consumer(EndBrochureRequest)
        .consumer(TakeHours)
        .task("retention", move |pool, stop| retention::run(pool, days, stop))
        .task("adoption", move |pool, stop| {
            adoption::run(pool, promise_minutes, stop)
        })
        .task("totals of customers", move |pool, stop| {
            contact_totals::run(pool, orders, stop)
        })
        .task("reminders", reminders::run)
        .task("working hours", working_hours::run)
        .task("price books", price_books::run)
        .task("offers", move |pool, stop| {
            offer_ends::run(pool, sweep_interval, stop)
        }))
}
