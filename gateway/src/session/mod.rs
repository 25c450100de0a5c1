//! Live sessions of the shop and the desk, and their cache.

mod desk;

use std::{sync::Arc, time::Duration};

use kit::{
    caller::{Caller, CallerKind},
    domain::{FamilyId, Language, Percent, UserId},
    failure::{Code, Failure},
};
use proto::account::v1 as account;
use sha2::{Digest as _, Sha256};

use crate::{
    cache::{Changes, Moment, changes},
    error::{ApiError, ApiResult},
};

pub(crate) use desk::{DeskSession, Progress, Rights, Step};

/// Time to live of a cached session. Revocation invalidates it earlier.
const TTL: Duration = Duration::from_secs(5);

/// Maximum number of cached sessions.
const CAPACITY: u64 = 10_000;

/// A live session of the shop. That of a staff member is a customer's: it needs a password alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) user_id: UserId,
    /// The sign-in that it came from.
    pub(crate) family_id: FamilyId,
    /// The user's own discount.
    pub(crate) discount: Percent,
}

impl TryFrom<account::Session> for Session {
    type Error = ApiError;

    fn try_from(session: account::Session) -> ApiResult<Self> {
        let malformed = || Failure::new(Code::Internal).with_source("account returned a malformed session");
        Ok(Self {
            user_id: session.user_id.parse().map_err(|_| malformed())?,
            family_id: session.family_id.parse().map_err(|_| malformed())?,
            discount: Percent::try_from(session.discount_percent).map_err(|_| malformed())?,
        })
    }
}

impl Session {
    /// Returns the caller as whom services are called. The calls of the shop carry no staff rights.
    pub(crate) const fn caller(&self, language: Language) -> Caller {
        Caller {
            kind: CallerKind::Customer(self.user_id),
            language,
        }
    }
}

/// A session that a [`SessionCache`] holds.
pub(crate) trait CachedSession: Clone + Send + Sync + 'static {
    /// Name of the cache.
    const CACHE_NAME: &str;

    /// Returns the user.
    fn user_id(&self) -> UserId;

    /// Returns the sign-in that it came from.
    fn family_id(&self) -> FamilyId;
}

impl CachedSession for Session {
    const CACHE_NAME: &str = "sessions";

    fn user_id(&self) -> UserId {
        self.user_id
    }

    fn family_id(&self) -> FamilyId {
        self.family_id
    }
}

/// SHA-256 of a token. Tokens themselves are not kept.
type TokenHash = [u8; 32];

/// Topic that a session depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Topic {
    Token(TokenHash),
    Family(FamilyId),
    User(UserId),
}

/// Live sessions by the hash of their token.
pub(crate) struct SessionCache<S> {
    sessions: moka::sync::Cache<TokenHash, Cached<S>>,
    changes: Changes<Topic>,
}

#[derive(Clone)]
struct Cached<S> {
    session: S,
    provenance: Arc<changes::Provenance<Topic>>,
}

impl<S: CachedSession> Default for SessionCache<S> {
    fn default() -> Self {
        let sessions = moka::sync::Cache::builder()
            .name(S::CACHE_NAME)
            .max_capacity(CAPACITY)
            .time_to_live(TTL)
            .build();
        Self {
            sessions,
            changes: Changes::new(TTL),
        }
    }
}

impl<S: CachedSession> SessionCache<S> {
    /// Returns the session of a token.
    pub(crate) fn get(&self, token: &str) -> Option<S> {
        let cached = self.sessions.get(&hash(token))?;
        self.changes
            .is_current(&cached.provenance)
            .then_some(cached.session)
    }

    /// Returns the current moment, to pass to [`Self::insert`] after fetching a session.
    pub(crate) fn now(&self) -> Moment {
        self.changes.now()
    }

    /// Inserts a session whose fetch began at `since`. It is not served if it was invalidated since.
    pub(crate) fn insert(&self, since: Moment, token: &str, session: S) {
        let token = hash(token);
        let topics = vec![
            Topic::Token(token),
            Topic::Family(session.family_id()),
            Topic::User(session.user_id()),
        ];
        let provenance = Arc::new(changes::Provenance::new(topics, since));
        self.sessions.insert(token, Cached { session, provenance });
    }

    /// Drops the session of a token.
    pub(crate) fn invalidate_token(&self, token: &str) {
        self.changes.record([Topic::Token(hash(token))]);
    }

    /// Drops the sessions of families.
    pub(crate) fn invalidate_families(&self, families: &[FamilyId]) {
        self.changes.record(families.iter().copied().map(Topic::Family));
    }

    /// Drops the sessions of a user.
    pub(crate) fn invalidate_user(&self, user: UserId) {
        self.changes.record([Topic::User(user)]);
    }

    /// Drops all sessions.
    pub(crate) fn invalidate_all(&self) {
        self.changes.record_all();
    }
}

fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(cache: &SessionCache<Session>, token: &str) -> Session {
        let session = crate::testing::session();
        cache.insert(cache.now(), token, session.clone());
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

    #[tokio::test]
    async fn does_not_serve_a_session_revoked_while_it_was_fetched() {
        let cache = SessionCache::default();
        let since = cache.now();
        let session = crate::testing::session();
        cache.invalidate_families(&[session.family_id]);
        cache.insert(since, "a", session);
        assert_eq!(cache.get("a"), None);
        // The revocation of another session does not matter.
        let since = cache.now();
        let session = crate::testing::session();
        cache.invalidate_families(&[FamilyId::generate()]);
        cache.insert(since, "b", session.clone());
        assert_eq!(cache.get("b"), Some(session));
    }

    #[tokio::test(start_paused = true)]
    async fn serves_a_session_for_five_seconds() {
        let cache = SessionCache::default();
        insert(&cache, "a");
        tokio::time::advance(TTL * 9 / 10).await;
        assert!(cache.get("a").is_some());
        tokio::time::advance(TTL / 10).await;
        assert_eq!(cache.get("a"), None);
    }
}
