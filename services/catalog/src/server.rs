//! Wires the service.

use std::{sync::Arc, time::Duration};

use kit::{copies::ReadCopy, service::Service};
use proto::catalog::v1::{
    catalog_service_server::CatalogServiceServer, desk_catalog_service_server::DeskCatalogServiceServer,
    product_import_service_server::ProductImportServiceServer,
};

use crate::{
    Config, DEFINITION,
    clients::content::Content,
    columns,
    consumers::{CorrectStock, CountQuotes, MarkSold, ReleaseStock, ReturnStock},
    grpc::State,
    importing,
    index::{IndexFolder, SearchIndex},
    schedule, upkeep,
};

/// Maximum duration of a call to the content service.
const CONTENT_TIMEOUT: Duration = Duration::from_secs(5);

/// Connects the database and NATS, and binds the service to its port.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let content = service
        .client("content", &config.content_url)?
        .with_timeout(CONTENT_TIMEOUT);
    let content = Content::new(content.rpcs());
    let index = Arc::new(SearchIndex::default());
    let folder = IndexFolder::new(config.search_index_folder.clone())?;
    let state = Arc::new(State {
        pool: service.pool().clone(),
        index: Arc::clone(&index),
        copy: ReadCopy::new(service.database_status().clone()),
    });
    let copied = Arc::clone(&index);
    Ok(service
        .reads_from_copy(move || copied.has_copy())
        .grpc(CatalogServiceServer::from_arc(state.clone()))
        .grpc(DeskCatalogServiceServer::from_arc(state.clone()))
        .grpc(ProductImportServiceServer::from_arc(state))
        .consumer(MarkSold)
        .consumer(ReleaseStock)
        .consumer(ReturnStock)
        .consumer(CorrectStock)
        .consumer(CountQuotes)
        .task("upkeep", upkeep::run)
        .task("desk-columns", columns::run)
        .task("visibility", schedule::run)
        .task("imports", importing::run)
        .task("pictures-of-imports", move |pool, stop| {
            importing::pictures::run(pool, content, stop)
        })
        .task("search-index", move |pool, stop| async move {
            index.maintain(pool, folder, stop).await;
        }))
}
