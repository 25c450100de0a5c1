//! A change by staff as one unit.

use serde_json::Value;
use sqlx::{PgConnection, PgPool};

use crate::{
    audit,
    caller::Actor,
    database,
    failure::Failure,
    idempotency::{Attempt, Started},
};

/// A change by staff.
///
/// [`Self::run`] owns the transaction, so that no step is left out: the lock with its authorization runs at a replay too,
/// the effect cannot end without its audit entries, and the idempotency key is finished with them.
#[derive(Debug)]
#[must_use = "a change has no effect until it runs"]
pub struct Change<'actor> {
    actor: &'actor Actor,
    attempt: Option<Attempt>,
}

impl<'actor> Change<'actor> {
    /// Creates a change without an idempotency key.
    pub const fn new(actor: &'actor Actor) -> Self {
        Self { actor, attempt: None }
    }

    /// Creates a change that has its effect once for each key. See [`Attempt::new`] for `operation`; an empty key is none.
    pub fn once(
        actor: &'actor Actor,
        operation: impl Into<String>,
        key: &str,
        request: &impl prost::Message,
    ) -> Self {
        Self {
            actor,
            attempt: Some(Attempt::new(actor, operation, key, request)),
        }
    }

    /// Runs the change in one transaction and returns its response.
    ///
    /// `lock` locks what changes, and refuses an actor who may not change it. `effect` changes it and publishes the events;
    /// a replay skips it. `respond` reads the response from the result of the effect, of an earlier call at a replay.
    ///
    /// # Errors
    ///
    /// Fails if a step fails, as [`Attempt::start`], and if a query fails. Then nothing is stored and the key can be used
    /// again, as if the returned future is dropped.
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
        let started = match &self.attempt {
            Some(attempt) => attempt.start(&mut transaction).await?,
            None => Started::New,
        };
        let locked = lock(&mut transaction).await?;
        let result = match started {
            Started::Replayed(result) => result,
            Started::New => {
                let Effect { result, entries } = effect(&mut transaction, locked).await?;
                for entry in entries {
                    let Entry {
                        action,
                        subject,
                        detail,
                    } = entry;
                    audit::record(&mut transaction, self.actor, action, &subject, detail).await?;
                }
                if let Some(attempt) = &self.attempt {
                    attempt.finish(&mut transaction, &result).await?;
                }
                result
            }
        };
        let response = respond(&mut transaction, &result).await?;
        transaction.commit().await?;
        Ok(response)
    }
}

/// The effect of a change: its entries in the audit log, and the result that a replay gets.
#[derive(Debug)]
#[must_use = "an effect is recorded by the change that returns it"]
pub struct Effect {
    result: String,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    action: &'static str,
    subject: String,
    detail: Value,
}

impl Effect {
    /// The call has changed nothing, as everything was so already.
    pub const fn none() -> Self {
        Self {
            result: String::new(),
            entries: Vec::new(),
        }
    }

    /// The call has changed `subject`; see [`audit::record`] for the arguments.
    pub fn audited(action: &'static str, subject: impl Into<String>, detail: Value) -> Self {
        let subject = subject.into();
        Self {
            result: String::new(),
            entries: vec![Entry {
                action,
                subject,
                detail,
            }],
        }
    }

    /// Sets the result, such as the id of a new entity.
    pub fn with_result(self, result: impl Into<String>) -> Self {
        Self {
            result: result.into(),
            ..self
        }
    }

    /// Adds the entries of another effect.
    pub fn add(&mut self, other: Self) {
        self.entries.extend(other.entries);
    }
}
