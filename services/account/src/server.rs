//! Assembly of the server.

use std::{sync::Arc, time::Duration};

use kit::service::Service;
use proto::account::v1::{
    account_service_server::AccountServiceServer, desk_service_server::DeskServiceServer,
    team_service_server::TeamServiceServer, view_service_server::ViewServiceServer,
};

use crate::{
    Config, DEFINITION,
    clients::{catalog::Catalog, inquiry::Inquiry},
    desk::Lifetimes,
    grpc::State,
    hashing::{HasherOptions, PasswordHasher},
    limits::HashLimits,
    upkeep,
};

/// Maximum number of concurrent hashes by default: more need a larger memory limit.
const MAX_DEFAULT_CONCURRENCY: usize = 4;

/// Maximum time that a request waits to hash a password. The gateway gives up after 1.75 s.
const MAX_HASH_WAIT: Duration = Duration::from_secs(1);

/// Maximum duration of a call to the inquiry service, without which the team is still listed.
const INQUIRY_TIMEOUT: Duration = Duration::from_millis(800);

/// Builds the service and binds its listener.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let concurrency = match config.password_hashes {
        Some(count) => usize::from(count),
        // The other half of the cores is for requests that hash nothing.
        None => (std::thread::available_parallelism()?.get() / 2).clamp(1, MAX_DEFAULT_CONCURRENCY),
    };
    let hasher = PasswordHasher::start(HasherOptions {
        concurrency,
        queue: usize::from(config.password_queue),
        queue_per_origin: usize::from(config.password_queue_per_address),
        max_wait: MAX_HASH_WAIT,
    })?;
    assemble(config, hasher).await
}

/// Builds the service with this hasher.
pub(crate) async fn assemble(config: &Config, hasher: PasswordHasher) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.process, &config.database).await?;
    let client = service.client("catalog", &config.catalog_url)?;
    let inquiry = service
        .client("inquiry", &config.inquiry_url)?
        .with_timeout(INQUIRY_TIMEOUT);
    let desk = Lifetimes::from(&config.desk);
    let state = State {
        pool: service.pool().clone(),
        catalog: Catalog::new(client.rpcs()),
        inquiry: Inquiry::new(inquiry.rpcs()),
        hasher,
        hash_limits: HashLimits::new(&config.hash_limits),
        refresh_keys: config.refresh_keys.clone(),
        factor_keys: config.second_factor_keys.clone(),
        desk,
        invitation: time::Duration::hours(i64::from(config.desk.staff_invitation_hours)),
    };
    let factor_keys = config.second_factor_keys.clone();
    let state = Arc::new(state);
    Ok(service
        .grpc(AccountServiceServer::from_arc(Arc::clone(&state)))
        .grpc(DeskServiceServer::from_arc(Arc::clone(&state)))
        .grpc(TeamServiceServer::from_arc(Arc::clone(&state)))
        .grpc(ViewServiceServer::from_arc(state))
        .task("upkeep", move |pool, stop| upkeep::run(pool, desk, stop))
        .task("sealing", move |pool, stop| upkeep::seal(pool, factor_keys, stop)))
}
