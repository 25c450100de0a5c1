//! What was true a moment ago, kept in memory within bounds of number and time.
//!
//! A value that was fetched while anything was dropped is not stored: what was dropped may have been that one.

mod catalogue;
mod content;
mod sessions;

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

pub(crate) use catalogue::CatalogueCache;
pub(crate) use content::ContentCache;
pub(crate) use sessions::SessionCache;

/// Values by key, each for a bounded time.
pub(crate) struct Cache<K, V> {
    lifetime: Duration,
    capacity: usize,
    entries: Mutex<Entries<K, V>>,
}

struct Entries<K, V> {
    epoch: Epoch,
    values: HashMap<K, (Instant, V)>,
}

/// Changes whenever something is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Epoch(u64);

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// An empty cache of so many values at most; above it, it starts anew.
    pub(crate) fn new(lifetime: Duration, capacity: usize) -> Self {
        Self {
            lifetime,
            capacity,
            entries: Mutex::new(Entries {
                epoch: Epoch::default(),
                values: HashMap::new(),
            }),
        }
    }

    /// A value that is not too old.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let entries = self.lock();
        let (stored_at, value) = entries.values.get(key)?;
        (stored_at.elapsed() < self.lifetime).then(|| value.clone())
    }

    /// To be taken before a value is fetched that is to be stored.
    pub(crate) fn epoch(&self) -> Epoch {
        self.lock().epoch
    }

    /// Stores a value, unless something was dropped since the epoch was taken.
    pub(crate) fn store(&self, since: Epoch, key: K, value: V) {
        let mut entries = self.lock();
        if entries.epoch != since {
            return;
        }
        if entries.values.len() >= self.capacity {
            entries
                .values
                .retain(|_, (stored_at, _)| stored_at.elapsed() < self.lifetime);
        }
        if entries.values.len() >= self.capacity {
            entries.values.clear();
        }
        entries.values.insert(key, (Instant::now(), value));
    }

    /// Drops some values.
    pub(crate) fn drop_where(&self, dropped: impl Fn(&K, &V) -> bool) {
        let mut entries = self.lock();
        entries.epoch = Epoch(entries.epoch.0.wrapping_add(1));
        entries.values.retain(|key, (_, value)| !dropped(key, value));
    }

    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        // Nothing in here can panic halfway through a change.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIME: Duration = Duration::from_secs(5);

    fn cache() -> Cache<u32, &'static str> {
        Cache::new(LIFETIME, 3)
    }

    #[tokio::test(start_paused = true)]
    async fn a_value_is_believed_for_its_lifetime() {
        let cache = cache();
        cache.store(cache.epoch(), 1, "one");
        assert_eq!((cache.get(&1), cache.get(&2)), (Some("one"), None));
        tokio::time::advance(LIFETIME).await;
        assert_eq!(cache.get(&1), None);
    }

    #[tokio::test]
    async fn a_value_fetched_while_something_was_dropped_is_not_stored() {
        let cache = cache();
        let epoch = cache.epoch();
        cache.drop_where(|_, _| false);
        cache.store(epoch, 1, "one");
        assert_eq!(cache.get(&1), None);
    }

    #[tokio::test]
    async fn the_number_of_values_is_bounded() {
        let cache = cache();
        for key in 0..10 {
            cache.store(cache.epoch(), key, "value");
            assert!(cache.lock().values.len() <= 3);
            assert_eq!(cache.get(&key), Some("value"));
        }
    }
}
