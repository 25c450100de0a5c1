//! In-memory cache with a time to live and a maximum size.
//!
//! A value fetched while anything was invalidated is not stored: it may be the one that was invalidated.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Values by key.
pub(crate) struct Cache<K, V> {
    ttl: Duration,
    capacity: usize,
    entries: Mutex<Entries<K, V>>,
}

struct Entries<K, V> {
    epoch: Epoch,
    values: HashMap<K, (Instant, V)>,
}

/// A count of invalidations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Epoch(u64);

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// Creates an empty cache. A cache that is full of live values is cleared.
    pub(crate) fn new(ttl: Duration, capacity: usize) -> Self {
        Self {
            ttl,
            capacity,
            entries: Mutex::new(Entries {
                epoch: Epoch::default(),
                values: HashMap::new(),
            }),
        }
    }

    /// Returns a value that has not expired.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let entries = self.lock();
        let (inserted_at, value) = entries.values.get(key)?;
        (inserted_at.elapsed() < self.ttl).then(|| value.clone())
    }

    /// Returns the cached value, else awaits `fetch` and caches what it returns.
    pub(crate) async fn get_or_fetch<E>(
        &self,
        key: K,
        fetch: impl Future<Output = Result<V, E>>,
    ) -> Result<V, E> {
        if let Some(cached) = self.get(&key) {
            return Ok(cached);
        }
        let epoch = self.epoch();
        let value = fetch.await?;
        self.insert(epoch, key, value.clone());
        Ok(value)
    }

    /// Returns the current epoch, to pass to [`Self::insert`] after fetching a value.
    pub(crate) fn epoch(&self) -> Epoch {
        self.lock().epoch
    }

    /// Inserts a value, unless something was invalidated since the epoch.
    pub(crate) fn insert(&self, since: Epoch, key: K, value: V) {
        let mut entries = self.lock();
        if entries.epoch != since {
            return;
        }
        if entries.values.len() >= self.capacity {
            entries
                .values
                .retain(|_, (inserted_at, _)| inserted_at.elapsed() < self.ttl);
        }
        if entries.values.len() >= self.capacity {
            entries.values.clear();
        }
        entries.values.insert(key, (Instant::now(), value));
    }

    /// Drops the values that satisfy the predicate.
    pub(crate) fn invalidate_if(&self, predicate: impl Fn(&K, &V) -> bool) {
        let mut entries = self.lock();
        entries.epoch = Epoch(entries.epoch.0.wrapping_add(1));
        entries.values.retain(|key, (_, value)| !predicate(key, value));
    }

    /// Drops all values.
    pub(crate) fn invalidate_all(&self) {
        self.invalidate_if(|_, _| true);
    }

    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        // Nothing panics halfway through a change, so a poisoned value is consistent.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TTL: Duration = Duration::from_secs(5);

    fn cache() -> Cache<u32, &'static str> {
        Cache::new(TTL, 3)
    }

    #[tokio::test(start_paused = true)]
    async fn expires_values_after_their_ttl() {
        let cache = cache();
        cache.insert(cache.epoch(), 1, "one");
        assert_eq!((cache.get(&1), cache.get(&2)), (Some("one"), None));
        tokio::time::advance(TTL).await;
        assert_eq!(cache.get(&1), None);
    }

    #[tokio::test]
    async fn does_not_store_a_value_fetched_during_an_invalidation() {
        let cache = cache();
        let epoch = cache.epoch();
        cache.invalidate_if(|_, _| false);
        cache.insert(epoch, 1, "one");
        assert_eq!(cache.get(&1), None);
    }

    #[tokio::test]
    async fn holds_at_most_its_capacity() {
        let cache = cache();
        for key in 0..10 {
            cache.insert(cache.epoch(), key, "value");
            assert!(cache.lock().values.len() <= 3);
            assert_eq!(cache.get(&key), Some("value"));
        }
    }
}
