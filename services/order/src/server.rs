//! Assembly of the server.

use std::sync::Arc;

use kit::{keyed_mutex::KeyedMutex, service::Service};
use proto::order::v1::{
    desk_order_service_server::DeskOrderServiceServer, offer_order_service_server::OfferOrderServiceServer,
    order_link_service_server::OrderLinkServiceServer, order_service_server::OrderServiceServer,
};

use crate::{
    Config, DEFINITION, backfill,
    clients::{account::Account, catalog::Catalog, inquiry::Inquiry},
    closed_accounts,
    consumers::{CloseOrders, HandOver, WipeNotes},
    grpc::State,
    holds, kept_sums, lapse,
    metrics::OrderMetrics,
    sweeper,
};

/// Builds the service and binds its listener.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let client = |name, address| {
        service
            .client(name, address)
            .map(|client| client.with_timeout(config.checkout.call_timeout()))
    };
    let account = client("account", &config.account_url)?;
    let metrics = OrderMetrics::new(service.metrics());
    let state = State {
        pool: service.pool().clone(),
        account: Account::new(account.clone().rpcs(), account.rpcs()),
        catalog: Catalog::new(client("catalog", &config.catalog_url)?.rpcs()),
        inquiry: Inquiry::new(client("inquiry", &config.inquiry_url)?.rpcs()),
        checkout_locks: KeyedMutex::default(),
        limits: config.limits,
        holds: config.holds,
        asks_for_email: config.lapse.unverified_days > 0,
        link_keys: config.order_link_keys.clone(),
        metrics: metrics.clone(),
    };
    let (checkout, periods, account) = (config.checkout.clone(), config.lapse, state.account.clone());
    let (held_metrics, sum_metrics) = (metrics.clone(), metrics.clone());
    let state = Arc::new(state);
    Ok(service
        .grpc(OrderServiceServer::from_arc(state.clone()))
        .grpc(DeskOrderServiceServer::from_arc(state.clone()))
        .grpc(OfferOrderServiceServer::from_arc(state.clone()))
        .grpc(OrderLinkServiceServer::from_arc(state))
        .consumer(CloseOrders)
        .consumer(HandOver)
        .consumer(WipeNotes)
        .task("closed-accounts", closed_accounts::run)
        .task("backfill", backfill::run)
        .task("attempts", move |pool, stop| sweeper::run(pool, checkout, stop))
        .task("lapse", move |pool, stop| {
            lapse::run(pool, periods, account, metrics, stop)
        })
        .task("kept-sums", move |pool, stop| {
            kept_sums::run(pool, sum_metrics, stop)
        })
        .task("holds", move |pool, stop| holds::run(pool, held_metrics, stop)))
}
