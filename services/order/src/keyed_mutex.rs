//! Mutual exclusion by idempotency key or account within this process.
//!
//! The database alone keeps attempts correct across replicas. The mutex avoids that parallel calls with one key all
//! reserve stock and lock the attempt: the first one does the work, the others read its stored response.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use kit::domain::UserId;
use tokio::sync::OwnedMutexGuard;

/// Exclusive access to a key, until it is dropped.
type Permit = OwnedMutexGuard<()>;

type KeyMutex = tokio::sync::Mutex<()>;

/// Mutexes of the keys in use.
#[derive(Debug, Default)]
pub(crate) struct KeyedMutex(Mutex<HashMap<(UserId, String), Weak<KeyMutex>>>);

impl KeyedMutex {
    /// Waits for exclusive access to a user's key.
    pub(crate) async fn acquire(&self, user: UserId, key: &str) -> Permit {
        self.mutex(user, key).lock_owned().await
    }

    fn mutex(&self, user: UserId, key: &str) -> Arc<KeyMutex> {
        let mut mutexes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mutexes.retain(|_, mutex| mutex.strong_count() > 0);
        let entry = mutexes.entry((user, key.to_owned())).or_default();
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
    async fn key_of_a_user_has_one_permit_at_a_time() {
        let mutex = KeyedMutex::default();
        let (leyla, ruslan) = (UserId::generate(), UserId::generate());
        let first = mutex.acquire(leyla, "a").await;
        assert!(mutex.acquire(leyla, "a").now_or_never().is_none());
        assert!(mutex.acquire(leyla, "b").now_or_never().is_some());
        assert!(mutex.acquire(ruslan, "a").now_or_never().is_some());
        drop(first);
        assert!(mutex.acquire(leyla, "a").now_or_never().is_some());
    }

    #[tokio::test]
    async fn removes_unused_keys() {
        let mutex = KeyedMutex::default();
        for number in 0..10 {
            drop(mutex.acquire(UserId::generate(), &number.to_string()).await);
        }
        assert_eq!(mutex.0.lock().unwrap().len(), 1);
    }
}
