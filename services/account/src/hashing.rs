//! Password hashes: slow and large on purpose, so computed a few at a time, off the async threads.

use std::{sync::Arc, time::Duration};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{self, PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash},
};
use kit::failure::{Code, Failure};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{password::NewPassword, token::Token};

/// Memory of one hash, KiB: 19 MiB.
const MEMORY_KIB: u32 = 19 * 1024;

/// Passes over the memory.
const PASSES: u32 = 2;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(3);

/// Computes hashes, a bounded number at a time, with a bounded queue.
#[derive(Clone)]
pub(crate) struct Passwords {
    argon: Argon2<'static>,
    turns: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// The hash of a password that nobody has, with which unknown e-mails cost what known ones do.
    nobodys: Arc<str>,
    #[cfg(test)]
    computed: Arc<std::sync::atomic::AtomicU64>,
}

/// The right to compute hashes, one after the other.
pub(crate) struct Turn {
    passwords: Passwords,
    permit: OwnedSemaphorePermit,
}

/// Why there is no hash.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HashingError {
    /// Too many wait already, or the wait was too long.
    #[error("too many passwords are being hashed")]
    Busy,
    /// argon2 refused, or the hash in the database is none.
    #[error("argon2: {0}")]
    Argon2(#[from] password_hash::Error),
    /// The parameters are wrong.
    #[error("argon2: {0}")]
    Parameters(#[from] argon2::Error),
    /// The thread ended early.
    #[error("hashing ended early: {0}")]
    Ended(#[from] tokio::task::JoinError),
}

impl From<HashingError> for Failure {
    fn from(error: HashingError) -> Self {
        match error {
            HashingError::Busy => Self::new(Code::Unavailable)
                .with_retry_after(Duration::from_secs(1))
                .with_source(error),
            // The process is stopping.
            HashingError::Ended(ref ended) if ended.is_cancelled() => {
                Self::new(Code::Unavailable).with_source(error)
            }
            _ => Self::new(Code::Internal).with_source(error),
        }
    }
}

impl Passwords {
    /// Computes at most `at_once` hashes at the same time, while at most `queue` requests wait.
    pub(crate) fn new(at_once: usize, queue: usize) -> Result<Self, HashingError> {
        let parameters = Params::new(MEMORY_KIB, PASSES, 1, None)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
        let nobodys = argon
            .hash_password(Token::random().encode().as_bytes())?
            .to_string();
        Ok(Self {
            argon,
            turns: Arc::new(Semaphore::new(at_once)),
            queue: Arc::new(Semaphore::new(queue)),
            nobodys: nobodys.into(),
            #[cfg(test)]
            computed: Arc::default(),
        })
    }

    /// Waits for the right to compute. What is decided within a turn (a limit, say) is decided for at most
    /// `at_once` requests at the same time.
    pub(crate) async fn turn(&self) -> Result<Turn, HashingError> {
        let _place = self.queue.try_acquire().map_err(|_| HashingError::Busy)?;
        let permit = tokio::time::timeout(PATIENCE, self.turns.clone().acquire_owned())
            .await
            .map_err(|_| HashingError::Busy)?
            .map_err(|_| HashingError::Busy)?;
        Ok(Turn {
            passwords: self.clone(),
            permit,
        })
    }

    /// How many hashes were computed so far.
    #[cfg(test)]
    pub(crate) fn computed(&self) -> u64 {
        self.computed.load(std::sync::atomic::Ordering::SeqCst)
    }
}

impl Turn {
    /// The hash of a password, in the PHC string format.
    pub(crate) async fn hash(self, password: NewPassword) -> Result<String, HashingError> {
        let (_, hash) = self
            .compute(move |argon| Ok(argon.hash_password(password.expose())?.to_string()))
            .await?;
        Ok(hash)
    }

    /// Whether a password fits a hash. Without a hash it fits none, at the same cost.
    pub(crate) async fn verify(
        self,
        password: SecretString,
        hash: Option<String>,
    ) -> Result<(Self, bool), HashingError> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.passwords.nobodys.to_string());
        let (turn, fits) = self
            .compute(move |argon| {
                let hash = PasswordHash::new(&hash).map_err(password_hash::Error::from)?;
                match argon.verify_password(password.expose_secret().as_bytes(), &hash) {
                    Ok(()) => Ok(true),
                    Err(password_hash::Error::PasswordInvalid) => Ok(false),
                    Err(error) => Err(error.into()),
                }
            })
            .await?;
        Ok((turn, fits && known))
    }

    async fn compute<T: Send + 'static>(
        self,
        work: impl FnOnce(&Argon2<'static>) -> Result<T, HashingError> + Send + 'static,
    ) -> Result<(Self, T), HashingError> {
        // The permit goes along: a request that gives up leaves the thread at work, which must keep counting.
        tokio::task::spawn_blocking(move || {
            #[cfg(test)]
            self.passwords
                .computed
                .fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            let done = work(&self.passwords.argon)?;
            Ok((self, done))
        })
        .await?
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Turn")
            .field("permit", &self.permit)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let passwords = Passwords::new(1, 4).unwrap();
        let password = NewPassword::parse("mavi divan").unwrap();
        let hash = passwords.turn().await.unwrap().hash(password).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let turn = passwords.turn().await.unwrap();
        let (turn, right) = turn
            .verify("mavi divan".into(), Some(hash.clone()))
            .await
            .unwrap();
        let (_, wrong) = turn.verify("Mavi divan".into(), Some(hash)).await.unwrap();
        assert!(right && !wrong);
    }

    #[tokio::test]
    async fn without_a_hash_nothing_fits_at_the_same_cost() {
        let passwords = Passwords::new(1, 4).unwrap();
        let turn = passwords.turn().await.unwrap();
        let (_, fits) = turn.verify("mavi divan".into(), None).await.unwrap();
        assert!(!fits);
        assert_eq!(passwords.computed(), 1);
        let parameters = |hash: &str| hash.rsplitn(3, '$').last().map(ToOwned::to_owned);
        let hash = passwords
            .turn()
            .await
            .unwrap()
            .hash(NewPassword::parse("mavi divan").unwrap())
            .await
            .unwrap();
        assert_eq!(parameters(&hash), parameters(&passwords.nobodys));
    }

    #[tokio::test]
    async fn a_full_queue_says_come_again() {
        let passwords = Passwords::new(1, 1).unwrap();
        let working = passwords.turn().await.unwrap();
        let mut waiting = Box::pin(passwords.turn());
        assert!(futures::poll!(&mut waiting).is_pending());
        assert!(matches!(passwords.turn().await, Err(HashingError::Busy)));
        drop(working);
        assert!(waiting.await.is_ok());
        assert!(passwords.turn().await.is_ok());
    }

    #[tokio::test]
    async fn a_thread_that_never_began_is_an_outage_and_one_that_panicked_is_not() {
        let waiting = tokio::spawn(std::future::pending::<()>());
        waiting.abort();
        let failure = |ended| Failure::from(HashingError::Ended(ended)).code;
        assert_eq!(failure(waiting.await.unwrap_err()), Code::Unavailable);
        let panicked = tokio::spawn(async { panic!("as told") });
        assert_eq!(failure(panicked.await.unwrap_err()), Code::Internal);
    }
}
