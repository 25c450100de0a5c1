//! A change as one unit: its effect, its audit entries and its idempotency key are stored together or not at all.

use serde_json::Value;
use sqlx::{PgConnection, PgPool};

use crate::{
    audit,
    caller::Actor,
    database,
    failure::Failure,
    idempotency::{Attempt, Started},
};

/// Runs a change in one transaction and returns its response.
///
/// `effect` locks what changes, refuses a caller who may not change it, changes it and publishes the events. It cannot end
/// without its audit entries.
///
/// # Errors
///
/// Fails as `effect`, and if a query fails. Then nothing is stored, as if the returned future is dropped.
pub async fn run<T, E>(
    pool: &PgPool,
    effect: impl AsyncFnOnce(&mut PgConnection) -> Result<Effect<T>, E>,
) -> Result<T, E>
where
    E: From<sqlx::Error>,
{
    let mut transaction = database::begin(pool).await?;
    let response = effect(&mut transaction).await?.record(&mut transaction).await?;
    transaction.commit().await?;
    Ok(response)
}

/// A change that has its effect once for each idempotency key.
///
/// [`Self::run`] owns the transaction, so that no step is left out: the lock with its authorization runs at a replay too,
/// the effect cannot end without its audit entries, and the key is finished with them.
#[derive(Debug)]
#[must_use = "a change has no effect until it runs"]
pub struct Change {
    attempt: Attempt,
}

impl Change {
    /// Creates a change.
    ///
    /// `operation` is the rpc with the entity of its path (`AddInquiryNote SQ-7Q2M04XK`). The call is without a key if `key`
    /// is empty.
    pub fn once(
        actor: &Actor,
        operation: impl Into<String>,
        key: &str,
        request: &impl prost::Message,
    ) -> Self {
        Self {
            attempt: Attempt::new(actor, operation, key, request),
        }
    }

    /// Runs the change in one transaction and returns its response.
    ///
    /// `lock` locks what changes, and refuses an actor who may not change it. `effect` changes it and publishes the events;
    /// a replay skips it. Its value is the result that is stored for replays. `respond` reads the response from the result of
    /// the effect, of an earlier call at a replay.
    ///
    /// # Errors
    ///
    /// Fails if a step fails, and if a query fails. Then nothing is stored and the key can be used again, as if the returned
    /// future is dropped. Fails with [`Code::KeyReused`](crate::failure::Code::KeyReused) if the key was used for another
    /// request within 24 hours, and with [`Code::Unavailable`](crate::failure::Code::Unavailable) if an earlier call with it
    /// runs for another half second.
    pub async fn run<L, T, E>(
        self,
        pool: &PgPool,
        lock: impl AsyncFnOnce(&mut PgConnection) -> Result<L, E>,
        effect: impl AsyncFnOnce(&mut PgConnection, L) -> Result<Effect, E>,
        respond: impl AsyncFnOnce(&mut PgConnection, &str) -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<sqlx::Error> + From<Failure>,
    {
        let mut transaction = database::begin(pool).await?;
        let started = self.attempt.start(&mut transaction).await?;
        let locked = lock(&mut transaction).await?;
        let result = match started {
            Started::Replayed(result) => result,
            Started::New => {
                let effect = effect(&mut transaction, locked).await?;
                let result = effect.record(&mut transaction).await?;
                self.attempt.finish(&mut transaction, &result).await?;
                result
            }
        };
        let response = respond(&mut transaction, &result).await?;
        transaction.commit().await?;
        Ok(response)
    }
}

/// The effect of a change: its entries in the audit log, and its value: the response, or with an idempotency key the result
/// that a replay gets.
#[derive(Debug)]
#[must_use = "an effect is recorded by the change that returns it"]
pub struct Effect<T = String> {
    value: T,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    actor: Actor,
    action: &'static str,
    subject: String,
    detail: Value,
}

impl Effect {
    /// The call has changed nothing, as everything was so already, or nothing that is audited. The value is empty.
    pub const fn none() -> Self {
        Self {
            value: String::new(),
            entries: Vec::new(),
        }
    }

    /// The call of `actor` has changed or read `subject` (a code, an id).
    ///
    /// `action` is the rpc (`UpdateProduct`), and `detail` the change, without personal data. The value is empty.
    pub fn audited(actor: &Actor, action: &'static str, subject: impl Into<String>, detail: Value) -> Self {
        Self {
            value: String::new(),
            entries: vec![Entry {
                actor: *actor,
                action,
                subject: subject.into(),
                detail,
            }],
        }
    }

    /// Adds the entries of another effect.
    pub fn add(&mut self, other: Self) {
        self.entries.extend(other.entries);
    }

    /// Sets the value.
    pub fn with<T>(self, value: T) -> Effect<T> {
        Effect {
            value,
            entries: self.entries,
        }
    }
}

impl<T> Effect<T> {
    /// Returns the value.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// Converts the value.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Effect<U> {
        Effect {
            value: convert(self.value),
            entries: self.entries,
        }
    }

    /// Writes the entries and returns the value. An event handler calls it that carries out a change of the staff in the
    /// transaction of its inbox; calls of the staff use [`run`].
    ///
    /// # Errors
    ///
    /// Fails if a query fails.
    pub async fn record(self, connection: &mut PgConnection) -> Result<T, sqlx::Error> {
        for entry in self.entries {
            let Entry {
                actor,
                action,
                subject,
                detail,
            } = entry;
            audit::record(connection, &actor, action, &subject, detail).await?;
        }
        Ok(self.value)
    }
}
