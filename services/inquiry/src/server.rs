//! Assembly of the server.

use kit::service::Service;
use proto::inquiry::v1::inquiry_service_server::InquiryServiceServer;

use crate::{
    Config, DEFINITION, clients::catalog::Catalog, consumers::WipeClosedAccount, grpc::State,
    metrics::InquiryMetrics, retention,
};

/// Builds the service and binds its listener.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let client = service
        .client("catalog", &config.catalog_url)?
        .with_timeout(config.call_timeout());
    let pool = service.background_pool().clone();
    let state = State {
        pool: service.pool().clone(),
        catalog: Catalog::new(client.rpcs()),
        metrics: InquiryMetrics::new(service.metrics()),
    };
    let days = config.retention_days;
    Ok(service
        .grpc(InquiryServiceServer::new(state))
        .consumer(WipeClosedAccount)
        .task("retention", move |stop| retention::run(pool, days, stop)))
}
