//! Password hashing on threads of its own, with bounded concurrency, memory and queues.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use kit::{
    client_address::ClientAddress,
    failure::{Code, Failure},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::{
    argon::{Argon, ArgonError, Verdict},
    password::{NewPassword, TypedPassword},
    token::Token,
};

/// Time after which a request is to be retried if the queue is full.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Bounds of a [`PasswordHasher`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct HasherOptions {
    /// Number of threads, each with the memory of one hash.
    pub(crate) concurrency: usize,
    /// Maximum number of waiting requests.
    pub(crate) queue: usize,
    /// Maximum number of waiting requests of one [`Origin`].
    pub(crate) queue_per_origin: usize,
    /// Maximum time that a request waits. Shorter than the callers' deadline by the time of a hash: under overload most
    /// hashes would otherwise be computed for callers that have given up.
    pub(crate) max_wait: Duration,
}

/// Requests that share a part of the queue, so that no address fills it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// Requests from an address.
    Address(ClientAddress),
    /// Requests from an address by devices with a live session of the account.
    KnownDevices(ClientAddress),
}

type Job = Box<dyn FnOnce(&mut Argon) + Send>;

/// Hasher with a fixed number of threads and a bounded queue.
#[derive(Clone)]
pub(crate) struct PasswordHasher {
    /// Has a place for each permit: sending does not block.
    jobs: SyncSender<Job>,
    permits: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    waiting: Waiting,
    queue_per_origin: usize,
    max_wait: Duration,
    /// Hash to verify against for unknown e-mails, so that they take as long as known ones.
    dummy_hash: Arc<str>,
    #[cfg(test)]
    pub(crate) computed: Arc<Computed>,
}

/// Counts of the computed hashes, the threads that computed them and their cost.
#[cfg(test)]
#[derive(Debug, Default)]
pub(crate) struct Computed {
    hashes: std::sync::atomic::AtomicU64,
    threads: Mutex<std::collections::HashSet<thread::ThreadId>>,
    /// Blocks that were filled.
    cost: std::sync::atomic::AtomicU64,
}

/// Permit to compute hashes, one after the other.
pub(crate) struct HashPermit {
    hasher: PasswordHasher,
    permit: OwnedSemaphorePermit,
}

/// Reason that hashing failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HashingError {
    /// The queue is full, or the wait timed out.
    #[error("too many passwords are being hashed")]
    Busy,
    /// This origin's part of the queue is full.
    #[error("too many passwords of one address are waiting to be hashed")]
    OriginBusy,
    /// Argon2 failed, or the stored hash is malformed.
    #[error(transparent)]
    Argon(#[from] ArgonError),
    /// A thread could not be started.
    #[error("hashing thread: {0}")]
    Thread(#[from] std::io::Error),
    /// The hash was not computed because its job panicked.
    #[error("the hash was not computed")]
    Panicked,
}

impl From<HashingError> for Failure {
    fn from(error: HashingError) -> Self {
        let code = match error {
            HashingError::Busy => Code::Unavailable,
            HashingError::OriginBusy => Code::LimitReached,
            HashingError::Argon(_) | HashingError::Thread(_) | HashingError::Panicked => {
                return Self::new(Code::Internal).with_source(error);
            }
        };
        Self::new(code).with_retry_after(RETRY_AFTER).with_source(error)
    }
}

impl PasswordHasher {
    /// Allocates the memory of all hashes and starts the threads, which end with the last clone of the hasher.
    pub(crate) fn start(options: HasherOptions) -> Result<Self, HashingError> {
        let (jobs, receiver) = sync_channel::<Job>(options.concurrency);
        let receiver = Arc::new(Mutex::new(receiver));
        let mut dummy_hash = String::new();
        for number in 0..options.concurrency {
            let mut argon = Argon::allocate()?;
            if dummy_hash.is_empty() {
                dummy_hash = argon.hash(Token::random().encode().as_bytes())?;
            }
            let receiver = receiver.clone();
            thread::Builder::new()
                .name(format!("password-hash-{number}"))
                .spawn(move || run_jobs(&receiver, argon))?;
        }
        Ok(Self {
            jobs,
            permits: Arc::new(Semaphore::new(options.concurrency)),
            queue: Arc::new(Semaphore::new(options.queue)),
            waiting: Waiting::default(),
            queue_per_origin: options.queue_per_origin,
            max_wait: options.max_wait,
            dummy_hash: dummy_hash.into(),
            #[cfg(test)]
            computed: Arc::default(),
        })
    }

    /// Waits for a permit. At most `concurrency` requests hold one, so that at most as many pass a rate
    /// limit that is checked under it before their tries are counted.
    pub(crate) async fn acquire(&self, origin: Origin) -> Result<HashPermit, HashingError> {
        let _waiting = self
            .waiting
            .enter(&origin, self.queue_per_origin)
            .ok_or(HashingError::OriginBusy)?;
        let _queued = self.queue.try_acquire().map_err(|_| HashingError::Busy)?;
        let permit = tokio::time::timeout(self.max_wait, self.permits.clone().acquire_owned())
            .await
            .map_err(|_| HashingError::Busy)?
            .map_err(|_| HashingError::Busy)?;
        Ok(HashPermit {
            hasher: self.clone(),
            permit,
        })
    }

    /// Returns the number of passwords hashed or verified so far.
    #[cfg(test)]
    pub(crate) fn computed(&self) -> u64 {
        self.computed.hashes.load(std::sync::atomic::Ordering::SeqCst)
    }

    /// Returns the number of blocks filled so far.
    #[cfg(test)]
    pub(crate) fn cost(&self) -> u64 {
        self.computed.cost.load(std::sync::atomic::Ordering::SeqCst)
    }
}

impl HashPermit {
    /// Hashes a new password, to the PHC string format.
    pub(crate) async fn hash(self, password: NewPassword) -> Result<String, HashingError> {
        let (_, hash) = self.compute(move |argon| argon.hash(password.expose())).await?;
        Ok(hash)
    }

    /// Hashes a verified password again, with the current parameters.
    pub(crate) async fn renew(self, password: TypedPassword) -> Result<String, HashingError> {
        let (_, hash) = self.compute(move |argon| argon.hash(password.expose())).await?;
        Ok(hash)
    }

    /// Verifies a password against a hash: its normal form, then the typed one if that differs. Without a hash it is wrong,
    /// after the same time.
    pub(crate) async fn verify(
        self,
        password: TypedPassword,
        hash: Option<String>,
    ) -> Result<(Self, Verdict), HashingError> {
        let is_known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.hasher.dummy_hash.to_string());
        let (permit, verdict) = self
            .compute(
                move |argon| match (argon.verify(password.expose(), &hash)?, password.expose_typed()) {
                    (Verdict::Wrong, Some(typed)) => Ok(match argon.verify(typed, &hash)? {
                        Verdict::Wrong => Verdict::Wrong,
                        Verdict::Right | Verdict::RightWithOldHash => Verdict::RightWithOldHash,
                    }),
                    (verdict, _) => Ok(verdict),
                },
            )
            .await?;
        Ok((permit, if is_known { verdict } else { Verdict::Wrong }))
    }

    async fn compute<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Argon) -> Result<T, ArgonError> + Send + 'static,
    ) -> Result<(Self, T), HashingError> {
        let (sender, receiver) = oneshot::channel();
        let jobs = self.hasher.jobs.clone();
        // The permit moves into the job, because the job outlives a cancelled request.
        let job: Job = Box::new(move |argon| {
            #[cfg(test)]
            let before = argon.filled;
            let output = work(argon);
            #[cfg(test)]
            self.hasher.computed.record(argon.filled - before);
            // Fails if the request was cancelled, which drops the permit.
            let _ = sender.send((self, output));
        });
        jobs.try_send(job).map_err(|_| HashingError::Panicked)?;
        let (permit, output) = receiver.await.map_err(|_| HashingError::Panicked)?;
        Ok((permit, output?))
    }
}

impl std::fmt::Debug for HashPermit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("HashPermit")
            .field("permit", &self.permit)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
impl Computed {
    fn record(&self, cost: u64) {
        use std::sync::atomic::Ordering;
        self.hashes.fetch_add(1, Ordering::SeqCst);
        self.cost.fetch_add(cost, Ordering::SeqCst);
        self.threads.lock().unwrap().insert(thread::current().id());
    }
}

/// Runs jobs until the hasher is dropped.
fn run_jobs(receiver: &Mutex<Receiver<Job>>, mut argon: Argon) {
    loop {
        let job = lock(receiver).recv();
        let Ok(job) = job else { return };
        // The request of a job that panics gets an error; the thread continues, because the number of threads is fixed.
        let _ = catch_unwind(AssertUnwindSafe(|| job(&mut argon)));
    }
}

/// Number of waiting requests by network, without those that have none. The queue bounds its size.
#[derive(Clone, Default)]
struct Waiting(Arc<Mutex<HashMap<Share, usize>>>);

/// A network, and whether its known devices wait, which have a part of the queue of their own.
type Share = (bool, String);

/// A waiting request, which leaves on drop.
struct WaitingRequest {
    waiting: Waiting,
    shares: Vec<Share>,
}

impl Waiting {
    /// Counts a request, or returns none if its address has `limit` already, or a network around it twice as many.
    fn enter(&self, origin: &Origin, limit: usize) -> Option<WaitingRequest> {
        let (is_known, address) = match origin {
            Origin::Address(address) => (false, address),
            Origin::KnownDevices(address) => (true, address),
        };
        let shares: Vec<_> = address
            .networks()
            .into_iter()
            .map(|(_, network)| (is_known, network))
            .collect();
        let mut counts = lock(&self.0);
        let limits = std::iter::once(limit).chain(std::iter::repeat(limit.saturating_mul(2)));
        let is_full = shares
            .iter()
            .zip(limits)
            .any(|(share, limit)| counts.get(share).is_some_and(|count| *count >= limit));
        if is_full {
            return None;
        }
        for share in &shares {
            *counts.entry(share.clone()).or_default() += 1;
        }
        Some(WaitingRequest {
            waiting: self.clone(),
            shares,
        })
    }
}

impl Drop for WaitingRequest {
    fn drop(&mut self) {
        let mut counts = lock(&self.waiting.0);
        for share in &self.shares {
            match counts.get_mut(share) {
                Some(count) if *count > 1 => *count -= 1,
                _ => {
                    counts.remove(share);
                }
            }
        }
    }
}

/// Locks a mutex, even after a panic: no holder leaves its data inconsistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::password::Owner;

    fn start(concurrency: usize, queue: usize, queue_per_origin: usize) -> PasswordHasher {
        start_with_wait(concurrency, queue, queue_per_origin, Duration::from_mins(5))
    }

    fn start_with_wait(
        concurrency: usize,
        queue: usize,
        queue_per_origin: usize,
        max_wait: Duration,
    ) -> PasswordHasher {
        let options = HasherOptions {
            concurrency,
            queue,
            queue_per_origin,
            max_wait,
        };
        PasswordHasher::start(options).unwrap()
    }

    fn origin(number: u8) -> Origin {
        Origin::Address(ClientAddress::parse(&format!("203.0.113.{number}")))
    }

    #[tokio::test]
    async fn verifies_only_the_hashed_password() {
        let hasher = start(1, 4, 4);
        let password = NewPassword::parse("mavi divan", &Owner::default()).unwrap();
        let permit = hasher.acquire(origin(1)).await.unwrap();
        let hash = permit.hash(password).await.unwrap();
        let permit = hasher.acquire(origin(1)).await.unwrap();
        let (permit, right) = permit
            .verify("mavi divan".into(), Some(hash.clone()))
            .await
            .unwrap();
        let (_, wrong) = permit.verify("Mavi divan".into(), Some(hash)).await.unwrap();
        assert_eq!((right, wrong), (Verdict::Right, Verdict::Wrong));
    }

    #[tokio::test]
    async fn verifies_the_normal_form_and_hashes_of_the_typed_one() {
        let hasher = start(1, 4, 4);
        let (composed, decomposed) = ("gölbaşım 7", "go\u{308}lbas\u{327}ım\u{a0}7");
        let permit = hasher.acquire(origin(1)).await.unwrap();
        let (permit, as_typed) = permit
            .compute(|argon| argon.hash("go\u{308}lbas\u{327}ım\u{a0}7".as_bytes()))
            .await
            .unwrap();
        let (permit, verdict) = permit
            .verify(decomposed.into(), Some(as_typed.clone()))
            .await
            .unwrap();
        assert_eq!(verdict, Verdict::RightWithOldHash);
        let renewed = permit.renew(decomposed.into()).await.unwrap();
        for (typed, hash, expected) in [
            (composed, &renewed, Verdict::Right),
            (decomposed, &renewed, Verdict::Right),
            (composed, &as_typed, Verdict::Wrong),
            ("go\u{308}lbas\u{327}ım 8", &renewed, Verdict::Wrong),
        ] {
            let permit = hasher.acquire(origin(1)).await.unwrap();
            let (_, verdict) = permit.verify(typed.into(), Some(hash.clone())).await.unwrap();
            assert_eq!(verdict, expected, "{typed}");
        }
    }

    #[tokio::test]
    async fn verifies_nothing_without_a_hash_at_the_same_cost() {
        let hasher = start(1, 4, 4);
        let permit = hasher.acquire(origin(1)).await.unwrap();
        let (permit, verdict) = permit.verify("mavi divan".into(), None).await.unwrap();
        assert_eq!(verdict, Verdict::Wrong);
        let (hashes, cost) = (hasher.computed(), hasher.cost());
        assert_eq!(hashes, 1);
        permit
            .hash(NewPassword::parse("mavi divan", &Owner::default()).unwrap())
            .await
            .unwrap();
        assert_eq!(hasher.cost(), 2 * cost);
    }

    #[tokio::test]
    async fn cancelled_requests_and_panics_keep_all_threads_and_permits() {
        let hasher = start(2, 64, 64);
        for _ in 0..8 {
            let permit = hasher.acquire(origin(1)).await.unwrap();
            let mut request = Box::pin(permit.verify("mavi divan".into(), None));
            assert!(futures::poll!(&mut request).is_pending());
            drop(request);
        }
        for _ in 0..2 {
            let permit = hasher.acquire(origin(1)).await.unwrap();
            let panicked = permit
                .compute(|_| -> Result<(), ArgonError> { panic!("on purpose") })
                .await;
            assert!(matches!(panicked, Err(HashingError::Panicked)));
        }
        let all = (0..8).map(|_| async {
            let permit = hasher.acquire(origin(1)).await.unwrap();
            permit.verify("mavi divan".into(), None).await.unwrap();
        });
        futures::future::join_all(all).await;
        assert_eq!(hasher.permits.available_permits(), 2);
        assert_eq!(hasher.computed(), 16, "cancelled requests are computed");
        assert_eq!(hasher.computed.threads.lock().unwrap().len(), 2);
    }

    #[tokio::test]
    async fn full_queue_is_busy() {
        let hasher = start(1, 1, 1);
        let held = hasher.acquire(origin(1)).await.unwrap();
        let mut waiting = Box::pin(hasher.acquire(origin(1)));
        assert!(futures::poll!(&mut waiting).is_pending());
        assert!(matches!(hasher.acquire(origin(2)).await, Err(HashingError::Busy)));
        drop(held);
        assert!(waiting.await.is_ok());
        assert!(hasher.acquire(origin(1)).await.is_ok());
    }

    #[tokio::test]
    async fn request_that_waits_too_long_is_busy_and_hashes_nothing() {
        let hasher = start_with_wait(1, 4, 4, Duration::from_millis(10));
        let held = hasher.acquire(origin(1)).await.unwrap();
        assert!(matches!(hasher.acquire(origin(2)).await, Err(HashingError::Busy)));
        drop(held);
        assert!(hasher.acquire(origin(2)).await.is_ok());
        assert_eq!(hasher.computed(), 0);
    }

    #[tokio::test]
    async fn one_network_fills_only_its_part_of_the_queue() {
        let from = |text: &str| Origin::Address(ClientAddress::parse(text));
        let hasher = start(1, 16, 2);
        let _held = hasher.acquire(origin(1)).await.unwrap();
        let mut waiting = Vec::new();
        for network in 0..4 {
            let mut request = Box::pin(hasher.acquire(from(&format!("2001:db8:1:{network:x}00::1"))));
            assert!(futures::poll!(&mut request).is_pending());
            waiting.push(request);
        }
        let refused = hasher.acquire(from("2001:db8:1:ff00::1")).await;
        assert!(matches!(refused, Err(HashingError::OriginBusy)));
        let mut other = Box::pin(hasher.acquire(from("2001:db8:2::1")));
        assert!(futures::poll!(&mut other).is_pending());
        waiting.clear();
        let mut again = Box::pin(hasher.acquire(from("2001:db8:1:ff00::1")));
        assert!(futures::poll!(&mut again).is_pending());
    }

    #[tokio::test]
    async fn one_address_fills_only_its_part_of_the_queue() {
        let hasher = start(1, 4, 2);
        let held = hasher.acquire(origin(1)).await.unwrap();
        let mut waiting: Vec<_> = (0..2).map(|_| Box::pin(hasher.acquire(origin(1)))).collect();
        for request in &mut waiting {
            assert!(futures::poll!(request).is_pending());
        }
        let error = hasher.acquire(origin(1)).await.unwrap_err();
        let failure = Failure::from(error);
        assert_eq!(failure.code, Code::LimitReached);
        assert_eq!(failure.retry_after, Some(Duration::from_secs(1)));
        let device = Origin::KnownDevices(ClientAddress::parse("203.0.113.1"));
        for other in [origin(2), device] {
            let mut request = Box::pin(hasher.acquire(other));
            assert!(futures::poll!(&mut request).is_pending());
        }
        // A cancelled request leaves the queue.
        waiting.pop();
        let mut again = Box::pin(hasher.acquire(origin(1)));
        assert!(futures::poll!(&mut again).is_pending());
        drop(held);
        assert!(waiting.remove(0).await.is_ok());
        assert!(again.await.is_ok());
        assert_eq!(lock(&hasher.waiting.0).len(), 0);
    }

    #[tokio::test]
    async fn memory_stays_that_of_the_concurrent_hashes() {
        // The memory of this process also belongs to other tests.
        let child = tokio::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--ignored",
                "--exact",
                "hashing::tests::hash_in_a_process_of_its_own",
            ])
            .output();
        let output = child.await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("1 passed"), "{text}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "started by memory_stays_that_of_the_concurrent_hashes"]
    async fn hash_in_a_process_of_its_own() {
        const CONCURRENCY: usize = 2;
        let before = resident_mib();
        let hasher = start(CONCURRENCY, 64, 64);
        for _ in 0..8 {
            let verify = (0..16).map(|_| {
                let hasher = hasher.clone();
                tokio::spawn(async move {
                    let permit = hasher.acquire(origin(1)).await.unwrap();
                    permit.verify("mavi divan".into(), None).await.unwrap();
                })
            });
            for result in futures::future::join_all(verify).await {
                result.unwrap();
            }
        }
        let growth = resident_mib().saturating_sub(before);
        let needed = u64::try_from(CONCURRENCY).unwrap() * 19;
        assert!(
            growth <= needed + 16,
            "{growth} MiB for {CONCURRENCY} hashes at a time"
        );
    }

    /// Returns the resident memory of this process.
    fn resident_mib() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        let kib: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kib / 1_024
    }

    #[test]
    fn full_queue_is_unavailable_and_a_panic_is_internal() {
        let failure = |error| Failure::from(error).code;
        assert_eq!(failure(HashingError::Busy), Code::Unavailable);
        assert_eq!(failure(HashingError::Panicked), Code::Internal);
    }
}
