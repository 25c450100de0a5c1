//! Tries with one key take creations within this process.
//!
//! The database alone keeps them right, over all replicas. But a browser that presses a button sixty times would have
//! sixty tries reserve and lock for one order; in creations, the first one does the work and the others read its answer.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use kit::domain::UserId;
use tokio::sync::OwnedMutexGuard;

type Permit = tokio::sync::Mutex<()>;

/// The keys that are being worked on; as many as there are requests, at most.
#[derive(Debug, Default)]
pub(crate) struct KeyedMutex(Mutex<HashMap<(UserId, String), Weak<Permit>>>);

impl KeyedMutex {
    /// Waits until no other try with this key works; the turn ends when the guard is dropped.
    pub(crate) async fn take(&self, user: UserId, key: &str) -> OwnedMutexGuard<()> {
        self.turn(user, key).lock_owned().await
    }

    fn turn(&self, user: UserId, key: &str) -> Arc<Permit> {
        let mut creations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        creations.retain(|_, turn| turn.strong_count() > 0);
        let place = creations.entry((user, key.to_owned())).or_default();
        place.upgrade().unwrap_or_else(|| {
            let turn = Arc::default();
            *place = Arc::downgrade(&turn);
            turn
        })
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn one_key_of_one_user_is_worked_on_once_at_a_time() {
        let creations = KeyedMutex::default();
        let (leyla, ruslan) = (UserId::generate(), UserId::generate());
        let first = creations.take(leyla, "a").await;
        assert!(creations.take(leyla, "a").now_or_never().is_none());
        assert!(creations.take(leyla, "b").now_or_never().is_some());
        assert!(creations.take(ruslan, "a").now_or_never().is_some());
        drop(first);
        assert!(creations.take(leyla, "a").now_or_never().is_some());
    }

    #[tokio::test]
    async fn what_nobody_works_on_is_forgotten() {
        let creations = KeyedMutex::default();
        for number in 0..10 {
            drop(creations.take(UserId::generate(), &number.to_string()).await);
        }
        assert_eq!(creations.0.lock().unwrap().len(), 1);
    }
}
