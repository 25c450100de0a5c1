//! In-memory caches with a time to live and a maximum size in bytes, in which concurrent requests share one fetch.
//!
//! A value beyond its time to live is kept for 24 hours and returned, marked as stale, if its service does not answer (RFC 5861,
//! `stale-if-error`).

pub(crate) mod changes;
mod kept;
mod metrics;
mod store;
mod stored;
mod throttle;
mod topic;

use std::{marker::PhantomData, ops::Deref, sync::Arc, time::Duration};

use futures::{FutureExt as _, future::BoxFuture};

pub(crate) use changes::{Changes, Moment};
pub(crate) use kept::{Fetched, IsTransient, Kept};
pub(crate) use metrics::{CacheMetrics, LookupCounters};
use store::Store;
use stored::{Stored, typed};
pub(crate) use throttle::Throttle;
pub(crate) use topic::Topic;

/// Provenance of data of the services.
pub(crate) type Provenance = changes::Provenance<Topic>;

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
}

/// A key of a cache.
pub(crate) trait Key {
    /// Returns bytes that no other key of the type has.
    fn into_bytes(self) -> Vec<u8>;
}

/// The key of a single value.
impl Key for () {
    fn into_bytes(self) -> Vec<u8> {
        Vec::new()
    }
}

impl Key for i64 {
    fn into_bytes(self) -> Vec<u8> {
        self.to_be_bytes().to_vec()
    }
}

/// An encoded request.
impl Key for Vec<u8> {
    fn into_bytes(self) -> Vec<u8> {
        self
    }
}

/// Values by key.
pub(crate) struct Cache<K, V> {
    store: Store,
    types: PhantomData<fn(K) -> V>,
}

impl<K: Key, V: Weigh + Send + Sync + 'static> Cache<K, V> {
    /// Creates an empty cache of at most `max_bytes`. A value that takes more than a quarter of them is not kept.
    pub(crate) fn new(
        name: &'static str,
        max_bytes: u64,
        changes: &Arc<Changes<Topic>>,
        metrics: &CacheMetrics,
    ) -> Self {
        Self {
            store: Store::new(name, max_bytes, changes, metrics),
            types: PhantomData,
        }
    }

    /// Returns the cached value, else awaits `fetch` and caches what it returns. `topics` returns what a value depends
    /// on.
    ///
    /// Concurrent requests share a fetch, unless a change came between its beginning and the later request. If the service does
    /// not answer, the value that was cached before is returned as stale.
    pub(crate) async fn get_or_fetch<R, E, F>(
        &self,
        key: K,
        topics: impl Fn(&V) -> Vec<Topic> + Sync,
        fetch: impl Fn() -> F + Sync,
    ) -> Result<Arc<Entry<V>>, E>
    where
        R: Into<Fetched<V>>,
        E: IsTransient + Clone + Send + Sync + 'static,
        F: Future<Output = Result<R, E>> + Send,
    {
        let key = key.into_bytes();
        let fetch_entry = async || {
            let since = self.store.now();
            let fetched: Fetched<V> = fetch().await?.into();
            let topics = topics(&fetched.value);
            Ok(Arc::new(Entry::new(fetched, topics, since)))
        };
        let fetch_stored = || -> BoxFuture<'_, Result<Stored, E>> {
            fetch_entry()
                .map(|fetched| fetched.map(|entry| -> Stored { entry }))
                .boxed()
        };
        match typed(self.store.get_or_fetch(key, &fetch_stored).await?) {
            Some(entry) => Ok(entry),
            // Not reached: only this method writes to the store.
            None => fetch_entry().await,
        }
    }
}

#[cfg(test)]
mod tests;
