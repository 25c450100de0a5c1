//! Puts the parts together.

use kit::{grpc::Client, service::Service};
use proto::{
    account::v1::account_service_server::AccountServiceServer,
    catalog::v1::catalog_service_client::CatalogServiceClient,
};

use crate::{Config, DEFINITION, clients::catalog::Catalog, grpc::State, hashing::Passwords, housekeeping};

/// A service that is wired and bound.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let at_once = match config.password_hashes {
        Some(count) => usize::from(count),
        None => std::thread::available_parallelism()?.get(),
    };
    let passwords = Passwords::new(at_once, usize::from(config.password_queue))?;
    assemble(config, passwords).await
}

/// The same with the given hasher, so that tests can watch it.
pub(crate) async fn assemble(config: &Config, passwords: Passwords) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.process, &config.database).await?;
    let client = Client::new(
        &config.catalog_url,
        DEFINITION.name,
        config.process.caller_keys.clone(),
    )?
    .with_metrics(service.metrics());
    let pool = service.pool().clone();
    let state = State {
        pool: pool.clone(),
        catalog: Catalog::new(CatalogServiceClient::new(client)),
        passwords,
        refresh_keys: config.refresh_keys.clone(),
    };
    Ok(service
        .grpc(AccountServiceServer::new(state))
        .task("housekeeping", |stop| housekeeping::run(pool, stop)))
}
