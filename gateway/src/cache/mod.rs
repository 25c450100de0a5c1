//! In-memory caches with a time to live and a maximum size in bytes, in which concurrent requests share one fetch.

pub(crate) mod changes;
mod metrics;
mod throttle;
mod topic;

use std::{hash::Hash, ops::Deref, sync::Arc, time::Duration};

pub(crate) use changes::{Changes, Moment};
pub(crate) use metrics::{CacheMetrics, LookupCounters};
pub(crate) use throttle::Throttle;
pub(crate) use topic::Topic;

/// Provenance of data of the services.
pub(crate) type Provenance = changes::Provenance<Topic>;

/// Fetches that a request tries to share before it fetches for itself.
const SHARED_ATTEMPTS: usize = 3;

/// Memory of an entry besides its key and its value, in bytes: bookkeeping of the cache and the allocator.
const ENTRY_OVERHEAD: usize = 256;

/// A value whose memory can be estimated.
pub(crate) trait Weigh {
    /// Returns the memory of the value in bytes, about.
    fn weight(&self) -> usize;
}

impl<M: prost::Message> Weigh for M {
    fn weight(&self) -> usize {
        // Decoded texts and vectors take more than their encoding.
        2 * self.encoded_len()
    }
}

/// A cached value with its provenance.
#[derive(Debug)]
pub(crate) struct Entry<V> {
    value: V,
    pub(crate) provenance: Provenance,
    weight: u32,
}

impl<V> Deref for Entry<V> {
    type Target = V;

    fn deref(&self) -> &V {
        &self.value
    }
}

impl<V: Weigh> Entry<V> {
    /// Creates an entry of a value whose fetch began at `since`.
    pub(crate) fn new(value: V, topics: Vec<Topic>, since: Moment) -> Self {
        let weight = value.weight() + size_of_val(&*topics) + ENTRY_OVERHEAD;
        Self {
            value,
            provenance: Provenance::new(topics, since),
            weight: u32::try_from(weight).unwrap_or(u32::MAX),
        }
    }

    /// Limits the age of a value that changes without events.
    pub(crate) fn with_lifetime(self, lifetime: Duration) -> Self {
        Self {
            provenance: self.provenance.with_lifetime(lifetime),
            ..self
        }
    }
}

/// Values by key.
pub(crate) struct Cache<K, V> {
    entries: moka::future::Cache<K, Arc<Entry<V>>>,
    changes: Arc<Changes<Topic>>,
    lookups: LookupCounters,
    max_weight: u32,
}

impl<K, V> Cache<K, V>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Weigh + Send + Sync + 'static,
{
    /// Creates an empty cache of at most `max_bytes`. A value that takes more than a quarter of them is not kept.
    pub(crate) fn new(
        name: &'static str,
        max_bytes: u64,
        changes: &Arc<Changes<Topic>>,
        metrics: &CacheMetrics,
    ) -> Self {
        let evictions = metrics.evictions(name);
        let entries = moka::future::Cache::builder()
            .name(name)
            .max_capacity(max_bytes)
            .weigher(|_, entry: &Arc<Entry<V>>| entry.weight)
            .time_to_live(changes.ttl())
            .eviction_listener(move |_, _, cause| evictions.count(cause))
            .build();
        Self {
            entries,
            changes: Arc::clone(changes),
            lookups: metrics.lookups(name),
            max_weight: u32::try_from(max_bytes / 4).unwrap_or(u32::MAX),
        }
    }

    /// Returns a current and fresh value, and removes any other. Responses are made of it, which live for the rest of its
    /// time to live.
    async fn get(&self, key: &K) -> Option<Arc<Entry<V>>> {
        let entry = self.entries.get(key).await?;
        if self.changes.is_current(&entry.provenance) && self.changes.is_fresh(&entry.provenance) {
            return Some(entry);
        }
        self.remove(key, &entry).await;
        None
    }

    /// Returns the cached value, else awaits `fetch` and caches what it returns. `topics` returns what a value depends
    /// on.
    ///
    /// Concurrent requests share a fetch, unless a change came between its beginning and the later request.
    pub(crate) async fn get_or_fetch<E, F>(
        &self,
        key: K,
        topics: impl Fn(&V) -> Vec<Topic>,
        fetch: impl Fn() -> F,
    ) -> Result<Arc<Entry<V>>, E>
    where
        E: Clone + Send + Sync + 'static,
        F: Future<Output = Result<V, E>>,
    {
        if let Some(entry) = self.get(&key).await {
            self.lookups.hit();
            return Ok(entry);
        }
        self.lookups.miss();
        let arrival = self.changes.now();
        let fetch_entry = async || {
            let since = self.changes.now();
            let value = fetch().await?;
            let topics = topics(&value);
            Ok(Arc::new(Entry::new(value, topics, since)))
        };
        for _ in 0..SHARED_ATTEMPTS {
            let mut is_own = false;
            let shared = self.entries.try_get_with_by_ref(&key, async {
                is_own = true;
                fetch_entry().await
            });
            match shared.await {
                Ok(entry) if is_own || self.changes.was_current(&entry.provenance, arrival) => {
                    if entry.weight > self.max_weight {
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
    async fn remove(&self, key: &K, entry: &Arc<Entry<V>>) {
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

#[cfg(test)]
mod tests;
