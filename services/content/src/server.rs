//! Wires the service.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use kit::{copies::ReadCopy, service::Service};
use proto::content::v1::{
    content_service_server::ContentServiceServer, media_service_server::MediaServiceServer,
};
use tokio::sync::Semaphore;
use tokio_rustls::rustls::crypto::ring;

use crate::{
    Config, DEFINITION,
    clients::StoreUse,
    consumers::{TrackOrderFiles, TrackPhotos, TrackProductPictures},
    grpc::{State, fill_copy},
    media::{fetch::Fetcher, files::Files, worker::Worker},
    portfolio::PortfolioCopy,
};

/// Number of uploads that are put together at a time; each is held in memory.
const MAX_ASSEMBLIES: usize = 2;

/// Maximum duration of a call that asks who has a store.
const STORE_TIMEOUT: Duration = Duration::from_millis(800);

/// Connects the database, NATS and the object store, and binds the service to its port.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    install_crypto();
    let media_url = config.media_url.as_deref().context("MEDIA_URL is not set")?;
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let client =
        |name: &str, address: &str| anyhow::Ok(service.client(name, address)?.with_timeout(STORE_TIMEOUT));
    let stores = StoreUse {
        account: client("account", &config.account_url)?.rpcs(),
        inquiry: client("inquiry", &config.inquiry_url)?.rpcs(),
    };
    let state = Arc::new(State {
        pool: service.pool().clone(),
        files: Files::open(media_url)?,
        assemblies: Semaphore::new(MAX_ASSEMBLIES),
        stores,
        copy: ReadCopy::new(service.database_status().clone()),
        portfolio: PortfolioCopy::default(),
    });
    let (copy, filled) = (state.copy.clone(), Arc::clone(&state));
    let worker = Worker {
        pool: service.background_pool().clone(),
        files: state.files.clone(),
        program: match &config.convert_program {
            Some(program) => program.clone(),
            None => std::env::current_exe()?,
        },
        fetcher: Fetcher::new(kit::network::is_public)
            .inspect_err(|error| tracing::error!(%error, "pictures cannot be fetched from addresses"))
            .ok(),
    };
    Ok(service
        .grpc(ContentServiceServer::from_arc(Arc::clone(&state)))
        .grpc(MediaServiceServer::from_arc(state))
        .consumer(TrackProductPictures)
        .consumer(TrackPhotos)
        .consumer(TrackOrderFiles)
        .task("media", move |_, stop| worker.run(stop))
        .task("announcements", crate::announcing::run)
        .task("copy", move |_, stop| fill_copy::run(filled, stop))
        .reads_from_copy(move || copy.has_answers()))
}

/// Installs the cryptography of the TLS clients, which has no default.
pub(crate) fn install_crypto() {
    // Fails if it is installed.
    let _ = ring::default_provider().install_default();
}
