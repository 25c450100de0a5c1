//! Event handlers and their errors.

use std::{any::Any, panic::AssertUnwindSafe, sync::Arc};

use async_trait::async_trait;
use futures::FutureExt as _;
use proto::event::Event;
use sqlx::PgConnection;
use tracing::{Instrument as _, Span};

use crate::{domain::EventId, failure::is_transient};

/// Handles the events of one subject.
#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// The event type.
    type Event: Event;

    /// Name of the durable consumer, `<service>-<action>`.
    const NAME: &'static str;

    /// Whether one transaction may handle several events, which saves their commits.
    ///
    /// The transaction keeps the locks of each event until the last one is handled, so the locks of two events must not
    /// deadlock with an rpc, and no event may wait for another service.
    const IS_BATCHED: bool = false;

    /// Returns whether the event has an effect here. One without is acknowledged without a transaction.
    fn concerns(&self, _event: &Self::Event) -> bool {
        true
    }

    /// Handles an event in the transaction that records it in the inbox. Neither commits nor acknowledges.
    ///
    /// # Errors
    ///
    /// Fails with the [`HandlerError`] that decides between retry and dead letter; the transaction is rolled back.
    async fn handle(
        &self,
        connection: &mut PgConnection,
        event: Received<Self::Event>,
    ) -> Result<(), HandlerError>;

    /// Handles the events of a batch in one transaction; by default one after the other. Overridden where one statement
    /// can write the effects of all.
    ///
    /// # Errors
    ///
    /// Fails if an event fails. The transaction is rolled back, and each event is handled in a transaction of its own.
    async fn handle_batch(
        &self,
        connection: &mut PgConnection,
        batch: Vec<BatchedEvent<Self::Event>>,
    ) -> Result<(), HandlerError> {
        for BatchedEvent { received, span } in batch {
            self.handle(connection, received).instrument(span).await?;
        }
        Ok(())
    }
}

/// An event of a batch.
#[derive(Debug)]
pub struct BatchedEvent<E> {
    /// The event with its id.
    pub received: Received<E>,
    /// The span of the event, in its trace.
    pub span: Span,
}

/// An event with its id.
#[derive(Debug)]
pub struct Received<E> {
    /// Id of its outbox row.
    pub id: EventId,
    /// The decoded event.
    pub event: E,
}

/// Error of handling an event.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// A dependency is unavailable: retried without limit.
    #[error("transient: {0}")]
    Transient(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A rule rejected the event, or the handler panicked: retried a few times, then dead-lettered.
    #[error("rejected: {0}")]
    Rejected(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The event cannot be decoded: dead-lettered at once.
    #[error("malformed: {0}")]
    Malformed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl HandlerError {
    /// Returns the value of the `error_type` label.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Transient(_) => "transient",
            Self::Rejected(_) => "rule",
            Self::Malformed(_) => "unreadable",
        }
    }
}

impl From<sqlx::Error> for HandlerError {
    fn from(error: sqlx::Error) -> Self {
        if is_transient(&error) {
            Self::Transient(error.into())
        } else {
            Self::Rejected(error.into())
        }
    }
}

impl From<crate::domain::InvalidId> for HandlerError {
    fn from(error: crate::domain::InvalidId) -> Self {
        Self::Malformed(error.into())
    }
}

/// A type-erased handler.
#[derive(Clone)]
pub struct Consumer(Arc<dyn ErasedHandler>);

impl Consumer {
    /// Creates a consumer that calls this handler.
    pub fn new<H: Handler>(handler: H) -> Self {
        Self(Arc::new(handler))
    }

    /// Returns its durable name.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    pub(super) fn subject(&self) -> &'static str {
        self.0.subject()
    }

    pub(super) fn is_batched(&self) -> bool {
        self.0.is_batched()
    }

    /// Returns whether an event has an effect. One that cannot be decoded has: it is dead-lettered.
    pub(super) fn concerns(&self, payload: &[u8]) -> bool {
        self.0.concerns(payload)
    }

    /// Decodes and handles an event. A panic is a rejection, so that one event cannot end the process.
    pub(super) async fn handle(
        &self,
        connection: &mut PgConnection,
        id: EventId,
        payload: &[u8],
    ) -> Result<(), HandlerError> {
        // After a panic the caller rolls back, so the transaction's broken invariants stay unobserved.
        AssertUnwindSafe(self.0.handle(connection, id, payload))
            .catch_unwind()
            .await
            .unwrap_or_else(|panic| Err(HandlerError::Rejected(Panicked::new(&*panic).into())))
    }

    /// Decodes and handles a batch of events like [`Self::handle`].
    pub(super) async fn handle_batch(
        &self,
        connection: &mut PgConnection,
        batch: &[BatchedMessage<'_>],
    ) -> Result<(), HandlerError> {
        AssertUnwindSafe(self.0.handle_batch(connection, batch))
            .catch_unwind()
            .await
            .unwrap_or_else(|panic| Err(HandlerError::Rejected(Panicked::new(&*panic).into())))
    }
}

/// A message of a batch.
pub(super) struct BatchedMessage<'a> {
    pub(super) id: EventId,
    pub(super) payload: &'a [u8],
    pub(super) span: &'a Span,
}

/// Error of a handler that panicked.
#[derive(Debug, thiserror::Error)]
#[error("the handler panicked: {0}")]
struct Panicked(String);

impl Panicked {
    fn new(panic: &(dyn Any + Send)) -> Self {
        let message = panic
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| panic.downcast_ref::<String>().cloned());
        Self(message.unwrap_or_default())
    }
}

#[async_trait]
trait ErasedHandler: Send + Sync {
    fn name(&self) -> &'static str;
    fn subject(&self) -> &'static str;
    fn is_batched(&self) -> bool;
    fn concerns(&self, payload: &[u8]) -> bool;
    async fn handle(
        &self,
        connection: &mut PgConnection,
        id: EventId,
        payload: &[u8],
    ) -> Result<(), HandlerError>;
    async fn handle_batch(
        &self,
        connection: &mut PgConnection,
        batch: &[BatchedMessage<'_>],
    ) -> Result<(), HandlerError>;
}

#[async_trait]
impl<H: Handler> ErasedHandler for H {
    fn name(&self) -> &'static str {
        H::NAME
    }

    fn subject(&self) -> &'static str {
        H::Event::SUBJECT
    }

    fn is_batched(&self) -> bool {
        H::IS_BATCHED
    }

    fn concerns(&self, payload: &[u8]) -> bool {
        parse(payload).map_or(true, |event| Handler::concerns(self, &event))
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        id: EventId,
        payload: &[u8],
    ) -> Result<(), HandlerError> {
        Handler::handle(self, connection, decode(id, payload)?).await
    }

    async fn handle_batch(
        &self,
        connection: &mut PgConnection,
        batch: &[BatchedMessage<'_>],
    ) -> Result<(), HandlerError> {
        let batch = batch
            .iter()
            .map(|message| {
                Ok(BatchedEvent {
                    received: decode(message.id, message.payload)?,
                    span: message.span.clone(),
                })
            })
            .collect::<Result<_, HandlerError>>()?;
        Handler::handle_batch(self, connection, batch).await
    }
}

fn decode<E: Event>(id: EventId, payload: &[u8]) -> Result<Received<E>, HandlerError> {
    parse(payload).map(|event| Received { id, event })
}

fn parse<E: Event>(payload: &[u8]) -> Result<E, HandlerError> {
    E::decode(payload).map_err(|error| HandlerError::Malformed(error.into()))
}
