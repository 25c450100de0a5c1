//! Idempotency keys of the desk's calls.
//!
//! A call with the key of an earlier one has no second effect: it gets the result of the first. The result is stored in
//! the transaction of the effect, so a failed call leaves no trace and its key can be used again.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use tokio::time::Instant;

use crate::{
    caller::Actor,
    failure::{Code, Failure},
};

/// Time before a retry, while the first call with the key runs.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Maximum time to wait for an earlier call with the key. The rollback of a refused call follows its response.
const LOCK_WAIT: Duration = Duration::from_millis(500);

/// Time between two attempts to acquire the lock of a key.
const LOCK_INTERVAL: Duration = Duration::from_millis(10);

/// Maximum length of a key, in bytes.
pub const MAX_KEY_LENGTH: usize = 255;

/// Whether a text is a key: 1 to 255 visible ASCII characters.
pub fn is_key(text: &str) -> bool {
    (1..=MAX_KEY_LENGTH).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A call with an idempotency key.
#[derive(Debug)]
pub(crate) struct Attempt {
    actor: String,
    operation: String,
    /// Empty for a call without a key, as the operator's command line may send it.
    key: String,
    request_hash: [u8; 32],
}

/// The state of a started attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Started {
    /// The call is the first one with its key. The effect and [`Attempt::finish`] follow in the same transaction.
    New,
    /// An earlier call with the key had this result.
    Replayed(String),
}

impl Attempt {
    /// Creates the attempt of a call. See [`crate::change::Change::once`] for the arguments.
    pub(crate) fn new(
        actor: &Actor,
        operation: impl Into<String>,
        key: &str,
        request: &impl prost::Message,
    ) -> Self {
        Self {
            actor: actor.to_string(),
            operation: operation.into(),
            key: key.to_owned(),
            request_hash: Sha256::digest(request.encode_to_vec()).into(),
        }
    }

    /// Starts the attempt in the transaction of its effect.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::KeyReused`] if the key was used for another request within 24 hours, with [`Code::Unavailable`]
    /// if an earlier call with it runs for another half second, and if a query fails.
    pub(crate) async fn start(&self, connection: &mut PgConnection) -> Result<Started, Failure> {
        if self.key.is_empty() {
            return Ok(Started::New);
        }
        let deadline = Instant::now() + LOCK_WAIT;
        while !self.lock(connection).await? {
            if Instant::now() >= deadline {
                return Err(Failure::new(Code::Unavailable).with_retry_after(RETRY_AFTER));
            }
            tokio::time::sleep(LOCK_INTERVAL).await;
        }
        let earlier = sqlx::query!(
            "select request_hash, result from idempotency
             where actor = $1 and operation = $2 and key = $3 and created_at > now() - interval '1 day'",
            self.actor,
            self.operation,
            self.key,
        )
        .fetch_optional(connection)
        .await?;
        match earlier {
            None => Ok(Started::New),
            Some(row) if row.request_hash == self.request_hash => Ok(Started::Replayed(row.result)),
            Some(_) => Err(Failure::new(Code::KeyReused)),
        }
    }

    /// Acquires the lock of the key until the end of the transaction. Returns false while another call holds it.
    async fn lock(&self, connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
        sqlx::query_scalar!(
            r#"select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "is_locked!""#,
            format!("{}\n{}\n{}", self.actor, self.operation, self.key),
        )
        .fetch_one(connection)
        .await
    }

    /// Stores the result, such as the id of a new entity.
    pub(crate) async fn finish(
        &self,
        connection: &mut PgConnection,
        result: &str,
    ) -> Result<(), sqlx::Error> {
        if self.key.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "insert into idempotency (actor, operation, key, request_hash, result) values ($1, $2, $3, $4, $5)
             on conflict (actor, operation, key) do update
             set request_hash = excluded.request_hash, result = excluded.result, created_at = excluded.created_at",
            self.actor,
            self.operation,
            self.key,
            &self.request_hash,
            result,
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Deletes the results of calls more than a day ago, in statements of at most 500 rows.
///
/// # Errors
///
/// Fails if a query fails.
pub(crate) async fn sweep(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    loop {
        let deleted = sqlx::query!(
            "delete from idempotency where (actor, operation, key) in (
                 select actor, operation, key from idempotency
                 where created_at < now() - interval '1 day' order by created_at limit 500
             )"
        )
        .execute(&mut *connection)
        .await?
        .rows_affected();
        if deleted == 0 {
            return Ok(());
        }
    }
}
