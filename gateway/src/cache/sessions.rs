//! Sessions that were good a moment ago.

use std::time::Duration;

use kit::domain::{FamilyId, UserId};
use sha2::{Digest as _, Sha256};

use super::{Cache, Epoch};
use crate::session::Session;

/// How long a session is believed without asking.
const LIFETIME: Duration = Duration::from_secs(5);

/// Sessions at most.
const CAPACITY: usize = 10_000;

/// Valid sessions by the hash of their token: tokens themselves are not kept.
pub(crate) struct SessionCache(Cache<[u8; 32], Session>);

impl Default for SessionCache {
    fn default() -> Self {
        Self(Cache::new(LIFETIME, CAPACITY))
    }
}

impl SessionCache {
    /// The session of a token, where it is known well enough.
    pub(crate) fn get(&self, token: &str) -> Option<Session> {
        self.0.get(&hash(token))
    }

    /// To be taken before a session is fetched that is to be stored.
    pub(crate) fn epoch(&self) -> Epoch {
        self.0.epoch()
    }

    /// Stores a session, unless something was dropped since the epoch was taken.
    pub(crate) fn store(&self, since: Epoch, token: &str, session: Session) {
        self.0.store(since, hash(token), session);
    }

    /// Drops one session.
    pub(crate) fn drop_token(&self, token: &str) {
        let token = hash(token);
        self.0.drop_where(|key, _| *key == token);
    }

    /// Drops the sessions of families.
    pub(crate) fn drop_families(&self, families: &[FamilyId]) {
        self.0
            .drop_where(|_, session| families.contains(&session.family_id));
    }

    /// Drops the sessions of a user.
    pub(crate) fn drop_user(&self, user: UserId) {
        self.0.drop_where(|_, session| session.user_id == user);
    }

    /// Drops everything.
    pub(crate) fn clear(&self) {
        self.0.drop_where(|_, _| true);
    }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use kit::domain::Percent;

    use super::*;

    fn stored(cache: &SessionCache, token: &str) -> Session {
        let session = Session {
            user_id: UserId::generate(),
            family_id: FamilyId::generate(),
            is_staff: false,
            discount: Percent::ZERO,
        };
        cache.store(cache.epoch(), token, session.clone());
        session
    }

    #[tokio::test]
    async fn a_revoked_family_is_dropped_and_others_stay() {
        let cache = SessionCache::default();
        let (revoked, other) = (stored(&cache, "a"), stored(&cache, "b"));
        assert_eq!(cache.get("a"), Some(revoked.clone()));
        cache.drop_families(&[revoked.family_id]);
        assert_eq!(cache.get("a"), None);
        assert_eq!(cache.get("b"), Some(other.clone()));
        cache.drop_user(other.user_id);
        assert_eq!(cache.get("b"), None);
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
}
