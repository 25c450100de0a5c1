//! Mutual exclusion by key within this process.
//!
//! The database alone keeps records correct across replicas. The mutex keeps parallel calls about one record from holding a
//! connection each while they wait for its lock.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::OwnedMutexGuard;

/// Exclusive access to a key, until it is dropped.
pub type Permit = OwnedMutexGuard<()>;

type KeyMutex = tokio::sync::Mutex<()>;

/// Mutexes of the keys in use.
#[derive(Debug)]
pub struct KeyedMutex<Key>(Mutex<HashMap<Key, Weak<KeyMutex>>>);

impl<Key> Default for KeyedMutex<Key> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Key: Eq + Hash> KeyedMutex<Key> {
    /// Waits for exclusive access to a key.
    pub async fn acquire(&self, key: Key) -> Permit {
        self.mutex(key).lock_owned().await
    }

    fn mutex(&self, key: Key) -> Arc<KeyMutex> {
        let mut mutexes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mutexes.retain(|_, mutex| mutex.strong_count() > 0);
        let entry = mutexes.entry(key).or_default();
        entry.upgrade().unwrap_or_else(|| {
            let mutex = Arc::default();
            *entry = Arc::downgrade(&mutex);
            mutex
        })
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn key_has_one_permit_at_a_time() {
        let mutex = KeyedMutex::default();
        let first = mutex.acquire("a").await;
        assert!(mutex.acquire("a").now_or_never().is_none());
        assert!(mutex.acquire("b").now_or_never().is_some());
        drop(first);
        assert!(mutex.acquire("a").now_or_never().is_some());
    }

    #[tokio::test]
    async fn removes_unused_keys() {
        let mutex = KeyedMutex::default();
        for number in 0..10 {
            drop(mutex.acquire(number).await);
        }
        assert_eq!(mutex.0.lock().unwrap().len(), 1);
    }
}
