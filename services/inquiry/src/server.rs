//! Assembly of the server.

use kit::{grpc::Client, service::Service};
use proto::{
    catalog::v1::catalog_service_client::CatalogServiceClient,
    inquiry::v1::inquiry_service_server::InquiryServiceServer,
};

use crate::{Config, DEFINITION, clients::catalog::Catalog, grpc::State, metrics::InquiryMetrics, retention};

/// Builds the service and binds its listener.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let keys = config.service.process.caller_keys.clone();
    let client = Client::new(&config.catalog_url, DEFINITION.name, keys)?
        .with_timeout(config.call_timeout())
        .with_metrics(service.metrics());
    let pool = service.background_pool().clone();
    let state = State {
        pool: service.pool().clone(),
        catalog: Catalog::new(CatalogServiceClient::new(client)),
        metrics: InquiryMetrics::new(service.metrics()),
    };
    let days = config.retention_days;
    Ok(service
        .grpc(InquiryServiceServer::new(state))
        .task("retention", move |stop| retention::run(pool, days, stop)))
}
