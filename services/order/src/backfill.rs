//! Periodic task that fills the columns which pods of the previous version leave empty, and those of a wiped order.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store::backfill;

/// Maximum number of orders per transaction.
const BATCH: usize = 500;

/// Time between two sweeps.
const INTERVAL: Duration = Duration::from_secs(30);

/// Sweeps until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("columns of the desk", INTERVAL, stop, || sweep(&pool)).await;
}

/// Fills the search of all orders without one, and inserts missing payments.
pub(crate) async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let filled =
            backfill::fill_search(&mut transaction, i64::try_from(BATCH).unwrap_or(i64::MAX)).await?;
        transaction.commit().await?;
        if filled < BATCH {
            break;
        }
    }
    let mut transaction = kit::database::begin(pool).await?;
    backfill::complete_payments(&mut transaction).await?;
    transaction.commit().await
}
