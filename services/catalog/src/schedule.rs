//! Shows and hides products in the shop at the times that staff has set.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{desk::Cause, save, store};

/// Interval between sweeps: products appear and disappear within seconds of their times.
const INTERVAL: Duration = Duration::from_secs(1);

/// Maximum number of products per transaction.
const BATCH: usize = 50;

/// Sweeps until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("visibility of products", INTERVAL, stop, || sweep(&pool)).await;
}

/// Shows and hides the products whose time has come.
pub(crate) async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let limit = i64::try_from(BATCH).unwrap_or(i64::MAX);
        let due = store::desk::lock_due(&mut transaction, limit).await?;
        for id in &due {
            if let Some(product) = store::desk::find(&mut transaction, *id).await? {
                let fields = product.fields.clone();
                save::save(&mut transaction, &product, fields, &[], &Cause::system()).await?;
            }
        }
        transaction.commit().await?;
        if due.len() < BATCH {
            return Ok(());
        }
    }
}
