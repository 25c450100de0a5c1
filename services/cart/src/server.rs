//! Wires the service.

use kit::service::Service;
use proto::cart::v1::cart_service_server::CartServiceServer;

use crate::{
    Config, DEFINITION,
    clients::catalog::Catalog,
    consumers::{DeleteCart, SubtractOrdered},
    grpc::State,
    metrics::CartMetrics,
    upkeep,
};

/// Connects the database and the catalog, and binds the service to its port.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let client = service.client("catalog", &config.catalog_url)?;
    let metrics = CartMetrics::new(service.metrics());
    let state = State {
        pool: service.pool().clone(),
        catalog: Catalog::new(client.rpcs()),
        metrics: metrics.clone(),
    };
    Ok(service
        .grpc(CartServiceServer::new(state))
        .consumer(SubtractOrdered)
        .consumer(DeleteCart)
        .task("metrics", move |pool, stop| metrics.run(pool, stop))
        .task("upkeep", upkeep::run))
}
