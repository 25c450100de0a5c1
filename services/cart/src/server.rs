//! Puts the parts together.

use kit::{grpc::Client, service::Service};
use proto::{
    cart::v1::cart_service_server::CartServiceServer,
    catalog::v1::catalog_service_client::CatalogServiceClient,
};

use crate::{Config, DEFINITION, catalog::Catalog, consumers::SubtractOrdered, figures::Figures, grpc::Rpcs};

/// A service that is wired and bound.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.process, &config.database).await?;
    let client = Client::new(
        &config.catalog_url,
        DEFINITION.name,
        config.process.caller_keys.clone(),
    )?
    .measured(service.metrics());
    let (pool, figures) = (service.pool().clone(), Figures::new(service.metrics()));
    let rpcs = Rpcs {
        pool: pool.clone(),
        catalog: Catalog::new(CatalogServiceClient::new(client)),
        figures: figures.clone(),
    };
    Ok(service
        .grpc(CartServiceServer::new(rpcs))
        .consumer(SubtractOrdered)
        .task("figures", move |stop| figures.keep(pool, stop)))
}
