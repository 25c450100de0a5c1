//! Puts the parts together.

use kit::{grpc::Client, service::Service};
use proto::{
    catalog::v1::catalog_service_client::CatalogServiceClient,
    inquiry::v1::inquiry_service_server::InquiryServiceServer,
};

use crate::{Config, DEFINITION, catalog::Catalog, figures::Figures, grpc::Rpcs, retention};

/// A service that is wired and bound.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.process, &config.database).await?;
    let keys = config.process.caller_keys.clone();
    let client = Client::new(&config.catalog_url, DEFINITION.name, keys)?
        .with_timeout(config.call())
        .measured(service.metrics());
    let pool = service.pool().clone();
    let rpcs = Rpcs {
        pool: pool.clone(),
        catalog: Catalog::new(CatalogServiceClient::new(client)),
        figures: Figures::new(service.metrics()),
    };
    let days = config.retention_days;
    Ok(service
        .grpc(InquiryServiceServer::new(rpcs))
        .task("retention", move |stop| retention::run(pool, days, stop)))
}
