//! Wires the service.

use kit::service::Service;
use proto::content::v1::content_service_server::ContentServiceServer;

use crate::{Config, DEFINITION, grpc::State};

/// Connects the database and NATS, and binds the service to its port.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let state = State {
        pool: service.pool().clone(),
    };
    Ok(service.grpc(ContentServiceServer::new(state)))
}
