//! Creates orders, each once for an idempotency key. Corrections of lines take the same way under an id of their own.
//!
//! Transaction A opens the attempt, or resolves an existing one. Then other services are asked and stock is reserved under
//! the attempt's order id. Transaction B stores the order and closes the attempt if it is still open. A call never releases
//! stock itself, because transaction B may have committed although its response was lost: it abandons the attempt, and the
//! catalog releases the stock on that event.

use std::time::Duration;

use kit::{
    change::{self, Effect},
    domain::{Language, OrderId, RecordKind, UserId, reference_number},
};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::{
    attempt::{Key, Resolution, Subject},
    desk::Origin,
    error::OrderError,
    events,
    metrics::OrderMetrics,
    order::Order,
    store::{self, attempt},
};

/// Maximum number of reads of an attempt that other requests end and reopen concurrently.
const MAX_RESOLUTIONS: usize = 4;

/// Maximum number of generated order numbers, in case of collisions.
const MAX_NUMBER_ATTEMPTS: usize = 5;

/// Age of an open attempt of a cart from which another press replaces it: no call takes that long.
const LEFT_AFTER: Duration = Duration::from_secs(5);

/// A call that creates an order.
pub(crate) struct Creation<'call> {
    pub(crate) pool: &'call PgPool,
    /// The user of the attempt.
    pub(crate) user: UserId,
    pub(crate) key: &'call Key,
}

/// Result of transaction A.
pub(crate) enum Started {
    /// The order id of the open attempt.
    New(OrderId),
    /// The stored answer of a done attempt.
    Replayed(Vec<u8>),
}

impl Creation<'_> {
    /// Opens or resolves the attempt. For a new order id, `admit` may refuse it, or return the answer of an order that exists,
    /// with which the attempt is done at once.
    ///
    /// An attempt of a cart replaces one with another key that its caller has left, as a reload of the page does.
    ///
    /// # Errors
    ///
    /// Fails with [`OrderError::KeyReused`] if the key was used for another request, with [`OrderError::AttemptEnded`] while
    /// another attempt of the subject is open, as `admit`, and if a query fails.
    pub(crate) async fn start(
        &self,
        subject: Option<Subject>,
        admit: impl AsyncFnOnce(&mut PgConnection) -> Result<Option<Vec<u8>>, OrderError>,
    ) -> Result<Started, OrderError> {
        let mut transaction = kit::database::begin(self.pool).await?;
        if let Some(cart) = subject.and_then(Subject::cart)
            && let Some(left) = attempt::abandon_of_cart(&mut transaction, cart, self.key, LEFT_AFTER).await?
        {
            events::abandoned(&mut transaction, left).await?;
        }
        let opened = self.open(&mut transaction, subject).await;
        let (started, is_new) = opened.map_err(|error| match error {
            OrderError::Database(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                OrderError::AttemptEnded
            }
            error => error,
        })?;
        // Another attempt ends in the transaction that stores its order, so its order is visible once this one is open.
        let existing = if is_new {
            admit(&mut transaction).await?
        } else {
            None
        };
        let started = match existing {
            Some(answer) => {
                attempt::finish(&mut transaction, self.user, self.key, &answer).await?;
                Started::Replayed(answer)
            }
            None => started,
        };
        transaction.commit().await?;
        Ok(started)
    }

    /// Opens or resolves the attempt, and returns whether it has a new order id.
    async fn open(
        &self,
        connection: &mut PgConnection,
        subject: Option<Subject>,
    ) -> Result<(Started, bool), OrderError> {
        let (user, key) = (self.user, self.key);
        let new_id = OrderId::generate();
        for _ in 0..MAX_RESOLUTIONS {
            let mut is_new = attempt::open(connection, user, key, new_id, subject).await?;
            if !is_new {
                // The sweeper may have deleted an expired attempt in between, or another attempt of the subject is open.
                let Some(attempt) = attempt::find(connection, user, key).await? else {
                    continue;
                };
                let old_id = attempt.order_id;
                match attempt.resolve(&key.request_hash)? {
                    Resolution::Continue(id) => return Ok((Started::New(id), false)),
                    Resolution::Replay(answer) => return Ok((Started::Replayed(answer), false)),
                    Resolution::Reopen => {
                        is_new = attempt::reopen(connection, user, key, old_id, new_id, subject).await?;
                    }
                }
            }
            if is_new {
                return Ok((Started::New(new_id), true));
            }
        }
        Err(OrderError::AttemptEnded)
    }

    /// Ends a started attempt, and returns its answer. `place` reserves and stores the order with an id; a replay skips it.
    /// Abandons the attempt if it cannot succeed any more; if that fails, the sweeper does, so that the caller gets the
    /// original error.
    ///
    /// # Errors
    ///
    /// Fails as `place`.
    pub(crate) async fn end(
        &self,
        started: Started,
        place: impl AsyncFnOnce(OrderId) -> Result<Vec<u8>, OrderError>,
    ) -> Result<Vec<u8>, OrderError> {
        let id = match started {
            Started::New(id) => id,
            Started::Replayed(answer) => return Ok(answer),
        };
        let answer = place(id).await;
        if answer.as_ref().is_err_and(OrderError::ends_attempt)
            && let Err(error) = self.abandon(id).await
        {
            tracing::warn!(
                error = kit::failure::error_chain(&error),
                "abandoning an attempt failed, leaving it to the sweeper"
            );
        }
        answer
    }

    async fn abandon(&self, id: OrderId) -> Result<(), sqlx::Error> {
        let mut transaction = kit::database::begin(self.pool).await?;
        if attempt::abandon(&mut transaction, self.user, self.key, id).await? {
            events::abandoned(&mut transaction, id).await?;
        }
        transaction.commit().await
    }

    /// Stores an order in transaction B, which sets its number and time, and returns the answer. `answer` makes it of the stored
    /// order, with the audit entries.
    ///
    /// # Errors
    ///
    /// Fails as [`Self::commit`], if all generated numbers are taken, and for an offer with a live order.
    pub(crate) async fn store(
        &self,
        metrics: &OrderMetrics,
        mut order: Order,
        language: Language,
        origin: &Origin,
        answer: impl FnOnce(Order) -> Effect<Vec<u8>>,
    ) -> Result<Vec<u8>, OrderError> {
        let id = order.id;
        let place = async |connection: &mut PgConnection, now| {
            order.ordered_at = now;
            insert(connection, &mut order, language, origin).await?;
            let (number, total) = (order.number.clone(), order.total);
            Ok(answer(order).map(|answer| (answer, (number, total))))
        };
        let (answer, stored) = self.commit(id, place).await?;
        if let Some((number, total)) = stored {
            // Leads from the number that a customer names to the trace.
            tracing::info!(order = number, "order placed");
            metrics.record_order(total);
        }
        Ok(answer)
    }

    /// Runs transaction B: `place` stores what the attempt is for, and returns the answer. If another request has closed the
    /// attempt, returns its answer alone.
    ///
    /// # Errors
    ///
    /// Fails with [`OrderError::AttemptEnded`] if the attempt was abandoned, as `place`, and if a query fails.
    pub(crate) async fn commit<T>(
        &self,
        id: OrderId,
        place: impl AsyncFnOnce(&mut PgConnection, OffsetDateTime) -> Result<Effect<(Vec<u8>, T)>, OrderError>,
    ) -> Result<(Vec<u8>, Option<T>), OrderError> {
        let (user, key) = (self.user, self.key);
        change::run(self.pool, async |connection| {
            let Some(now) = attempt::lock_open(connection, user, key, id).await? else {
                let ended = attempt::find(connection, user, key)
                    .await?
                    .ok_or(OrderError::AttemptEnded)?;
                return match ended.resolve(&key.request_hash)? {
                    Resolution::Replay(answer) => Ok(Effect::none().with((answer, None))),
                    Resolution::Continue(_) | Resolution::Reopen => Err(OrderError::AttemptEnded),
                };
            };
            let effect = place(connection, now).await?;
            attempt::finish(connection, user, key, &effect.value().0).await?;
            Ok(effect.map(|(answer, stored)| (answer, Some(stored))))
        })
        .await
    }
}

/// Inserts an order with a new number and publishes it.
async fn insert(
    connection: &mut PgConnection,
    order: &mut Order,
    language: Language,
    origin: &Origin,
) -> Result<(), OrderError> {
    for _ in 0..MAX_NUMBER_ATTEMPTS {
        order.number = reference_number(RecordKind::Order);
        if store::order::insert(connection, order, language, origin).await? {
            events::created(connection, order, origin).await?;
            return Ok(());
        }
    }
    Err(OrderError::Inconsistent("all generated order numbers are taken"))
}
