//! Wires the service.

use std::sync::Arc;

use kit::service::Service;
use proto::catalog::v1::catalog_service_server::CatalogServiceServer;

use crate::{
    Config, DEFINITION,
    consumers::{CountQuotes, MarkSold, Release, Return},
    grpc::State,
    index::SearchIndex,
};

/// The service on the port, database and bus of its settings.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.process, &config.database).await?;
    let index = Arc::new(SearchIndex::default());
    let state = State {
        pool: service.pool().clone(),
        index: Arc::clone(&index),
    };
    let pool = service.pool().clone();
    Ok(service
        .grpc(CatalogServiceServer::new(state))
        .consumer(MarkSold)
        .consumer(Release)
        .consumer(Return)
        .consumer(CountQuotes)
        .task("search-index", move |stop| async move {
            index.keep_warm(pool, stop).await;
        }))
}
