//! The latest search revision, read once for all queries that wait for it.

use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::PgPool;
use tokio::sync::Mutex;

use crate::store;

/// Reads the latest revision. Callers share a read that starts after they called.
#[derive(Debug, Default)]
pub(super) struct LatestRevision {
    callers: AtomicU64,
    last: Mutex<LastRead>,
}

/// A revision and the number of callers that came before it was read.
#[derive(Debug, Default)]
struct LastRead {
    callers: u64,
    revision: i64,
}

impl LatestRevision {
    /// Returns a revision that includes all changes committed before the call.
    pub(super) async fn read(&self, pool: &PgPool) -> Result<i64, sqlx::Error> {
        let caller = self.callers.fetch_add(1, Ordering::SeqCst);
        let mut last = self.last.lock().await;
        if last.callers > caller {
            return Ok(last.revision);
        }
        let callers = self.callers.load(Ordering::SeqCst);
        let revision = store::search::latest_revision(&mut *pool.acquire().await?).await?;
        *last = LastRead { callers, revision };
        Ok(revision)
    }
}
