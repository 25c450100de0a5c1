//! Live updates of the desk: changes of records, and who looks at them.
//!
//! Each replica hears the events of the services ([`change`]) and sends them to its streams. Replicas tell each other by
//! plain NATS messages who has a stream open and who looks at what ([`gossip`]). Messages may be lost: the streams then
//! say `reload`.

mod change;
mod gossip;
mod presence;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use kit::{
    domain::{FamilyId, UserId},
    failure::{Code, Failure},
};
use time::OffsetDateTime;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, broadcast};
use tokio_util::sync::CancellationToken;

pub(crate) use change::{Change, SUBJECTS, change_of};
pub(crate) use gossip::{SUBJECT as PRESENCE_SUBJECT, run as run_gossip};
use presence::Presence;
pub(crate) use presence::{Kind, Look, Looking, Record};

/// Maximum number of streams of a session.
const MAX_STREAMS_PER_SESSION: usize = 3;

/// Maximum number of streams of this process.
const MAX_STREAMS: usize = 256;

/// Updates that a stream may be behind before it misses some.
const BACKLOG: usize = 256;

/// An update for all streams.
#[derive(Debug, Clone)]
pub(crate) enum Update {
    /// A record changed.
    Changed(Arc<Change>),
    /// The people who look at a record changed.
    Presence(Record),
    /// Sessions ended.
    Ended(Arc<[FamilyId]>),
    /// A session is valid until a later time.
    Renewed(FamilyId, OffsetDateTime),
    /// Updates may have been missed, also that of an ended session: the stream ends.
    Missed,
}

/// State of the live updates.
pub(crate) struct Live {
    updates: broadcast::Sender<Update>,
    permits: Arc<Semaphore>,
    open: Mutex<HashMap<FamilyId, usize>>,
    presence: Mutex<Presence>,
    /// Told when other replicas have something to learn.
    to_tell: Notify,
    renewals: Mutex<Vec<(FamilyId, OffsetDateTime)>>,
    stopping: OnceLock<CancellationToken>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            updates: broadcast::Sender::new(BACKLOG),
            permits: Arc::new(Semaphore::new(MAX_STREAMS)),
            open: Mutex::default(),
            presence: Mutex::default(),
            to_tell: Notify::new(),
            renewals: Mutex::default(),
            stopping: OnceLock::new(),
        }
    }
}

/// An open stream. It ends when dropped.
pub(crate) struct OpenStream {
    live: LiveHandle,
    user: UserId,
    family: FamilyId,
    pub(crate) updates: broadcast::Receiver<Update>,
    _permit: OwnedSemaphorePermit,
}

/// Something that has the live updates, such as the application's state.
type LiveHandle = Arc<Live>;

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = lock(&self.live.open);
        if let Some(count) = open.get_mut(&self.family) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.family);
            }
        }
        drop(open);
        lock(&self.live.presence).close_stream(self.user);
        self.live.to_tell.notify_one();
    }
}

impl Live {
    /// Sets the token that ends all streams.
    pub(crate) fn stop_with(&self, stopping: CancellationToken) {
        // Set once for each process.
        let _ = self.stopping.set(stopping);
    }

    /// Waits until the process stops.
    pub(crate) async fn stopped(&self) {
        match self.stopping.get() {
            Some(stopping) => stopping.cancelled().await,
            None => std::future::pending().await,
        }
    }

    /// Opens a stream.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::LimitReached`] if the session has three, and with [`Code::Unavailable`] if the process has too
    /// many.
    pub(crate) fn open(self: &Arc<Self>, user: UserId, family: FamilyId) -> Result<OpenStream, Failure> {
        let permit = Arc::clone(&self.permits)
            .try_acquire_owned()
            .map_err(|error| Failure::new(Code::Unavailable).with_source(error))?;
        let mut open = lock(&self.open);
        let count = open.entry(family).or_default();
        if *count >= MAX_STREAMS_PER_SESSION {
            return Err(Failure::new(Code::LimitReached));
        }
        *count += 1;
        drop(open);
        lock(&self.presence).open_stream(user);
        self.to_tell.notify_one();
        Ok(OpenStream {
            live: Arc::clone(self),
            user,
            family,
            updates: self.updates.subscribe(),
            _permit: permit,
        })
    }

    /// Whether a user has a stream open, at any replica.
    pub(crate) fn is_online(&self, user: UserId) -> bool {
        lock(&self.presence).is_online(user)
    }

    /// Records that a session looks at a record, or at none. It lapses after 45 seconds.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unavailable`] if too many sessions look at something.
    pub(crate) fn look(&self, user: UserId, family: FamilyId, look: Option<Look>) -> Result<(), Failure> {
        let changed = lock(&self.presence)
            .look(user, family, look)
            .map_err(|error| Failure::new(Code::Unavailable).with_source(error))?;
        self.announce(changed);
        self.to_tell.notify_one();
        Ok(())
    }

    /// Returns who else looks at a record, at any replica.
    pub(crate) fn people(&self, record: &Record, without: UserId) -> Vec<Looking> {
        lock(&self.presence).people(record, without)
    }

    /// Sends a change to the streams.
    pub(crate) fn changed(&self, change: Change) {
        self.send(Update::Changed(Arc::new(change)));
    }

    /// Ends the streams of sessions.
    pub(crate) fn end(&self, families: &[FamilyId]) {
        self.announce(lock(&self.presence).forget(families));
        self.send(Update::Ended(families.into()));
        self.to_tell.notify_one();
    }

    /// Tells all replicas that a session is valid until a later time.
    pub(crate) fn renewed(&self, family: FamilyId, until: OffsetDateTime) {
        self.send(Update::Renewed(family, until));
        let mut renewals = lock(&self.renewals);
        if renewals.len() < presence::MAX_ENTRIES {
            renewals.push((family, until));
        }
        drop(renewals);
        self.to_tell.notify_one();
    }

    /// Ends all streams, after updates may have been missed.
    pub(crate) fn missed(&self) {
        self.send(Update::Missed);
    }

    fn announce(&self, records: Vec<Record>) {
        for record in records {
            self.send(Update::Presence(record));
        }
    }

    fn send(&self, update: Update) {
        // Fails if there is no stream.
        let _ = self.updates.send(update);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_at_most_three_streams() {
        let live = Arc::new(Live::default());
        let (user, family) = (UserId::generate(), FamilyId::generate());
        let mut open: Vec<_> = (0..3).map(|_| live.open(user, family).unwrap()).collect();
        assert_eq!(
            live.open(user, family).err().map(|failure| failure.code),
            Some(Code::LimitReached)
        );
        assert!(live.open(user, FamilyId::generate()).is_ok());
        open.pop();
        assert!(live.open(user, family).is_ok());
    }

    #[test]
    fn a_process_has_a_limit_of_streams() {
        let live = Arc::new(Live::default());
        let open = || live.open(UserId::generate(), FamilyId::generate());
        let streams: Vec<_> = (0..MAX_STREAMS).map(|_| open().unwrap()).collect();
        assert_eq!(open().err().map(|failure| failure.code), Some(Code::Unavailable));
        drop(streams);
        assert!(open().is_ok());
        assert!(lock(&live.open).is_empty());
    }

    #[test]
    fn a_person_is_online_while_a_stream_is_open() {
        let live = Arc::new(Live::default());
        let user = UserId::generate();
        let first = live.open(user, FamilyId::generate()).unwrap();
        let second = live.open(user, FamilyId::generate()).unwrap();
        drop(first);
        assert!(live.is_online(user));
        drop(second);
        assert!(!live.is_online(user));
    }
}
