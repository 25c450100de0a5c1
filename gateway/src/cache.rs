//! Sessions that were good a moment ago.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use kit::domain::{FamilyId, UserId};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::session::Session;

/// How long a session is believed without asking.
const LIFETIME: Duration = Duration::from_secs(5);

/// Sessions at most; above it, the cache starts anew.
const CAPACITY: usize = 10_000;

/// Valid sessions by the hash of their token, for 5 seconds at most.
///
/// A session that was fetched while anything was dropped is not stored: what was dropped may have been that one.
#[derive(Default)]
pub(crate) struct SessionCache(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    epoch: Epoch,
    sessions: HashMap<[u8; 32], (Instant, Session)>,
}

/// Changes whenever something is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Epoch(u64);

impl SessionCache {
    /// The session of a token, where it is known well enough.
    pub(crate) fn get(&self, token: &str) -> Option<Session> {
        let entries = self.lock();
        let (stored_at, session) = entries.sessions.get(&hash(token))?;
        (stored_at.elapsed() < LIFETIME).then(|| session.clone())
    }

    /// To be taken before a session is fetched that is to be stored.
    pub(crate) fn epoch(&self) -> Epoch {
        self.lock().epoch
    }

    /// Stores a session, unless something was dropped since the epoch was taken.
    pub(crate) fn store(&self, since: Epoch, token: &str, session: Session) {
        let mut entries = self.lock();
        if entries.epoch != since {
            return;
        }
        if entries.sessions.len() >= CAPACITY {
            entries
                .sessions
                .retain(|_, (stored_at, _)| stored_at.elapsed() < LIFETIME);
        }
        if entries.sessions.len() >= CAPACITY {
            entries.sessions.clear();
        }
        entries.sessions.insert(hash(token), (Instant::now(), session));
    }

    /// Drops one session.
    pub(crate) fn drop_token(&self, token: &str) {
        let token = hash(token);
        self.drop_where(|key, _| *key == token);
    }

    /// Drops the sessions of families.
    pub(crate) fn drop_families(&self, families: &[FamilyId]) {
        self.drop_where(|_, session| families.contains(&session.family_id));
    }

    /// Drops the sessions of a user.
    pub(crate) fn drop_user(&self, user: UserId) {
        self.drop_where(|_, session| session.user_id == user);
    }

    /// Drops everything.
    pub(crate) fn clear(&self) {
        self.drop_where(|_, _| true);
    }

    fn drop_where(&self, dropped: impl Fn(&[u8; 32], &Session) -> bool) {
        let mut entries = self.lock();
        entries.epoch = Epoch(entries.epoch.0.wrapping_add(1));
        entries
            .sessions
            .retain(|key, (_, session)| !dropped(key, session));
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        // Nothing in here can panic halfway through a change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens are not kept, only their hashes.
fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use kit::domain::Percent;

    use super::*;

    fn session() -> Session {
        Session {
            user_id: UserId::generate(),
            family_id: FamilyId::generate(),
            is_staff: false,
            discount: Percent::ZERO,
        }
    }

    fn stored(cache: &SessionCache, token: &str) -> Session {
        let session = session();
        cache.store(cache.epoch(), token, session.clone());
        session
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_is_believed_for_five_seconds() {
        let cache = SessionCache::default();
        let session = stored(&cache, "a");
        assert_eq!(cache.get("a"), Some(session));
        assert_eq!(cache.get("b"), None);
        tokio::time::advance(LIFETIME).await;
        assert_eq!(cache.get("a"), None);
    }

    #[tokio::test]
    async fn a_revoked_family_is_dropped_and_others_stay() {
        let cache = SessionCache::default();
        let (revoked, other) = (stored(&cache, "a"), stored(&cache, "b"));
        cache.drop_families(&[revoked.family_id]);
        assert_eq!(cache.get("a"), None);
        assert_eq!(cache.get("b"), Some(other.clone()));
        cache.drop_user(other.user_id);
        assert_eq!(cache.get("b"), None);
    }

    #[tokio::test]
    async fn a_session_fetched_while_something_was_dropped_is_not_stored() {
        let cache = SessionCache::default();
        let epoch = cache.epoch();
        cache.drop_families(&[FamilyId::generate()]);
        cache.store(epoch, "a", session());
        assert_eq!(cache.get("a"), None);
    }

    #[tokio::test]
    async fn signing_out_and_clearing_drop_at_once() {
        let cache = SessionCache::default();
        stored(&cache, "a");
        stored(&cache, "b");
        cache.drop_token("a");
        assert_eq!(cache.get("a"), None);
        assert!(cache.get("b").is_some());
        cache.clear();
        assert_eq!(cache.get("b"), None);
    }

    #[tokio::test]
    async fn the_number_of_sessions_is_bounded() {
        let cache = SessionCache::default();
        let session = session();
        for number in 0..=CAPACITY {
            cache.store(cache.epoch(), &number.to_string(), session.clone());
        }
        assert!(cache.lock().sessions.len() <= CAPACITY);
        assert!(cache.get(&CAPACITY.to_string()).is_some());
    }
}
