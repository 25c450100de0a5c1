//! Values beyond their time to live, for when their service does not answer.

use std::{marker::PhantomData, sync::Arc, time::Duration};

use kit::{clock, failure::Code};
use time::OffsetDateTime;
use tonic::Status;

use super::{
    Changes, Entry, LookupCounters, Moment, Topic, Weigh,
    stored::{Stored, typed},
};

/// Maximum age of a kept value.
pub(super) const MAX_AGE: Duration = Duration::from_hours(24);

/// A fetched value.
pub(crate) struct Fetched<V> {
    pub(super) value: V,
    /// Time of its data, if the service answered from a copy.
    pub(super) stale_since: Option<OffsetDateTime>,
    /// Maximum age, if it is shorter than that of other values.
    pub(super) lifetime: Option<Duration>,
}

/// A value of current data.
impl<V> From<V> for Fetched<V> {
    fn from(value: V) -> Self {
        Self {
            value,
            stale_since: None,
            lifetime: None,
        }
    }
}

impl<V> Fetched<V> {
    /// Returns the message of a response, with the time of its data.
    pub(crate) fn of(response: tonic::Response<V>) -> Self {
        Self {
            stale_since: kit::copies::stale_since(response.metadata()),
            value: response.into_inner(),
            lifetime: None,
        }
    }

    /// Limits the age of the value.
    pub(crate) fn with_lifetime(self, lifetime: Option<Duration>) -> Self {
        Self { lifetime, ..self }
    }
}

/// An error of a fetch.
pub(crate) trait IsTransient {
    /// Whether the service did not answer, so that an earlier value is better than the error.
    fn is_transient(&self) -> bool;
}

impl IsTransient for Status {
    fn is_transient(&self) -> bool {
        Code::from(self.code()) == Code::Unavailable
    }
}

/// Entries that were cached before, by key.
pub(super) struct KeptStore {
    entries: moka::sync::Cache<Vec<u8>, Stored>,
    lookups: LookupCounters,
}

impl KeptStore {
    /// Creates an empty store of at most `max_bytes`.
    pub(super) fn new(max_bytes: u64, lookups: LookupCounters) -> Self {
        let entries = moka::sync::Cache::<Vec<u8>, Stored>::builder()
            .max_capacity(max_bytes)
            .weigher(|_, entry| entry.weight())
            .time_to_live(MAX_AGE)
            .build();
        Self { entries, lookups }
    }

    /// Keeps an entry.
    pub(super) fn insert(&self, key: Vec<u8>, entry: Stored) {
        self.entries.insert(key, entry);
    }

    /// Returns the kept entry as a stale one that is served from `now` on.
    pub(super) fn find(&self, key: &[u8], now: Moment) -> Option<Stored> {
        let entry = self.entries.get(key)?;
        if clock::now() - entry.data_time() >= MAX_AGE {
            return None;
        }
        self.lookups.stale();
        Some(entry.at(now))
    }
}

/// Values of a type that were fetched before, by encoded request.
pub(crate) struct Kept<V> {
    store: KeptStore,
    changes: Arc<Changes<Topic>>,
    value: PhantomData<V>,
}

impl<V: Weigh + Send + Sync + 'static> Kept<V> {
    /// Creates an empty store of at most `max_bytes`.
    pub(crate) fn new(max_bytes: u64, changes: &Arc<Changes<Topic>>, lookups: LookupCounters) -> Self {
        Self {
            store: KeptStore::new(max_bytes, lookups),
            changes: Arc::clone(changes),
            value: PhantomData,
        }
    }

    /// Awaits `fetch` and keeps its value, which depends on `topics`; returns the kept one, marked as stale, if the service does not
    /// answer.
    ///
    /// # Errors
    ///
    /// Fails with the error of the fetch if the service answered, or if no value is kept.
    pub(crate) async fn fetch<E: IsTransient>(
        &self,
        key: Vec<u8>,
        topics: impl FnOnce(&V) -> Vec<Topic>,
        fetch: impl Future<Output = Result<Fetched<V>, E>>,
    ) -> Result<Arc<Entry<V>>, E> {
        let since = self.changes.now();
        match fetch.await {
            Ok(fetched) => {
                let topics = topics(&fetched.value);
                let entry = Arc::new(Entry::new(fetched, topics, since));
                let kept: Arc<Entry<V>> = Arc::clone(&entry);
                self.store.insert(key, kept);
                Ok(entry)
            }
            Err(error) if error.is_transient() => {
                let kept = self.store.find(&key, self.changes.now());
                kept.and_then(typed).ok_or(error)
            }
            Err(error) => Err(error),
        }
    }
}
