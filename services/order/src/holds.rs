//! Limits on the pieces of stock that unpaid orders hold, so that one account or address cannot take the shop's stock for
//! nothing.
//!
//! A request registers its pieces before it reserves them, under a lock of the account and the address. Only products with a
//! stock count.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    config::HoldSettings,
    error::OrderError,
    held::{Holding, excess},
    metrics::OrderMetrics,
    store::{hold, limit},
};

/// Interval of the metrics and of the deletion of ended holds.
const INTERVAL: Duration = Duration::from_mins(1);

/// Maximum number of rows per statement.
const BATCH: i64 = 500;

/// Registers the pieces of a request.
///
/// # Errors
///
/// Fails with [`OrderError::TooMuchHeld`] above a limit, and if a query fails.
pub(crate) async fn admit(
    pool: &PgPool,
    settings: &HoldSettings,
    holding: &Holding<'_>,
) -> Result<(), OrderError> {
    let requested = holding.requested();
    if requested.is_empty() {
        return Ok(());
    }
    let address = holding
        .address
        .map(|address| Sha256::digest(address.as_str()).to_vec());
    let products: Vec<_> = requested.iter().map(|(product, _)| *product).collect();
    let mut transaction = kit::database::begin(pool).await?;
    limit::lock_account(&mut transaction, holding.user).await?;
    if let Some(address) = &address {
        hold::lock_address(&mut transaction, address).await?;
    }
    let (order, user) = (holding.order, holding.user);
    let held = hold::list(&mut transaction, order, user, address.as_deref(), &products).await?;
    if let Some(excess) = excess(settings, holding, &requested, &held) {
        return Err(OrderError::TooMuchHeld(excess));
    }
    hold::insert(&mut transaction, order, user, address.as_deref(), &requested).await?;
    transaction.commit().await?;
    Ok(())
}

/// Updates the metrics and deletes ended holds every minute until cancelled.
pub(crate) async fn run(pool: PgPool, metrics: OrderMetrics, stop: CancellationToken) {
    kit::periodic::run("held pieces", INTERVAL, stop, || sweep(&pool, &metrics)).await;
}

async fn sweep(pool: &PgPool, metrics: &OrderMetrics) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    metrics.set_held(hold::most(&mut connection).await?);
    while hold::delete_ended(&mut connection, BATCH).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests;
