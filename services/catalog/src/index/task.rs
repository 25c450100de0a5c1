//! Builds the index and applies changes.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use kit::failure::error_chain;
use sqlx::PgPool;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::{
    IndexError, SearchIndex,
    writer::{Progress, Writer},
};
use crate::{search::Entry, store};

/// Interval of refreshes, the maximum age of the popularity.
const INTERVAL: Duration = Duration::from_secs(1);

/// Interval of reading the categories for answers while the database is away.
const CATEGORIES_INTERVAL: Duration = Duration::from_secs(30);

/// Delay after an error, after which the index may be built anew.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Maximum products between two commits. Searches soon find the first products of a build, and few wait for the writer: it
/// queues 10,000, each with its texts, about 5 kB.
const MAX_UNCOMMITTED: usize = 2_000;

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
    /// opens the index again, and builds it anew if it may be damaged.
    pub(crate) async fn maintain(&self, pool: PgPool, folder: IndexFolder, stop: CancellationToken) {
        let stopped = stop.clone();
        let maintain = async {
            let mut is_damaged = false;
            loop {
                let Err(error) = self
                    .maintain_until_error(&pool, folder.products(), is_damaged)
                    .await;
                is_damaged = error.is_damage();
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
        is_damaged: bool,
    ) -> Result<std::convert::Infallible, IndexError> {
        let open = if is_damaged { Writer::create } else { Writer::open };
        let mut writer = tokio::task::spawn_blocking(move || open(&folder)).await??;
        let mut popularity_since = writer.progress.map(|progress| progress.popularity_since);
        let mut categories_at = None::<Instant>;
        loop {
            let progress;
            if categories_at.is_none_or(|at| at.elapsed() >= CATEGORIES_INTERVAL) {
                writer = self.read_categories(pool, writer).await?;
                categories_at = Some(Instant::now());
            }
            (writer, progress) = self.build(pool, writer).await?;
            writer = self.apply_changes(pool, writer, progress).await?;
            let since = popularity_since.unwrap_or(progress.popularity_since);
            let now;
            (writer, now) = self.apply_popularity(pool, writer, since).await?;
            popularity_since = Some(now);
            let _ = tokio::time::timeout(INTERVAL, self.wake.notified()).await;
        }
    }

    /// Reads the categories. If the database is away, the index of the folder is published first, to answer without it.
    async fn read_categories(&self, pool: &PgPool, writer: Writer) -> Result<Writer, IndexError> {
        let read = async { store::category::find_all(&mut *pool.acquire().await?).await };
        match read.await {
            Ok(categories) => {
                self.categories.send_replace(categories.into());
                Ok(writer)
            }
            Err(error) => {
                self.publish(writer).await?;
                Err(error.into())
            }
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
            let mut connection = pool.acquire().await?;
            let mut entries = store::search::active_after(&mut connection, last).await?;
            store::search::read_records(&mut connection, &mut entries).await?;
            drop(connection);
            progress.built_to = entries.last().map(|entry| entry.product.get());
            uncommitted += entries.len();
            writer = blocking(writer, move |writer| writer.add(&entries)).await?.0;
            if progress.built_to.is_none() || uncommitted >= MAX_UNCOMMITTED {
                committed += uncommitted;
                uncommitted = 0;
                writer = self.commit(writer, progress).await?;
                tracing::debug!(products = committed, "products indexed");
            }
        }
        if committed > 0 {
            tracing::info!(products = committed, "search index built");
        }
        Ok((self.publish(writer).await?, progress))
    }

    /// Applies the changes since the last commit. Commits about once in [`INTERVAL`], so that searches find the first
    /// products of a long import before its end.
    async fn apply_changes(
        &self,
        pool: &PgPool,
        mut writer: Writer,
        mut progress: Progress,
    ) -> Result<Writer, IndexError> {
        let mut uncommitted = 0;
        let mut committed_at = Instant::now();
        loop {
            let (last, entries) = changes(pool, progress.revision).await?;
            if let Some(revision) = last {
                progress.revision = revision;
                uncommitted += entries.len();
                writer = blocking(writer, move |writer| writer.replace(&entries)).await?.0;
                if uncommitted < MAX_UNCOMMITTED && committed_at.elapsed() < INTERVAL {
                    continue;
                }
            }
            self.caught_up.send_replace(Some(Instant::now()));
            if uncommitted == 0 {
                return Ok(writer);
            }
            uncommitted = 0;
            writer = self.commit(writer, progress).await?;
            committed_at = Instant::now();
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

/// Returns products that changed after a revision, and the revision of the last change.
async fn changes(pool: &PgPool, revision: i64) -> Result<(Option<i64>, Vec<Entry>), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let changed = store::search::changed_since(&mut connection, revision).await?;
    let last = changed.last().map(|(revision, _)| *revision);
    let mut entries: Vec<_> = changed.into_iter().map(|(_, entry)| entry).collect();
    store::search::read_records(&mut connection, &mut entries).await?;
    Ok((last, entries))
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

#[cfg(test)]
mod tests {
    use kit::domain::{Page, ProductId};
    use testkit::eventually;

    use super::*;
    use crate::{
        index::Found,
        listing::{Filter, Sort},
        testing::{Fixture, wardrobe},
    };

    /// An index of its own beside that of the service.
    struct Replica {
        index: Arc<SearchIndex>,
        stop: CancellationToken,
        task: tokio::task::JoinHandle<()>,
    }

    impl Replica {
        async fn start(fixture: &Fixture, folder: &std::path::Path) -> Self {
            let index = Arc::new(SearchIndex::default());
            let stop = CancellationToken::new();
            let folder = IndexFolder::Kept(folder.to_owned());
            let (maintained, pool) = (Arc::clone(&index), fixture.harness.pool().clone());
            let stopped = stop.clone();
            let task = tokio::spawn(async move { maintained.maintain(pool, folder, stopped).await });
            eventually("the index is built", || async {
                index.snapshot().filter(|snapshot| snapshot.is_complete)
            })
            .await;
            Self { index, stop, task }
        }

        async fn stop(self) {
            self.stop.cancel();
            self.task.await.unwrap();
        }

        /// Waits until the list of all products is the expected one.
        async fn wait_for_list(&self, fixture: &Fixture, sort: Sort, expected: &[i64]) {
            eventually("the index lists the products", || async {
                let pool = fixture.harness.pool();
                let list = self
                    .index
                    .list(pool, Filter::default(), sort, Page::new(1, 10), false);
                let found = list.await.unwrap()?.found;
                (ids(&found) == expected).then_some(())
            })
            .await;
        }
    }

    async fn sell(fixture: &Fixture, id: i64) {
        let product = ProductId::try_from(id).unwrap();
        let mut connection = fixture.harness.pool().acquire().await.unwrap();
        store::product::add_popularity(&mut connection, product, 1)
            .await
            .unwrap();
    }

    fn ids(found: &Found) -> Vec<i64> {
        found.products.iter().map(|product| product.get()).collect()
    }

    #[tokio::test]
    async fn continues_with_the_index_of_its_folder_after_a_restart() {
        let fixture = Fixture::start().await;
        let folder = TempDir::new().unwrap();
        let first = fixture.add(wardrobe("SK-1")).await;
        let second = fixture.add(wardrobe("SK-2")).await;
        let replica = Replica::start(&fixture, folder.path()).await;
        sell(&fixture, second).await;
        replica.stop().await;
        let built = payload(folder.path());
        let third = fixture.add(wardrobe("SK-3")).await;
        sell(&fixture, third).await;
        sell(&fixture, third).await;
        let replica = Replica::start(&fixture, folder.path()).await;
        let found = replica
            .index
            .search(fixture.harness.pool(), "şkaf", Page::new(1, 10))
            .await
            .unwrap();
        assert_eq!(found.total, 3);
        // Those of before and after the restart.
        replica
            .wait_for_list(&fixture, Sort::Popularity, &[third, second, first])
            .await;
        // The transaction at which the build started is the same, so it was not built again.
        assert_eq!(
            payload(folder.path())["popularity_since"],
            built["popularity_since"]
        );
        replica.stop().await;
    }

    #[tokio::test]
    async fn answers_from_the_index_of_its_folder_if_the_database_is_away_at_the_start() {
        let fixture = Fixture::start().await;
        let folder = TempDir::new().unwrap();
        let id = fixture.add(wardrobe("SK-1")).await;
        Replica::start(&fixture, folder.path()).await.stop().await;

        let unreachable = sqlx::postgres::PgPoolOptions::new()
            .acquire_timeout(Duration::from_millis(50))
            .connect_lazy("postgres://postgres@127.0.0.1:1/catalog")
            .unwrap();
        let (index, stop) = (Arc::new(SearchIndex::default()), CancellationToken::new());
        let _stop = stop.clone().drop_guard();
        let kept = IndexFolder::Kept(folder.path().to_owned());
        let maintained = Arc::clone(&index);
        tokio::spawn(async move { maintained.maintain(unreachable, kept, stop).await });
        let list = eventually("the index lists its products", || {
            index.list_copy(Filter::default(), Sort::Id, Page::new(1, 10), false)
        })
        .await;
        let listed: Vec<_> = list.products.iter().map(|product| product.id).collect();
        assert_eq!((listed, list.total), (vec![id], 1));
        let found = index.search_copy("şkaf", Page::new(1, 10)).await.unwrap();
        assert_eq!(found.products, list.products);
        let product = ProductId::try_from(id).unwrap();
        let products = index.products_copy(vec![product]).await.unwrap();
        assert_eq!(products, [fixture.product(id).await]);
    }

    /// Returns the progress in an index's folder.
    fn payload(folder: &std::path::Path) -> serde_json::Value {
        let meta = std::fs::read(folder.join("products/meta.json")).unwrap();
        let meta: serde_json::Value = serde_json::from_slice(&meta).unwrap();
        serde_json::from_str(meta["payload"].as_str().unwrap()).unwrap()
    }

    #[tokio::test]
    async fn builds_anew_after_the_database_was_set_back() {
        let fixture = Fixture::start().await;
        let folder = TempDir::new().unwrap();
        let kept = fixture.add(wardrobe("SK-1")).await;
        let lost = fixture.add(wardrobe("SK-2")).await;
        let replica = Replica::start(&fixture, folder.path()).await;
        replica.wait_for_list(&fixture, Sort::Id, &[kept, lost]).await;
        for statement in [
            "update product set search_revision = null where code = 'SK-2'",
            "delete from product_text using product where product_id = id and code = 'SK-2'",
            "delete from stock_move using product where product_id = product.id and code = 'SK-2'",
            "delete from product where code = 'SK-2'",
            "update search_revision set revision = 1",
        ] {
            sqlx::query(statement)
                .execute(fixture.harness.pool())
                .await
                .unwrap();
        }
        replica.wait_for_list(&fixture, Sort::Id, &[kept]).await;
        replica.stop().await;
    }

    #[tokio::test]
    async fn lists_wait_for_few_changes_but_not_for_many_that_are_about_to_be_applied() {
        let fixture = Fixture::start().await;
        let folder = TempDir::new().unwrap();
        let id = fixture.add(wardrobe("SK-1")).await;
        let replica = Replica::start(&fixture, folder.path()).await;
        replica.wait_for_list(&fixture, Sort::Id, &[id]).await;
        let index = Arc::clone(&replica.index);
        // From now on, changes are not applied.
        replica.stop().await;
        let pool = fixture.harness.pool();
        let change = async |count: i64| {
            sqlx::query("update search_revision set revision = revision + $1")
                .bind(count)
                .execute(pool)
                .await
                .unwrap();
        };
        let list = async || {
            let list = index.list(pool, Filter::default(), Sort::Id, Page::new(1, 10), false);
            list.await.unwrap()
        };

        assert!(!list().await.unwrap().is_behind);
        change(20).await;
        assert!(list().await.is_none());
        change(1).await;
        index.caught_up.send_replace(Some(Instant::now()));
        let behind = list().await.unwrap();
        assert_eq!((behind.is_behind, ids(&behind.found)), (true, vec![id]));
        index.caught_up.send_replace(None);
        assert!(list().await.is_none());
    }

    #[tokio::test]
    async fn sorts_by_the_popularity_of_new_orders() {
        let fixture = Fixture::start().await;
        let folder = TempDir::new().unwrap();
        let first = fixture.add(wardrobe("SK-1")).await;
        let second = fixture.add(wardrobe("SK-2")).await;
        let replica = Replica::start(&fixture, folder.path()).await;
        for (sold, pieces, expected) in [(second, 1, [second, first]), (first, 2, [first, second])] {
            for _ in 0..pieces {
                sell(&fixture, sold).await;
            }
            replica.wait_for_list(&fixture, Sort::Popularity, &expected).await;
            let found = replica
                .index
                .search(fixture.harness.pool(), "şkaf", Page::new(1, 10));
            assert_eq!(ids(&found.await.unwrap()), expected);
        }
        replica.stop().await;
    }
}
