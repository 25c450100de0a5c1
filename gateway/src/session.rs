//! Live sessions and their cache.

use std::time::Duration;

use kit::{
    caller::{Caller, CallerKind},
    domain::{FamilyId, Language, Percent, UserId},
    failure::{Code, Failure},
};
use proto::account::v1::{self as account, Role};
use sha2::{Digest as _, Sha256};

use crate::{
    cache::{Cache, Epoch},
    error::{ApiError, ApiResult},
};

/// Time to live of a cached session. Revocation invalidates it earlier.
const TTL: Duration = Duration::from_secs(5);

/// Maximum number of cached sessions.
const CAPACITY: usize = 10_000;

/// A live session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) user_id: UserId,
    /// The sign-in that it came from.
    pub(crate) family_id: FamilyId,
    pub(crate) is_staff: bool,
    /// The user's own discount.
    pub(crate) discount: Percent,
}

impl TryFrom<account::Session> for Session {
    type Error = ApiError;

    fn try_from(session: account::Session) -> ApiResult<Self> {
        let malformed = || Failure::new(Code::Internal).with_source("account returned a malformed session");
        Ok(Self {
            is_staff: session.role() == Role::Staff,
            user_id: session.user_id.parse().map_err(|_| malformed())?,
            family_id: session.family_id.parse().map_err(|_| malformed())?,
            discount: Percent::try_from(session.discount_percent).map_err(|_| malformed())?,
        })
    }
}

impl Session {
    /// Returns the caller as whom services are called.
    pub(crate) fn caller(&self, language: Language) -> Caller {
        let kind = if self.is_staff {
            CallerKind::Staff(Some(self.user_id))
        } else {
            CallerKind::Customer(self.user_id)
        };
        Caller { kind, language }
    }
}

/// Live sessions by the hash of their token. Tokens themselves are not kept.
pub(crate) struct SessionCache(Cache<[u8; 32], Session>);

impl Default for SessionCache {
    fn default() -> Self {
        Self(Cache::new(TTL, CAPACITY))
    }
}

impl SessionCache {
    /// Returns the session of a token.
    pub(crate) fn get(&self, token: &str) -> Option<Session> {
        self.0.get(&hash(token))
    }

    /// Returns the current epoch, to pass to [`Self::insert`] after fetching a session.
    pub(crate) fn epoch(&self) -> Epoch {
        self.0.epoch()
    }

    /// Inserts a session, unless any was invalidated since the epoch.
    pub(crate) fn insert(&self, since: Epoch, token: &str, session: Session) {
        self.0.insert(since, hash(token), session);
    }

    /// Drops the session of a token.
    pub(crate) fn invalidate_token(&self, token: &str) {
        let token = hash(token);
        self.0.invalidate_if(|key, _| *key == token);
    }

    /// Drops the sessions of families.
    pub(crate) fn invalidate_families(&self, families: &[FamilyId]) {
        self.0
            .invalidate_if(|_, session| families.contains(&session.family_id));
    }

    /// Drops the sessions of a user.
    pub(crate) fn invalidate_user(&self, user: UserId) {
        self.0.invalidate_if(|_, session| session.user_id == user);
    }

    /// Drops all sessions.
    pub(crate) fn invalidate_all(&self) {
        self.0.invalidate_all();
    }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(cache: &SessionCache, token: &str) -> Session {
        let session = crate::testing::session();
        cache.insert(cache.epoch(), token, session.clone());
        session
    }

    #[tokio::test]
    async fn invalidates_only_the_sessions_of_a_family_or_user() {
        let cache = SessionCache::default();
        let (revoked, other) = (insert(&cache, "a"), insert(&cache, "b"));
        assert_eq!(cache.get("a"), Some(revoked.clone()));
        cache.invalidate_families(&[revoked.family_id]);
        assert_eq!(cache.get("a"), None);
        assert_eq!(cache.get("b"), Some(other.clone()));
        cache.invalidate_user(other.user_id);
        assert_eq!(cache.get("b"), None);
    }

    #[tokio::test]
    async fn invalidates_a_token_or_all() {
        let cache = SessionCache::default();
        insert(&cache, "a");
        insert(&cache, "b");
        cache.invalidate_token("a");
        assert_eq!(cache.get("a"), None);
        assert!(cache.get("b").is_some());
        cache.invalidate_all();
        assert_eq!(cache.get("b"), None);
    }
}
