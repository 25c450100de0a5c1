//! The carts in numbers, for those who run the shop.

use std::time::Duration;

use kit::{
    domain::Quantity,
    metrics::{Counter, Gauges, Metrics},
};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

/// How often carts are counted.
const INTERVAL: Duration = Duration::from_secs(30);

/// See the module.
#[derive(Clone)]
pub(crate) struct CartMetrics {
    pieces_added: Counter,
    filled: Gauges<0>,
}

impl CartMetrics {
    /// Shown among what the process measures.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        Self {
            pieces_added: metrics.counter("storefront_cart_pieces_added", "Pieces that were put into carts"),
            filled: metrics.gauges("storefront_carts_filled", "Carts that hold something"),
        }
    }

    /// Pieces were put into a cart.
    pub(crate) fn added(&self, pieces: Quantity) {
        self.pieces_added.inc_by(pieces.get().into());
    }

    /// Counts carts until it is cancelled.
    pub(crate) async fn keep(self, pool: PgPool, stop: CancellationToken) {
        loop {
            match count(&pool).await {
                Ok(filled) => drop(self.filled.get_or_create_owned(&[]).set(filled)),
                Err(error) => tracing::debug!(
                    error = kit::failure::error_chain(&error),
                    "carts were not counted"
                ),
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = stop.cancelled() => return,
            }
        }
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
    async fn a_cart_counts_while_something_is_in_it() {
        let fixture = Fixture::start().await;
        let (one, other) = (fixture.customer().await, fixture.customer().await);
        assert_eq!(count(fixture.harness.pool()).await.unwrap(), 0);
        one.add(SOFA, 2).await.unwrap();
        other.add(SOFA, 1).await.unwrap();
        assert_eq!(count(fixture.harness.pool()).await.unwrap(), 2);
    }
}
