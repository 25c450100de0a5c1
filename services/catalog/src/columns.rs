//! Periodic task that fills the columns by which the desk searches and sorts, in rows of the previous version.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store::desk_list;

/// Maximum number of products per transaction.
const BATCH: usize = 500;

/// Time between two sweeps.
const INTERVAL: Duration = Duration::from_secs(5);

/// Sweeps until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("columns of the desk", INTERVAL, stop, || sweep(&pool)).await;
}

/// Fills the columns of all products without them.
pub(crate) async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let filled =
            desk_list::fill_search(&mut transaction, i64::try_from(BATCH).unwrap_or(i64::MAX)).await?;
        transaction.commit().await?;
        if filled < BATCH {
            return Ok(());
        }
    }
}
