//! Changes of the data that cached values were made from.
//!
//! A cached value names the topics that it depends on. Events record changed topics; a value is current if none of its
//! topics changed since its fetch began. So a value fetched while it changed is never served to a later request, in
//! whatever order the event and the response arrive.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use time::OffsetDateTime;
use tokio::time::Instant;

/// Maximum number of changed topics to remember. Beyond it everything counts as changed.
const MAX_TOPICS: usize = 16 * 1024;

/// Time after which a value is asked for again whose service did not answer with current data.
const STALE_LIFETIME: Duration = Duration::from_secs(4);

/// The changes of the last while, as long as a cached value lives.
pub(crate) struct Changes<T> {
    ttl: Duration,
    /// Number of changes so far.
    version: AtomicU64,
    recorded: RwLock<Recorded<T>>,
}

/// Versions of the last change.
struct Recorded<T> {
    /// Of everything.
    all: u64,
    /// Of each topic changed since `rotated_at`.
    recent: HashMap<T, u64>,
    /// Of each topic changed before, kept for at least one time to live.
    earlier: HashMap<T, u64>,
    rotated_at: Instant,
}

impl<T: Eq + Hash> Recorded<T> {
    fn last_change(&self, topic: &T) -> u64 {
        let version = |changes: &HashMap<T, u64>| changes.get(topic).copied().unwrap_or_default();
        version(&self.recent).max(version(&self.earlier)).max(self.all)
    }
}

/// The moment at which a fetch begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    version: u64,
    at: Instant,
}

/// Sources of a value: its topics, and the time when its data was fetched.
#[derive(Debug)]
pub(crate) struct Provenance<T> {
    topics: Arc<[T]>,
    fetched_at: Instant,
    /// Maximum age, if it is less than that of other values.
    lifetime: Duration,
    /// Time of the oldest data, if its service did not answer with current data.
    stale_since: Option<OffsetDateTime>,
    /// Version up to which none of the topics changed.
    checked: AtomicU64,
}

impl<T> Clone for Provenance<T> {
    fn clone(&self) -> Self {
        Self {
            topics: Arc::clone(&self.topics),
            fetched_at: self.fetched_at,
            lifetime: self.lifetime,
            stale_since: self.stale_since,
            checked: AtomicU64::new(self.checked.load(Ordering::Relaxed)),
        }
    }
}

impl<T> Provenance<T> {
    /// Creates the provenance of a value whose fetch began at `since`.
    pub(crate) fn new(topics: Vec<T>, since: Moment) -> Self {
        Self {
            topics: topics.into(),
            fetched_at: since.at,
            lifetime: Duration::MAX,
            stale_since: None,
            checked: AtomicU64::new(since.version),
        }
    }

    /// Limits the age of a value that changes without events.
    pub(crate) fn with_lifetime(self, lifetime: Duration) -> Self {
        Self { lifetime, ..self }
    }

    /// Marks a value whose service did not answer with current data. It lives shortly, so that it is soon asked again.
    pub(crate) fn with_stale_since(self, stale_since: Option<OffsetDateTime>) -> Self {
        let lifetime = match stale_since {
            Some(_) => self.lifetime.min(STALE_LIFETIME),
            None => self.lifetime,
        };
        Self {
            lifetime,
            stale_since,
            ..self
        }
    }

    /// Returns the time since the fetch began.
    pub(crate) fn age(&self) -> Duration {
        self.fetched_at.elapsed()
    }

    /// Returns the time of the oldest data, if a service did not answer with current data.
    pub(crate) const fn stale_since(&self) -> Option<OffsetDateTime> {
        self.stale_since
    }

    /// Returns the topics of the value.
    pub(crate) fn topics(&self) -> &[T] {
        &self.topics
    }
}

impl<T: Clone + Eq + Hash> Provenance<T> {
    /// Returns the provenance of a value made from two others.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let mut topics = self.topics.to_vec();
        topics.extend(
            other
                .topics
                .iter()
                .filter(|topic| !self.topics.contains(topic))
                .cloned(),
        );
        let checked = self.checked.load(Ordering::Relaxed);
        Self {
            topics: topics.into(),
            fetched_at: self.fetched_at.min(other.fetched_at),
            lifetime: self.lifetime.min(other.lifetime),
            stale_since: match (self.stale_since, other.stale_since) {
                (Some(one), Some(another)) => Some(one.min(another)),
                (one, another) => one.or(another),
            },
            checked: AtomicU64::new(checked.min(other.checked.load(Ordering::Relaxed))),
        }
    }
}

impl<T: Eq + Hash> Changes<T> {
    /// Creates an empty record for values that live for `ttl`.
    pub(crate) fn new(ttl: Duration) -> Self {
        Self {
            ttl,
            version: AtomicU64::new(0),
            recorded: RwLock::new(Recorded {
                all: 0,
                recent: HashMap::new(),
                earlier: HashMap::new(),
                rotated_at: Instant::now(),
            }),
        }
    }

    /// Returns the time to live of values.
    pub(crate) const fn ttl(&self) -> Duration {
        self.ttl
    }

    /// Returns the current moment, to be taken before a fetch.
    pub(crate) fn now(&self) -> Moment {
        Moment {
            version: self.version.load(Ordering::Acquire),
            at: Instant::now(),
        }
    }

    /// Records that topics changed.
    pub(crate) fn record(&self, topics: impl IntoIterator<Item = T>) {
        let mut recorded = self.write();
        let version = self.version.load(Ordering::Relaxed).wrapping_add(1);
        if recorded.rotated_at.elapsed() >= self.ttl {
            // Values older than the dropped changes have expired.
            recorded.earlier = std::mem::take(&mut recorded.recent);
            recorded.rotated_at = Instant::now();
        }
        for topic in topics {
            recorded.recent.insert(topic, version);
        }
        if recorded.recent.len() > MAX_TOPICS {
            recorded.recent.clear();
            recorded.all = version;
        }
        self.version.store(version, Ordering::Release);
    }

    /// Records that everything changed.
    pub(crate) fn record_all(&self) {
        let mut recorded = self.write();
        let version = self.version.load(Ordering::Relaxed).wrapping_add(1);
        recorded.all = version;
        self.version.store(version, Ordering::Release);
    }

    /// Whether a value is younger than its time to live and none of its topics changed.
    pub(crate) fn is_current(&self, provenance: &Provenance<T>) -> bool {
        self.is_alive(provenance) && self.is_unchanged(provenance)
    }

    /// Whether a value is young enough to make others of it, or to not be fetched again yet.
    pub(crate) fn is_fresh(&self, provenance: &Provenance<T>) -> bool {
        provenance.fetched_at.elapsed() < self.lifetime(provenance) / 2
    }

    /// Whether a value, which may have changed by now, was current at this moment or fetched after it.
    pub(crate) fn was_current(&self, provenance: &Provenance<T>, moment: Moment) -> bool {
        let is_known = provenance.checked.load(Ordering::Acquire) >= moment.version;
        self.is_alive(provenance) && (is_known || self.is_unchanged(provenance))
    }

    fn is_alive(&self, provenance: &Provenance<T>) -> bool {
        provenance.fetched_at.elapsed() < self.lifetime(provenance)
    }

    fn lifetime(&self, provenance: &Provenance<T>) -> Duration {
        self.ttl.min(provenance.lifetime)
    }

    fn is_unchanged(&self, provenance: &Provenance<T>) -> bool {
        let checked = provenance.checked.load(Ordering::Acquire);
        if checked == self.version.load(Ordering::Acquire) {
            return true;
        }
        let recorded = self.read();
        let version = self.version.load(Ordering::Relaxed);
        let is_unchanged = recorded.all <= checked
            && provenance
                .topics
                .iter()
                .all(|topic| recorded.last_change(topic) <= checked);
        if is_unchanged {
            provenance.checked.fetch_max(version, Ordering::AcqRel);
        }
        is_unchanged
    }

    fn read(&self) -> RwLockReadGuard<'_, Recorded<T>> {
        // No change panics halfway, so a poisoned value is consistent.
        self.recorded.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Recorded<T>> {
        self.recorded.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TTL: Duration = Duration::from_secs(5);

    fn fetched(changes: &Changes<u32>, topics: &[u32]) -> Provenance<u32> {
        Provenance::new(topics.to_vec(), changes.now())
    }

    #[tokio::test]
    async fn values_are_current_until_one_of_their_topics_changes() {
        let changes = Changes::new(TTL);
        let (value, other) = (fetched(&changes, &[1, 2]), fetched(&changes, &[3]));
        changes.record([4]);
        assert!(changes.is_current(&value));
        changes.record([2]);
        changes.record([5]);
        assert!(!changes.is_current(&value));
        assert!(changes.is_current(&other));
        assert!(changes.is_current(&fetched(&changes, &[2])));
        changes.record_all();
        assert!(!changes.is_current(&other));
    }

    #[tokio::test]
    async fn values_fetched_during_a_change_are_not_current() {
        let changes = Changes::new(TTL);
        let since = changes.now();
        changes.record([1]);
        assert!(!changes.is_current(&Provenance::new(vec![1], since)));
        assert!(changes.is_current(&Provenance::new(vec![2], since)));
    }

    #[tokio::test(start_paused = true)]
    async fn values_expire_after_their_ttl() {
        let changes = Changes::<u32>::new(TTL);
        let value = fetched(&changes, &[]);
        tokio::time::advance(TTL * 9 / 10).await;
        assert!(changes.is_current(&value));
        tokio::time::advance(TTL / 10).await;
        assert!(!changes.is_current(&value));
    }

    #[tokio::test(start_paused = true)]
    async fn values_with_a_lifetime_expire_earlier_and_so_do_values_made_from_them() {
        let changes = Changes::<u32>::new(TTL);
        let (short, long) = (fetched(&changes, &[]), fetched(&changes, &[]));
        let short = short.with_lifetime(TTL / 5);
        tokio::time::advance(TTL / 10).await;
        assert!(changes.is_current(&short) && !changes.is_fresh(&short));
        assert!(changes.is_fresh(&long));
        tokio::time::advance(TTL / 10).await;
        assert!(!changes.is_current(&short) && !changes.is_current(&long.and(&short)));
        assert!(changes.is_current(&long));
    }

    #[tokio::test(start_paused = true)]
    async fn remembers_changes_for_as_long_as_values_live() {
        let changes = Changes::new(TTL);
        tokio::time::advance(TTL * 9 / 10).await;
        let value = fetched(&changes, &[1]);
        changes.record([1]);
        for topic in 2..10 {
            tokio::time::advance(TTL / 10).await;
            changes.record([topic]);
            assert!(!changes.is_current(&value), "{topic}");
        }
        tokio::time::advance(3 * TTL).await;
        changes.record([10]);
        changes.record([11]);
        let recorded = changes.read();
        assert_eq!((recorded.recent.len(), recorded.earlier.len() < 10), (2, true));
    }

    #[tokio::test]
    async fn everything_changes_if_too_many_topics_do() {
        let changes = Changes::new(TTL);
        let value = fetched(&changes, &[u32::MAX]);
        for topic in 0..=u32::try_from(MAX_TOPICS).unwrap() {
            changes.record([topic]);
        }
        assert!(!changes.is_current(&value));
        assert!(changes.read().recent.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_value_made_from_two_is_as_old_as_the_older() {
        let changes = Changes::new(TTL);
        let older = fetched(&changes, &[1]);
        tokio::time::advance(TTL / 2).await;
        changes.record([2]);
        // The younger value was fetched after the change of its topic.
        let younger = fetched(&changes, &[2]);
        assert!(changes.is_current(&older));
        let both = older.and(&younger);
        assert!(changes.is_current(&both));
        changes.record([2]);
        assert!(!changes.is_current(&both));
        let both = older.and(&fetched(&changes, &[3]));
        tokio::time::advance(TTL / 2).await;
        assert!(!changes.is_current(&both));
    }
}
