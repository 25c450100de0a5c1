//! Index of all active products, one per replica, on disk and read through memory maps.
//!
//! A background task builds it from the database, then applies the changes since the last revision. Each query first
//! waits until the changes that were committed before it are applied, so that replicas agree and a change is found at
//! once. While the database is away, queries are answered without that, and with the products as the index stores them.
//! Popularity changes with every order; it is a column that is replaced each second without indexing any text.

mod copy;
mod facets;
mod matching;
mod revision;
mod schema;
mod segment;
mod sets;
mod snapshot;
mod task;
mod writer;

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use kit::{
    domain::Page,
    failure::{Code, Failure},
    search::words,
};
use sqlx::PgPool;
use tantivy::TantivyError;
use tokio::sync::{Notify, Semaphore, watch};

use crate::{
    listing::{Facets, Filter, Sort},
    product::Category,
};

pub(crate) use snapshot::Found;
pub(crate) use task::IndexFolder;

use revision::LatestRevision;
use snapshot::Snapshot;

/// Maximum time that a search waits for committed changes; then it is answered without them.
const SEARCH_WAIT: Duration = Duration::from_secs(1);

/// Maximum time that a list waits for committed changes; then it is read from the database.
const LIST_WAIT: Duration = Duration::from_millis(500);

/// Maximum number of changes that a query waits for. More of them come from an import or a sheet, which would make every query
/// wait for a commit of the index; it is answered without them, while the index catches up each second.
const MAX_AWAITED: i64 = 20;

/// Maximum time since the index last read the changes, for answers without many that came since.
const MAX_BEHIND: Duration = Duration::from_secs(3);

/// Error of the index.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IndexError {
    /// The changes cannot be read.
    #[error("database error")]
    Database(#[from] sqlx::Error),
    /// The index is damaged, or its folder cannot be written.
    #[error("search engine error")]
    Engine(#[from] TantivyError),
    /// The folder of the index cannot be read or written.
    #[error("folder of the index")]
    Folder(#[from] io::Error),
    /// A query or a change panicked.
    #[error("task failed")]
    Task(#[from] tokio::task::JoinError),
    /// There are no documents to search yet.
    #[error("the index is not open yet")]
    NotOpen,
}

impl IndexError {
    /// Whether the files of the index may be damaged.
    const fn is_damage(&self) -> bool {
        match self {
            Self::Engine(TantivyError::LockFailure(..)) | Self::Database(_) | Self::NotOpen => false,
            Self::Engine(_) | Self::Folder(_) | Self::Task(_) => true,
        }
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Database(error) => Self::from(error),
            IndexError::NotOpen => Self::new(Code::Unavailable).with_source(error),
            IndexError::Engine(_) | IndexError::Folder(_) | IndexError::Task(_) => {
                Self::new(Code::Internal).with_source(error)
            }
        }
    }
}

/// A page of a list.
pub(crate) struct Listed {
    pub(crate) found: Found,
    /// `None` unless requested.
    pub(crate) facets: Option<Facets>,
    /// Whether changes of the last seconds are missing.
    pub(crate) is_behind: bool,
}

/// Index shared by the requests of a process.
pub(crate) struct SearchIndex {
    snapshot: watch::Sender<Option<Arc<Snapshot>>>,
    latest: LatestRevision,
    /// The categories, read from time to time.
    categories: watch::Sender<Arc<[Category]>>,
    /// Wakes the task that applies changes.
    wake: Notify,
    /// When the task last read the changes.
    caught_up: watch::Sender<Option<Instant>>,
    /// Bounds the queries that run at the same time, each on a thread.
    queries: Arc<Semaphore>,
}

impl Default for SearchIndex {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            snapshot: watch::Sender::new(None),
            latest: LatestRevision::default(),
            categories: watch::Sender::new(Arc::from([])),
            wake: Notify::new(),
            caught_up: watch::Sender::new(None),
            queries: Arc::new(Semaphore::new(cores)),
        }
    }
}

impl SearchIndex {
    /// Returns a page of the active products that match a term, most relevant first, else of those that come closest. While
    /// the index is first built, these are the products indexed so far.
    ///
    /// # Errors
    ///
    /// Fails if the database is unavailable, or no product is indexed yet.
    pub(crate) async fn search(&self, pool: &PgPool, term: &str, page: Page) -> Result<Found, IndexError> {
        if words(term).is_empty() {
            return Ok(Found::default());
        }
        let latest = self.latest.read(pool).await?;
        if self.many_changes_behind(latest).is_none() {
            self.wait_for(latest, SEARCH_WAIT).await;
        }
        let snapshot = self.snapshot().ok_or(IndexError::NotOpen)?;
        if let Some(found) = snapshot.cached(term, page) {
            return Ok(found);
        }
        let term = term.to_owned();
        self.run(move || Ok(snapshot.search_term(&term, page)?)).await
    }

    /// Returns a page of the active products that match a filter, with facets on request; `None` if the index is not
    /// built yet or lacks committed changes, unless many came lately.
    ///
    /// # Errors
    ///
    /// Fails if the database is unavailable.
    pub(crate) async fn list(
        &self,
        pool: &PgPool,
        filter: Filter,
        sort: Sort,
        page: Page,
        with_facets: bool,
    ) -> Result<Option<Listed>, IndexError> {
        if !self.snapshot().is_some_and(|snapshot| snapshot.is_complete) {
            return Ok(None);
        }
        let latest = self.latest.read(pool).await?;
        let snapshot = if let Some(behind) = self.many_changes_behind(latest) {
            behind
        } else {
            self.wait_for(latest, LIST_WAIT).await;
            match self.snapshot() {
                Some(snapshot) if snapshot.has(latest) => snapshot,
                _ => return Ok(None),
            }
        };
        self.run(move || {
            Ok(Some(Listed {
                facets: with_facets.then(|| snapshot.facets(&filter)),
                found: snapshot.list(&filter, sort, page),
                is_behind: !snapshot.has(latest),
            }))
        })
        .await
    }

    /// Returns the snapshot if many changes up to a revision came since it, and the index is about to apply them.
    fn many_changes_behind(&self, latest: i64) -> Option<Arc<Snapshot>> {
        let is_recent = self
            .caught_up
            .borrow()
            .is_some_and(|at| at.elapsed() < MAX_BEHIND);
        self.snapshot().filter(|snapshot| {
            is_recent && snapshot.is_complete && latest.saturating_sub(snapshot.revision) > MAX_AWAITED
        })
    }

    /// Whether searches find all changes up to a revision.
    pub(crate) fn has(&self, revision: i64) -> bool {
        self.snapshot()
            .is_some_and(|snapshot| snapshot.is_complete && snapshot.has(revision))
    }

    /// Waits until the snapshot has all changes up to a revision, at most for the given time.
    async fn wait_for(&self, revision: i64, wait: Duration) {
        let is_current = |snapshot: &Option<Arc<Snapshot>>| {
            snapshot.as_ref().is_some_and(|snapshot| snapshot.has(revision))
        };
        if is_current(&self.snapshot.borrow()) {
            return;
        }
        self.wake.notify_one();
        let mut snapshots = self.snapshot.subscribe();
        let _ = tokio::time::timeout(wait, snapshots.wait_for(is_current)).await;
    }

    fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.snapshot.borrow().clone()
    }

    /// Runs a query on a thread of its own.
    async fn run<T: Send + 'static>(
        &self,
        query: impl FnOnce() -> Result<T, IndexError> + Send + 'static,
    ) -> Result<T, IndexError> {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.queries).acquire_owned().await.ok();
        tokio::task::spawn_blocking(move || {
            let _permit = permit;
            query()
        })
        .await?
    }
}

#[cfg(test)]
mod query_tests;
#[cfg(test)]
mod tests;
