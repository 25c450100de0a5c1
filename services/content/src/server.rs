//! Wires the service.

use kit::service::Service;
use proto::content::v1::content_service_server::ContentServiceServer;

use crate::{Config, DEFINITION, grpc::State};

/// The service on the port, database and bus of its settings.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.process, &config.database).await?;
    let state = State {
        pool: service.pool().clone(),
    };
    Ok(service.grpc(ContentServiceServer::new(state)))
}
