//! Builds the index and applies changes.

use std::{path::PathBuf, sync::Arc, time::Duration};

use kit::failure::error_chain;
use sqlx::PgPool;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::{
    IndexError, SearchIndex,
    writer::{Progress, Writer},
};
use crate::store;

/// Interval of refreshes, the maximum age of the popularity.
const INTERVAL: Duration = Duration::from_secs(1);

/// Delay after an error, after which the index may be built anew.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Products indexed until the first commit of a build. Each further commit follows after as many as are committed
/// already, so that searches soon find something and the number of segments stays small.
const FIRST_COMMIT: usize = 2_000;

/// Maximum products between two commits.
const MAX_UNCOMMITTED: usize = 100_000;

/// Folder of the index.
pub(crate) enum IndexFolder {
    /// Kept after the process ends.
    Kept(PathBuf),
    /// Deleted when the process ends.
    Temporary(TempDir),
}

impl IndexFolder {
    /// Returns the folder of the setting, else a temporary one.
    ///
    /// # Errors
    ///
    /// Fails if the temporary folder cannot be created.
    pub(crate) fn new(setting: Option<PathBuf>) -> std::io::Result<Self> {
        match setting {
            Some(path) => Ok(Self::Kept(path)),
            None => Ok(Self::Temporary(TempDir::with_prefix("catalog-search-")?)),
        }
    }

    /// Returns the path for the products.
    fn products(&self) -> PathBuf {
        let root = match self {
            Self::Kept(path) => path,
            Self::Temporary(folder) => folder.path(),
        };
        root.join("products")
    }
}

impl SearchIndex {
    /// Builds the index in a folder that no other process uses, then applies changes until cancelled. After an error it
    /// opens the index anew.
    pub(crate) async fn maintain(&self, pool: PgPool, folder: IndexFolder, stop: CancellationToken) {
        let stopped = stop.clone();
        let maintain = async {
            loop {
                let Err(error) = self.maintain_until_error(&pool, folder.products()).await;
                tracing::warn!(
                    error = error_chain(&error),
                    "search index update failed, retrying"
                );
                tokio::time::sleep(RETRY_DELAY).await;
            }
        };
        tokio::select! {
            () = maintain => {}
            () = stopped.cancelled() => {}
        }
    }

    async fn maintain_until_error(
        &self,
        pool: &PgPool,
        folder: PathBuf,
    ) -> Result<std::convert::Infallible, IndexError> {
        let mut writer = tokio::task::spawn_blocking(move || Writer::open(&folder)).await??;
        let mut popularity_since = writer.progress.map(|progress| progress.popularity_since);
        loop {
            let progress;
            (writer, progress) = self.build(pool, writer).await?;
            writer = self.apply_changes(pool, writer, progress).await?;
            let since = popularity_since.unwrap_or(progress.popularity_since);
            let now;
            (writer, now) = self.apply_popularity(pool, writer, since).await?;
            popularity_since = Some(now);
            let _ = tokio::time::timeout(INTERVAL, self.wake.notified()).await;
        }
    }

    /// Adds all products to a new or unfinished index; does nothing if it is complete. Returns the progress.
    async fn build(&self, pool: &PgPool, mut writer: Writer) -> Result<(Writer, Progress), IndexError> {
        let latest = store::search::latest_revision(&mut *pool.acquire().await?).await?;
        let mut progress = match writer.progress {
            // A lower revision is that of a restored database.
            Some(progress) if progress.revision <= latest => progress,
            _ => {
                let since = store::search::oldest_transaction(&mut *pool.acquire().await?).await?;
                writer = blocking(writer, Writer::clear).await?.0;
                Progress::start(latest, since)
            }
        };
        let (mut committed, mut uncommitted) = (0, 0);
        while let Some(last) = progress.built_to {
            let entries = store::search::active_after(&mut *pool.acquire().await?, last).await?;
            progress.built_to = entries.last().map(|entry| entry.product.get());
            uncommitted += entries.len();
            writer = blocking(writer, move |writer| writer.add(&entries)).await?.0;
            if progress.built_to.is_none() || uncommitted >= committed.clamp(FIRST_COMMIT, MAX_UNCOMMITTED) {
                committed += uncommitted;
                uncommitted = 0;
                writer = self.commit(writer, progress).await?;
                tracing::info!(products = committed, "search index built");
            }
        }
        Ok((self.publish(writer).await?, progress))
    }

    /// Applies the changes since the last commit.
    async fn apply_changes(
        &self,
        pool: &PgPool,
        mut writer: Writer,
        mut progress: Progress,
    ) -> Result<Writer, IndexError> {
        let mut uncommitted = 0;
        loop {
            let changed =
                store::search::changed_since(&mut *pool.acquire().await?, progress.revision).await?;
            if let Some((revision, _)) = changed.last() {
                progress.revision = *revision;
                uncommitted += changed.len();
                writer = blocking(writer, move |writer| {
                    let entries: Vec<_> = changed.into_iter().map(|(_, entry)| entry).collect();
                    writer.replace(&entries)
                })
                .await?
                .0;
                if uncommitted < MAX_UNCOMMITTED {
                    continue;
                }
            }
            if uncommitted == 0 {
                return Ok(writer);
            }
            uncommitted = 0;
            writer = self.commit(writer, progress).await?;
        }
    }

    /// Applies the popularity that transactions since `since` changed. Returns the oldest transaction that may still
    /// change it.
    async fn apply_popularity(
        &self,
        pool: &PgPool,
        mut writer: Writer,
        since: i64,
    ) -> Result<(Writer, i64), IndexError> {
        let now = store::search::oldest_transaction(&mut *pool.acquire().await?).await?;
        // A restored database may count transactions from a lower number.
        let mut after = (since.min(now), 0);
        loop {
            let changes = store::search::popularity_after(&mut *pool.acquire().await?, after).await?;
            let Some(last) = changes.last() else {
                return Ok((writer, now));
            };
            after = (last.transaction, last.product.get());
            let Some(snapshot) = self.snapshot() else {
                return Ok((writer, since));
            };
            let changes: Vec<_> = changes
                .into_iter()
                .map(|change| (change.product, change.popularity))
                .collect();
            let changed;
            (writer, changed) = blocking(writer, move |writer| {
                writer.change_popularity(&snapshot, &changes)
            })
            .await?;
            if let Some(snapshot) = changed {
                self.snapshot.send_replace(Some(snapshot));
            }
        }
    }

    async fn commit(&self, writer: Writer, progress: Progress) -> Result<Writer, IndexError> {
        let writer = blocking(writer, move |writer| writer.commit(progress)).await?.0;
        self.publish(writer).await
    }

    /// Publishes a snapshot if there is a new one.
    async fn publish(&self, writer: Writer) -> Result<Writer, IndexError> {
        let previous = self.snapshot();
        let (writer, snapshot) = blocking(writer, move |writer| writer.snapshot(previous.as_deref())).await?;
        if let Some(snapshot) = snapshot {
            self.snapshot.send_replace(Some(Arc::clone(&snapshot)));
        }
        Ok(writer)
    }
}

/// Runs an operation of the writer on a thread of its own; closes the writer after an error.
async fn blocking<T: Send + 'static>(
    mut writer: Writer,
    operation: impl FnOnce(&mut Writer) -> Result<T, IndexError> + Send + 'static,
) -> Result<(Writer, T), IndexError> {
    tokio::task::spawn_blocking(move || {
        let result = operation(&mut writer)?;
        Ok((writer, result))
    })
    .await?
}
