//! The entries of a cache, whatever the type of their values: so the code of the cache is compiled once and not for each type.

use std::sync::Arc;

use futures::future::BoxFuture;

use super::{
    CacheMetrics, Changes, IsTransient, LookupCounters, Moment, Topic,
    kept::{self, KeptStore},
    stored::Stored,
};

/// Fetches that a request tries to share before it fetches for itself.
const SHARED_ATTEMPTS: usize = 3;

/// Part of the bytes of a cache for values beyond their time to live.
const KEPT_PART: u64 = 4;

/// Entries by key.
pub(super) struct Store {
    pub(super) entries: moka::future::Cache<Vec<u8>, Stored>,
    /// Values beyond their time to live.
    kept: KeptStore,
    pub(super) changes: Arc<Changes<Topic>>,
    lookups: LookupCounters,
    max_weight: u32,
}

impl Store {
    pub(super) fn new(
        name: &'static str,
        max_bytes: u64,
        changes: &Arc<Changes<Topic>>,
        metrics: &CacheMetrics,
    ) -> Self {
        let evictions = metrics.evictions(name);
        let kept_bytes = max_bytes / KEPT_PART;
        let entries = moka::future::Cache::builder()
            .name(name)
            .max_capacity(max_bytes - kept_bytes)
            .weigher(|_, entry: &Stored| entry.weight())
            // Those that nobody asks for again move to the kept ones only when they are looked up.
            .time_to_live(kept::MAX_AGE)
            .eviction_listener(move |_, _, cause| evictions.count(cause))
            .build();
        Self {
            entries,
            kept: KeptStore::new(kept_bytes, metrics.lookups(name)),
            changes: Arc::clone(changes),
            lookups: metrics.lookups(name),
            max_weight: u32::try_from(max_bytes / 4).unwrap_or(u32::MAX),
        }
    }

    /// Returns the moment of a fetch that begins now.
    pub(super) fn now(&self) -> Moment {
        self.changes.now()
    }

    /// Returns a current and fresh value, and moves any other to the kept ones. Responses are made of it, which live for the rest
    /// of its time to live.
    async fn get(&self, key: &[u8]) -> Option<Stored> {
        let entry = self.entries.get(key).await?;
        let provenance = entry.provenance();
        if self.changes.is_current(provenance) && self.changes.is_fresh(provenance) {
            return Some(entry);
        }
        self.kept.insert(key.to_vec(), Arc::clone(&entry));
        self.remove(key, &entry).await;
        None
    }

    /// Returns the cached entry, else awaits `fetch` and caches what it returns, as [`super::Cache::get_or_fetch`] says.
    pub(super) async fn get_or_fetch<'a, E>(
        &self,
        key: Vec<u8>,
        fetch: &'a (dyn Fn() -> BoxFuture<'a, Result<Stored, E>> + Sync),
    ) -> Result<Stored, E>
    where
        E: IsTransient + Clone + Send + Sync + 'static,
    {
        if let Some(entry) = self.get(&key).await {
            self.lookups.hit();
            return Ok(entry);
        }
        self.lookups.miss();
        let arrival = self.now();
        let fetch_entry = async || match fetch().await {
            // Served from now on: what changed before cannot be fetched either.
            Err(error) if error.is_transient() => self.kept.find(&key, self.now()).ok_or(error),
            fetched => fetched,
        };
        for _ in 0..SHARED_ATTEMPTS {
            let mut is_own = false;
            let shared = self.entries.try_get_with_by_ref(key.as_slice(), async {
                is_own = true;
                fetch_entry().await
            });
            match shared.await {
                Ok(entry) if is_own || self.changes.was_current(entry.provenance(), arrival) => {
                    if entry.weight() > self.max_weight {
                        self.remove(&key, &entry).await;
                    }
                    return Ok(entry);
                }
                Ok(outdated) => self.remove(&key, &outdated).await,
                Err(error) if is_own => return Err(Arc::unwrap_or_clone(error)),
                // The other request's fetch failed, perhaps at its own deadline.
                Err(_) => {}
            }
        }
        fetch_entry().await
    }

    /// Removes an entry, unless another one has replaced it.
    async fn remove(&self, key: &[u8], entry: &Stored) {
        self.entries
            .entry_by_ref(key)
            .and_compute_with(|current| {
                let is_same = current.is_some_and(|current| Arc::ptr_eq(current.value(), entry));
                std::future::ready(if is_same {
                    moka::ops::compute::Op::Remove
                } else {
                    moka::ops::compute::Op::Nop
                })
            })
            .await;
    }
}
