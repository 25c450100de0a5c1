//! Periodic deletion of expired idempotency keys.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

/// Time between two sweeps.
const INTERVAL: Duration = Duration::from_hours(1);

/// Maximum number of rows per statement, so that none exceeds the statement timeout.
const BATCH: i64 = 500;

/// Sweeps every hour until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("deletion of expired keys", INTERVAL, stop, || sweep(&pool, BATCH)).await;
}

async fn sweep(pool: &PgPool, batch: i64) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    while store::addition::delete_expired(&mut connection, batch).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, SOFA};

    #[tokio::test]
    async fn deletes_expired_keys_in_batches() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for key in ["a", "b", "c", "d"] {
            customer.add_once(SOFA, 1, key).await.unwrap();
        }
        let pool = fixture.harness.pool();
        sqlx::query("update cart_addition set created_at = now() - interval '25 hours' where key <> 'd'")
            .execute(pool)
            .await
            .unwrap();
        sweep(pool, 2).await.unwrap();
        let kept: Vec<String> = sqlx::query_scalar("select key from cart_addition")
            .fetch_all(pool)
            .await
            .unwrap();
        assert_eq!(kept, ["d"]);
        assert_eq!(customer.lines().await, [(SOFA, 4)]);
    }
}
