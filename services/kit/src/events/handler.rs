//! What a service does on hearing an event, and how it says that it cannot.

use std::sync::Arc;

use async_trait::async_trait;
use proto::event::Event;
use sqlx::PgConnection;

use crate::{domain::EventId, failure::is_transient};

/// What a service does on hearing an event.
///
/// `handle` is called in a transaction that notes the event in the inbox; it neither commits nor acknowledges.
#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// What it hears.
    type Event: Event;

    /// The durable consumer's name, `<service>-<what-it-does>`.
    const NAME: &'static str;

    /// The effect.
    async fn handle(
        &self,
        connection: &mut PgConnection,
        event: Received<Self::Event>,
    ) -> Result<(), HandlerError>;
}

/// An event with its id.
#[derive(Debug)]
pub struct Received<E> {
    /// The id of the outbox row that it came from.
    pub id: EventId,
    /// What happened.
    pub event: E,
}

/// Why an event had no effect.
#[derive(Debug, thiserror::Error)]
pub enum HandlerError {
    /// Something that is needed is away: tried again for as long as it takes.
    #[error("not now: {0}")]
    Transient(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A rule says no: tried a few times, then set aside as a dead letter.
    #[error("refused: {0}")]
    Rejected(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It can never be read: set aside at once.
    #[error("unreadable: {0}")]
    Malformed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl HandlerError {
    /// Which of them, in one word.
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

/// A handler with its event type forgotten, as the loop sees it.
#[derive(Clone)]
pub struct Consumer(Arc<dyn Erased>);

impl Consumer {
    /// A consumer that calls this handler.
    pub fn new<H: Handler>(handler: H) -> Self {
        Self(Arc::new(handler))
    }

    /// Its durable name.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    pub(super) fn subject(&self) -> &'static str {
        self.0.subject()
    }

    /// The effect of an event that is still to be decoded.
    pub(super) async fn handle(
        &self,
        connection: &mut PgConnection,
        id: EventId,
        payload: &[u8],
    ) -> Result<(), HandlerError> {
        self.0.handle(connection, id, payload).await
    }
}

#[async_trait]
trait Erased: Send + Sync {
    fn name(&self) -> &'static str;
    fn subject(&self) -> &'static str;
    async fn handle(
        &self,
        connection: &mut PgConnection,
        id: EventId,
        payload: &[u8],
    ) -> Result<(), HandlerError>;
}

#[async_trait]
impl<H: Handler> Erased for H {
    fn name(&self) -> &'static str {
        H::NAME
    }

    fn subject(&self) -> &'static str {
        H::Event::SUBJECT
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        id: EventId,
        payload: &[u8],
    ) -> Result<(), HandlerError> {
        let event = <H::Event as prost::Message>::decode(payload)
            .map_err(|error| HandlerError::Malformed(error.into()))?;
        Handler::handle(self, connection, Received { id, event }).await
    }
}
