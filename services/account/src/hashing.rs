//! Password hashing with Argon2id, on blocking threads and with bounded concurrency.

use std::{sync::Arc, time::Duration};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{self, PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use kit::failure::{Code, Failure};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{password::NewPassword, token::Token};

/// Memory of one hash, in KiB.
const MEMORY_KIB: u32 = 19 * 1024;

/// Number of passes over the memory.
const PASSES: u32 = 2;

/// Maximum time a request waits for a permit.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// Hasher with bounded concurrency and a bounded queue.
#[derive(Clone)]
pub(crate) struct PasswordHasher {
    argon: Argon2<'static>,
    permits: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// Hash to verify against for unknown e-mails, so that they take as long as known ones.
    dummy_hash: Arc<str>,
    #[cfg(test)]
    computed: Arc<std::sync::atomic::AtomicU64>,
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
    /// Argon2 failed, or the stored hash is malformed.
    #[error("argon2: {0}")]
    Argon2(#[from] password_hash::Error),
    /// The parameters are invalid.
    #[error("argon2: {0}")]
    Parameters(#[from] argon2::Error),
    /// The blocking task panicked or was cancelled.
    #[error("hashing task failed: {0}")]
    Join(#[from] tokio::task::JoinError),
}

impl From<HashingError> for Failure {
    fn from(error: HashingError) -> Self {
        match error {
            HashingError::Busy => Self::new(Code::Unavailable)
                .with_retry_after(Duration::from_secs(1))
                .with_source(error),
            // The runtime is shutting down.
            HashingError::Join(ref join) if join.is_cancelled() => {
                Self::new(Code::Unavailable).with_source(error)
            }
            _ => Self::new(Code::Internal).with_source(error),
        }
    }
}

impl PasswordHasher {
    /// Creates a hasher for at most `concurrency` hashes at a time and at most `queue` waiting requests.
    pub(crate) fn new(concurrency: usize, queue: usize) -> Result<Self, HashingError> {
        let parameters = Params::new(MEMORY_KIB, PASSES, 1, None)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
        let dummy_hash = argon
            .hash_password(Token::random().encode().as_bytes())?
            .to_string();
        Ok(Self {
            argon,
            permits: Arc::new(Semaphore::new(concurrency)),
            queue: Arc::new(Semaphore::new(queue)),
            dummy_hash: dummy_hash.into(),
            #[cfg(test)]
            computed: Arc::default(),
        })
    }

    /// Waits for a permit, at most 3 s. At most `concurrency` requests hold one, so that at most as many pass a rate
    /// limit that is checked under it before their tries are counted.
    pub(crate) async fn acquire(&self) -> Result<HashPermit, HashingError> {
        let _waiting = self.queue.try_acquire().map_err(|_| HashingError::Busy)?;
        let permit = tokio::time::timeout(ACQUIRE_TIMEOUT, self.permits.clone().acquire_owned())
            .await
            .map_err(|_| HashingError::Busy)?
            .map_err(|_| HashingError::Busy)?;
        Ok(HashPermit {
            hasher: self.clone(),
            permit,
        })
    }

    /// Returns the number of hashes computed so far.
    #[cfg(test)]
    pub(crate) fn computed(&self) -> u64 {
        self.computed.load(std::sync::atomic::Ordering::SeqCst)
    }
}

impl HashPermit {
    /// Hashes a password, to the PHC string format.
    pub(crate) async fn hash(self, password: NewPassword) -> Result<String, HashingError> {
        let (_, hash) = self
            .compute(move |argon| Ok(argon.hash_password(password.expose())?.to_string()))
            .await?;
        Ok(hash)
    }

    /// Verifies a password against a hash. Without a hash it returns false after the same time.
    pub(crate) async fn verify(
        self,
        password: SecretString,
        hash: Option<String>,
    ) -> Result<(Self, bool), HashingError> {
        let is_known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.hasher.dummy_hash.to_string());
        let (permit, matches) = self
            .compute(move |argon| {
                let hash = PasswordHash::new(&hash).map_err(password_hash::Error::from)?;
                match argon.verify_password(password.expose_secret().as_bytes(), &hash) {
                    Ok(()) => Ok(true),
                    Err(password_hash::Error::PasswordInvalid) => Ok(false),
                    Err(error) => Err(error.into()),
                }
            })
            .await?;
        Ok((permit, matches && is_known))
    }

    async fn compute<T: Send + 'static>(
        self,
        work: impl FnOnce(&Argon2<'static>) -> Result<T, HashingError> + Send + 'static,
    ) -> Result<(Self, T), HashingError> {
        // The permit moves into the task, because the task outlives a cancelled request.
        tokio::task::spawn_blocking(move || {
            #[cfg(test)]
            self.hasher
                .computed
                .fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            let output = work(&self.hasher.argon)?;
            Ok((self, output))
        })
        .await?
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
mod tests {
    use super::*;

    #[tokio::test]
    async fn verifies_only_the_hashed_password() {
        let hasher = PasswordHasher::new(1, 4).unwrap();
        let password = NewPassword::parse("mavi divan").unwrap();
        let hash = hasher.acquire().await.unwrap().hash(password).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let permit = hasher.acquire().await.unwrap();
        let (permit, right) = permit
            .verify("mavi divan".into(), Some(hash.clone()))
            .await
            .unwrap();
        let (_, wrong) = permit.verify("Mavi divan".into(), Some(hash)).await.unwrap();
        assert!(right && !wrong);
    }

    #[tokio::test]
    async fn verifies_nothing_without_a_hash_at_the_same_cost() {
        let hasher = PasswordHasher::new(1, 4).unwrap();
        let permit = hasher.acquire().await.unwrap();
        let (_, matches) = permit.verify("mavi divan".into(), None).await.unwrap();
        assert!(!matches);
        assert_eq!(hasher.computed(), 1);
        let parameters = |hash: &str| hash.rsplitn(3, '$').last().map(ToOwned::to_owned);
        let hash = hasher
            .acquire()
            .await
            .unwrap()
            .hash(NewPassword::parse("mavi divan").unwrap())
            .await
            .unwrap();
        assert_eq!(parameters(&hash), parameters(&hasher.dummy_hash));
    }

    #[tokio::test]
    async fn full_queue_is_busy() {
        let hasher = PasswordHasher::new(1, 1).unwrap();
        let held = hasher.acquire().await.unwrap();
        let mut waiting = Box::pin(hasher.acquire());
        assert!(futures::poll!(&mut waiting).is_pending());
        assert!(matches!(hasher.acquire().await, Err(HashingError::Busy)));
        drop(held);
        assert!(waiting.await.is_ok());
        assert!(hasher.acquire().await.is_ok());
    }

    #[tokio::test]
    async fn cancelled_task_is_unavailable_and_panicked_task_is_internal() {
        let waiting = tokio::spawn(std::future::pending::<()>());
        waiting.abort();
        let failure = |error| Failure::from(HashingError::Join(error)).code;
        assert_eq!(failure(waiting.await.unwrap_err()), Code::Unavailable);
        let panicked = tokio::spawn(async { panic!("on purpose") });
        assert_eq!(failure(panicked.await.unwrap_err()), Code::Internal);
    }
}
