//! Metrics of carts.

use std::time::Duration;

use kit::{
    domain::Quantity,
    metrics::{Counter, Gauges, Metrics},
};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

/// Interval of the count of filled carts.
const INTERVAL: Duration = Duration::from_secs(30);

/// Metrics of the cart service.
#[derive(Clone)]
pub(crate) struct CartMetrics {
    pieces_added: Counter,
    filled: Gauges<0>,
}

impl CartMetrics {
    /// Registers the metrics of the service.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        Self {
            pieces_added: metrics.counter("storefront_cart_pieces_added", "Pieces added to carts"),
            filled: metrics.gauges("storefront_carts_filled", "Carts with at least one line"),
        }
    }

    /// Counts pieces added to a cart.
    pub(crate) fn record_added(&self, pieces: Quantity) {
        self.pieces_added.inc_by(pieces.get().into());
    }

    /// Updates the number of filled carts every 30 s until cancelled.
    pub(crate) async fn run(self, pool: PgPool, stop: CancellationToken) {
        kit::periodic::run("count of filled carts", INTERVAL, stop, async || {
            let filled = count(&pool).await?;
            self.filled.get_or_create_owned(&[]).set(filled);
            Ok::<_, sqlx::Error>(())
        })
        .await;
    }
}

async fn count(pool: &PgPool) -> Result<i64, sqlx::Error> {
    store::count_filled(&mut *pool.acquire().await?).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SOFA};

    #[tokio::test]
    async fn counts_carts_with_lines() {
        let fixture = Fixture::start().await;
        let (one, other) = (fixture.customer().await, fixture.customer().await);
        assert_eq!(count(fixture.harness.pool()).await.unwrap(), 0);
        one.add(SOFA, 2).await.unwrap();
        other.add(SOFA, 1).await.unwrap();
        assert_eq!(count(fixture.harness.pool()).await.unwrap(), 2);
    }
}
