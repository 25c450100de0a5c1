//! Limits on the pieces of stock that unpaid orders hold, so that one account or address cannot take the shop's stock for
//! nothing.
//!
//! A request registers its pieces before it reserves them, under a lock of the account and the address. Only products with a
//! stock count.

use std::time::Duration;

use kit::{
    client_address::ClientAddress,
    domain::{OrderId, ProductId, Quantity, UserId},
};
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    config::HoldSettings,
    error::{LimitKind, OrderError},
    metrics::OrderMetrics,
    store::{hold, limit},
};

/// Pieces of a product that any share admits: a set of chairs of a small stock.
const FREE_OF_SHARE: i64 = 10;

/// The same for an account whose e-mail is not verified.
const FREE_OF_SHARE_UNVERIFIED: i64 = 4;

/// The same for an address, behind which an office or a mobile network may be.
const FREE_OF_SHARE_ADDRESS: i64 = 40;

/// Interval of the metrics and of the deletion of ended holds.
const INTERVAL: Duration = Duration::from_mins(1);

/// Maximum number of rows per statement.
const BATCH: i64 = 500;

/// Held pieces of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) product: ProductId,
    pub(crate) by_all: i64,
    pub(crate) by_account: i64,
    pub(crate) by_address: i64,
}

/// The most pieces that a single account and a single address hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Most {
    pub(crate) account: i64,
    pub(crate) address: i64,
}

/// A request for pieces that are in stock.
pub(crate) struct Holding<'request> {
    pub(crate) order: OrderId,
    pub(crate) user: UserId,
    pub(crate) address: Option<&'request ClientAddress>,
    /// Whether the e-mail of the account is verified.
    pub(crate) is_verified: bool,
    /// Requested pieces, one line per product.
    pub(crate) lines: &'request [(ProductId, Quantity)],
    /// Available pieces of the products that have a stock.
    pub(crate) stock: &'request [(ProductId, i64)],
}

/// A limit that a request exceeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excess {
    pub(crate) kind: LimitKind,
    pub(crate) is_verified: bool,
    /// The product whose share is exceeded; `None` for the pieces of all products.
    pub(crate) product: Option<ProductId>,
    /// The pieces that the request may have.
    pub(crate) most: i64,
    /// Indexes of the lines of the product in the request, which the caller sets.
    pub(crate) lines: Vec<usize>,
}

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

impl Holding<'_> {
    /// Returns the requested pieces of the products that have a stock.
    fn requested(&self) -> Vec<(ProductId, i64)> {
        self.lines
            .iter()
            .filter(|(product, _)| self.stock.iter().any(|(other, _)| other == product))
            .map(|(product, quantity)| (*product, i64::from(*quantity)))
            .collect()
    }
}

/// Returns the first limit that the requested pieces exceed.
fn excess(
    settings: &HoldSettings,
    holding: &Holding<'_>,
    requested: &[(ProductId, i64)],
    held: &[Held],
) -> Option<Excess> {
    let is_verified = holding.is_verified;
    let account = if is_verified {
        (
            settings.pieces_per_account,
            settings.percent_per_account,
            FREE_OF_SHARE,
        )
    } else {
        (
            settings.pieces_per_unverified_account,
            settings.percent_per_unverified_account,
            FREE_OF_SHARE_UNVERIFIED,
        )
    };
    let address = (
        settings.pieces_per_address,
        settings.percent_per_address,
        FREE_OF_SHARE_ADDRESS,
    );
    let by_account: fn(&Held) -> i64 = |held| held.by_account;
    let mut limits = vec![(LimitKind::HeldByAccount, account, by_account)];
    if holding.address.is_some() {
        limits.push((LimitKind::HeldByAddress, address, |held| held.by_address));
    }
    let total: i64 = requested.iter().map(|(_, pieces)| pieces).sum();
    limits
        .into_iter()
        .find_map(|(kind, (pieces, percent, free), held_by)| {
            let excess = |product, most: i64| Excess {
                kind,
                is_verified,
                product,
                most: most.max(0),
                lines: Vec::new(),
            };
            let present: i64 = held.iter().map(held_by).sum();
            let left = i64::from(pieces) - present;
            if pieces > 0 && total > left {
                return Some(excess(None, left));
            }
            requested
                .iter()
                .filter(|_| percent > 0)
                .find_map(|(product, pieces)| {
                    let of_product = held.iter().find(|held| held.product == *product);
                    let available = holding.stock.iter().find(|(other, _)| other == product)?.1.max(0);
                    let stock = available + of_product.map_or(0, |held| held.by_all);
                    let share = (stock.saturating_mul(percent.into()) / 100).max(free);
                    let left = share - of_product.map_or(0, held_by);
                    (*pieces > left).then(|| excess(Some(*product), left))
                })
        })
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
