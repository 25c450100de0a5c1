//! In-memory caches with a time to live and a maximum size in bytes, in which concurrent requests share one fetch.
//!
//! A value beyond its time to live is kept for 24 hours and returned, marked as stale, if its service does not answer (RFC 5861,
//! `stale-if-error`).

pub(crate) mod changes;
mod kept;
mod metrics;
mod throttle;
mod topic;

use std::{hash::Hash, ops::Deref, sync::Arc, time::Duration};

use time::OffsetDateTime;

pub(crate) use changes::{Changes, Moment};
pub(crate) use kept::{Fetched, IsTransient, Kept};
pub(crate) use metrics::{CacheMetrics, LookupCounters};
pub(crate) use throttle::Throttle;
pub(crate) use topic::Topic;

/// Provenance of data of the services.
pub(crate) type Provenance = changes::Provenance<Topic>;

/// Fetches that a request tries to share before it fetches for itself.
const SHARED_ATTEMPTS: usize = 3;

/// Part of the bytes of a cache for values beyond their time to live.
const KEPT_PART: u64 = 4;

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
    value: Arc<V>,
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
    pub(crate) fn new(fetched: Fetched<V>, topics: Vec<Topic>, since: Moment) -> Self {
        let Fetched {
            value,
            stale_since,
            lifetime,
        } = fetched;
        let weight = value.weight() + size_of_val(&*topics) + ENTRY_OVERHEAD;
        Self {
            value: Arc::new(value),
            provenance: Provenance::new(topics, since)
                .with_lifetime(lifetime.unwrap_or(Duration::MAX))
                .with_stale_since(stale_since),
            weight: u32::try_from(weight).unwrap_or(u32::MAX),
        }
    }

    /// Returns the time of the value's data.
    fn data_time(&self) -> OffsetDateTime {
        let stale_since = self.provenance.stale_since();
        stale_since.unwrap_or_else(|| kit::clock::now() - self.provenance.age())
    }

    /// Returns the value as a stale one that is served from now on.
    fn at(&self, now: Moment) -> Self {
        let stale_since = self.data_time();
        let provenance = Provenance::new(self.provenance.topics().to_vec(), now);
        Self {
            value: Arc::clone(&self.value),
            provenance: provenance.with_stale_since(Some(stale_since)),
            weight: self.weight,
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
    /// Values beyond their time to live.
    kept: Kept<K, V>,
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
        let kept_bytes = max_bytes / KEPT_PART;
        let entries = moka::future::Cache::builder()
            .name(name)
            .max_capacity(max_bytes - kept_bytes)
            .weigher(|_, entry: &Arc<Entry<V>>| entry.weight)
            // Those that nobody asks for again move to the kept ones only when they are looked up.
            .time_to_live(kept::MAX_AGE)
            .eviction_listener(move |_, _, cause| evictions.count(cause))
            .build();
        Self {
            entries,
            kept: Kept::new(kept_bytes, metrics.lookups(name)),
            changes: Arc::clone(changes),
            lookups: metrics.lookups(name),
            max_weight: u32::try_from(max_bytes / 4).unwrap_or(u32::MAX),
        }
    }

    /// Returns a current and fresh value, and moves any other to the kept ones. Responses are made of it, which live for the rest
    /// of its time to live.
    async fn get(&self, key: &K) -> Option<Arc<Entry<V>>> {
        let entry = self.entries.get(key).await?;
        if self.changes.is_current(&entry.provenance) && self.changes.is_fresh(&entry.provenance) {
            return Some(entry);
        }
        self.kept.insert(key.clone(), Arc::clone(&entry));
        self.remove(key, &entry).await;
        None
    }

    /// Returns the cached value, else awaits `fetch` and caches what it returns. `topics` returns what a value depends
    /// on.
    ///
    /// Concurrent requests share a fetch, unless a change came between its beginning and the later request. If the service does
    /// not answer, the value that was cached before is returned as stale.
    pub(crate) async fn get_or_fetch<R, E, F>(
        &self,
        key: K,
        topics: impl Fn(&V) -> Vec<Topic>,
        fetch: impl Fn() -> F,
    ) -> Result<Arc<Entry<V>>, E>
    where
        R: Into<Fetched<V>>,
        E: IsTransient + Clone + Send + Sync + 'static,
        F: Future<Output = Result<R, E>>,
    {
        if let Some(entry) = self.get(&key).await {
            self.lookups.hit();
            return Ok(entry);
        }
        self.lookups.miss();
        let arrival = self.changes.now();
        let fetch_entry = async || {
            let since = self.changes.now();
            match fetch().await {
                Ok(fetched) => {
                    let fetched: Fetched<V> = fetched.into();
                    let topics = topics(&fetched.value);
                    Ok(Arc::new(Entry::new(fetched, topics, since)))
                }
                // Served from now on: what changed before cannot be fetched either.
                Err(error) => self.kept.stale(&key, error, self.changes.now()),
            }
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
